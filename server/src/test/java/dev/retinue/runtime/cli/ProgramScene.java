package dev.retinue.runtime.cli;

import dev.retinue.core.Agent;
import dev.retinue.core.Conduct;
import dev.retinue.core.Confinement;
import dev.retinue.core.Permissions;
import dev.retinue.core.Vigilance;
import dev.retinue.process.LeftoverProcesses;
import dev.retinue.process.Supervisor;
import dev.retinue.runtime.cli.codex.Codex;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;

/// A staff with an agent `coder` whose program is called `codex` and is a script of the test.
final class ProgramScene implements AutoCloseable {
  static final String THREAD = "0199a213-81c0-7800-8aa1-bbab2a035a53";
  static final String BEGUN =
      "echo '{\"type\":\"thread.started\",\"thread_id\":\"%s\"}'\n".formatted(THREAD);

  private final Path folder;
  private final TestClock clock;
  private final TestStaff staff;

  private ProgramScene(Path folder, TestClock clock, Vigilance vigilance) {
    this.folder = folder;
    this.clock = clock;
    this.staff = TestStaff.in(folder.resolve("data"), clock).hire(coder(vigilance));
  }

  static ProgramScene in(Path folder, TestClock clock, Vigilance vigilance) throws IOException {
    Files.createDirectories(folder.resolve("bin"));
    return new ProgramScene(folder, clock, vigilance);
  }

  static Agent coder(Vigilance vigilance) {
    return new Agent(
        "coder",
        "writes code",
        new Agent.Means("codex", null),
        "",
        List.of(),
        Agent.Limits.NONE,
        new Conduct(Permissions.NONE, Confinement.USUAL, vigilance, null));
  }

  /// What it says last, with all that its session has used.
  static String done(String text, int tokens) {
    return "echo '{\"type\":\"item.completed\",\"item\":{\"id\":\"1\",\"type\":\"agent_message\",\"text\":\"%s\"}}'\n"
            .formatted(text)
        + "echo '{\"type\":\"turn.completed\",\"usage\":{\"input_tokens\":%d,\"output_tokens\":1}}'\n"
            .formatted(tokens);
  }

  static String failed(String message) {
    return "echo '{\"type\":\"turn.failed\",\"error\":{\"message\":\"%s\"}}'; exit 1\n"
        .formatted(message);
  }

  /// What is done the first time it is started, and afterwards.
  void program(String first, String later) throws IOException {
    program(
        "if [ ! -e '%1$s' ]; then touch '%1$s'; \n%2$s\n else\n%3$s\nfi\n"
            .formatted(folder.resolve("begun"), first, later));
  }

  /// Every start leaves its arguments and what it heard.
  void program(String script) throws IOException {
    var file = folder.resolve("bin/codex");
    Files.writeString(
        file,
        "#!/bin/sh\n{ echo \"$@\"; cat; echo; } >> '%s'\n%s"
            .formatted(folder.resolve("heard"), script));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  String heard() throws IOException {
    return Files.readString(folder.resolve("heard"));
  }

  ProgramScene begin() {
    var data = folder.resolve("data");
    var environment = Map.of("PATH", folder.resolve("bin") + ":/usr/bin:/bin");
    staff.begin(
        new ScriptedRuntime(clock),
        new CliRuntime(
            new Codex(),
            new Programs(environment),
            new Supervisor(data, System.getenv()),
            data.resolve("run"),
            clock));
    return this;
  }

  TestStaff staff() {
    return staff;
  }

  /// As a process leaves it that is killed.
  void kill() {
    staff.kill();
    new LeftoverProcesses(folder.resolve("data")).reap(List.of());
  }

  @Override
  public void close() {
    staff.close();
    new LeftoverProcesses(folder.resolve("data")).reap(List.of());
  }
}
