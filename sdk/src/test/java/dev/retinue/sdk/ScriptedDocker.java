package dev.retinue.sdk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A program `docker` that writes down how it was called, and answers by a script: for each verb
/// what it says the first time, the second time, and from then on.
final class ScriptedDocker {
  private static final String PROGRAM =
      """
      #!/bin/sh
      here=${0%/*}
      verb=engine
      for word; do
        case $word in
          ps|up|down|logs|port|rm) verb=$word; break ;;
          compose) verb=compose ;;
        esac
      done
      echo "$*" >> "$here/calls"
      env | sort > "$here/environment"
      echo "$verb" >> "$here/verbs"
      count=$(grep -c "^$verb\\$" "$here/verbs")
      answer="$here/$verb.$count"
      test -e "$answer" || answer="$here/$verb"
      if test -e "$answer"; then cat "$answer"; fi
      if test -e "$answer.errors"; then cat "$answer.errors" >&2; fi
      if test -e "$answer.script"; then . "$answer.script"; fi
      if test -e "$answer.exit"; then exit "$(cat "$answer.exit")"; fi
      """;

  private final Path folder;

  ScriptedDocker(Path folder) {
    this.folder = folder;
    write("docker", PROGRAM);
    if (!folder.resolve("docker").toFile().setExecutable(true)) {
      throw new IllegalStateException("it cannot be made a program");
    }
  }

  /// With this program in its path, and what the program itself needs.
  Map<String, String> environment() {
    return Map.of("PATH", folder + ":/usr/bin:/bin");
  }

  /// Always says this for the verb, unless there is something for this time.
  ScriptedDocker says(String verb, String output) {
    write(verb, output);
    return this;
  }

  ScriptedDocker says(String verb, int time, String output) {
    write(verb + "." + time, output);
    return this;
  }

  ScriptedDocker fails(String verb, int exitCode, String errors) {
    write(verb, "");
    write(verb + ".errors", errors);
    write(verb + ".exit", Integer.toString(exitCode));
    return this;
  }

  /// Does this too, in a shell.
  ScriptedDocker does(String verb, String script) {
    write(verb, "");
    write(verb + ".script", script);
    return this;
  }

  /// How it was called, without what stands before every verb of Compose.
  List<String> calls() {
    return read("calls").lines().map(call -> call.replaceFirst("^.*-f \\S+/", "")).toList();
  }

  String lastEnvironment() {
    return read("environment");
  }

  String wholeCalls() {
    return read("calls");
  }

  /// As if it had never been called.
  void forget() {
    try {
      Files.deleteIfExists(folder.resolve("calls"));
      Files.deleteIfExists(folder.resolve("verbs"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String read(String name) {
    try {
      var file = folder.resolve(name);
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void write(String name, String text) {
    try {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve(name), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
