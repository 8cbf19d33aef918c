package dev.retinue.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// What stands before every command: a session of its own, so that no key in our terminal reaches
/// it, limits, and an end when our thread ends. Only on Linux are all of them there.
public final class Limiter {
  private static final List<String> PROGRAMS = List.of("setsid", "prlimit", "setpriv");
  private static final String FSIZE = "@fsize@";
  private static final long MOST_FILES = 65_536;

  private final List<String> words;
  private final List<String> missing;

  Limiter(Map<String, String> environment) {
    var all = new ArrayList<String>();
    find("setsid", environment).ifPresent(all::add);
    find("prlimit", environment)
        .ifPresent(
            it -> {
              all.addAll(List.of(it, "--core=0", "--fsize=" + FSIZE));
              openFiles().ifPresent(most -> all.add("--nofile=" + most));
            });
    find("setpriv", environment)
        .ifPresent(it -> all.addAll(List.of(it, "--pdeathsig", "KILL", "--")));
    this.words = List.copyOf(all);
    this.missing = PROGRAMS.stream().filter(it -> find(it, environment).isEmpty()).toList();
  }

  List<String> words(Spawn.Limits limits) {
    return words.stream()
        .map(word -> word.replace(FSIZE, Long.toString(limits.fileBytes())))
        .toList();
  }

  /// What is not installed of what it takes.
  public List<String> missing() {
    return missing;
  }

  /// Where a program of the system is.
  public static Optional<String> find(String program, Map<String, String> environment) {
    var path = environment.getOrDefault("PATH", "") + File.pathSeparator + "/usr/bin:/bin";
    return Stream.of(path.split(File.pathSeparator, -1))
        .filter(folder -> folder.startsWith("/"))
        .map(folder -> Path.of(folder, program))
        .filter(Files::isExecutable)
        .map(Path::toString)
        .findFirst();
  }

  /// No more than we may have ourselves: nobody can raise that.
  private static Optional<Long> openFiles() {
    try {
      return Files.readAllLines(Path.of("/proc/self/limits")).stream()
          .filter(line -> line.startsWith("Max open files"))
          .map(line -> line.strip().split("\\s+", -1)[4])
          .map(hard -> hard.equals("unlimited") ? MOST_FILES : Long.parseLong(hard))
          .map(hard -> Math.min(hard, MOST_FILES))
          .findFirst();
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }
}
