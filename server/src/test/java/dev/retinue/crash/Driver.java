package dev.retinue.crash;

import dev.retinue.testing.Program;
import dev.retinue.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// A driver about to be started, and what it says.
record Driver(Path folder, List<String> wrapper, String classPath) {
  static Driver in(Path folder) {
    return new Driver(folder, List.of(), System.getProperty("java.class.path"));
  }

  /// Run by another program, such as one that watches it.
  Driver by(List<String> words) {
    return new Driver(folder, words, classPath);
  }

  Driver withClasses(Path more) {
    return new Driver(folder, wrapper, more + ":" + classPath);
  }

  Path data() {
    return CrashDriver.data(folder);
  }

  Path acknowledgements() {
    return folder.resolve("acknowledged");
  }

  List<Acknowledgements.Line> acknowledged() throws IOException {
    return Acknowledgements.read(acknowledgements());
  }

  Program program(String what, long seed) {
    var command = new ArrayList<Object>(wrapper);
    command.add(Repository.JDK.resolve("bin/java"));
    command.addAll(
        List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-Xmx128m"));
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp", classPath));
    command.addAll(List.of(CrashDriver.class.getName(), folder, what, seed));
    return Program.of(command.toArray());
  }

  /// How much it has said so far.
  long said() {
    try {
      return Files.exists(acknowledgements()) ? Files.size(acknowledgements()) : 0;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /// Looks again and again, until it is so or the program is gone.
  static void await(Program.Running driver, BooleanSupplier wished) throws InterruptedException {
    long deadline = System.nanoTime() + driver.program().limit().toNanos();
    while (!wished.getAsBoolean()
        && System.nanoTime() < deadline
        && !driver.process().waitFor(3, TimeUnit.MILLISECONDS)) {
      // Not yet.
    }
  }

  /// Ends it as a power cut would, and returns when it is gone.
  static Program.Ended kill(Program.Running driver) throws InterruptedException {
    driver.process().destroyForcibly().waitFor();
    return driver.await();
  }
}
