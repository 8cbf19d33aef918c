package dev.retinue.runtime.cli;

import dev.retinue.core.RunEvent;
import dev.retinue.core.staff.StartRequest;
import dev.retinue.testing.Program;
import dev.retinue.testing.Repository;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// A process of its own with a real staff that does one thing, until it is killed. It says `heard`
/// when it has heard of the first tool.
final class RealStaffProgram {
  private RealStaffProgram() {}

  /// About to be started; it hears the prompt.
  static Program of(Path folder, String service, String program, String prompt) {
    return Program.of(
            Repository.JDK.resolve("bin/java"),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx128m",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            RealStaffProgram.class.getName(),
            folder,
            service,
            program)
        .hearing(prompt);
  }

  public static void main(String[] args) throws Exception {
    var prompt = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
    var staff = new RealStaff(Path.of(args[0]), args[1]);
    var id = staff.staff().start(StartRequest.of(args[2], prompt));
    staff.staff().awaitEvent(id, RunEvent.ToolAnswered.class::isInstance);
    System.out.println("heard");
    Thread.currentThread().join();
  }
}
