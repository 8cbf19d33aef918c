package dev.retinue.runtime.llm;

import static dev.retinue.runtime.llm.TeamScene.agent;
import static dev.retinue.runtime.llm.TeamScene.complete;
import static dev.retinue.runtime.llm.TeamScene.leading;
import static dev.retinue.runtime.llm.TeamScene.summary;
import static dev.retinue.runtime.llm.TeamScene.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Agent;
import dev.retinue.core.Conduct;
import dev.retinue.core.Confinement;
import dev.retinue.core.Permissions;
import dev.retinue.core.Program;
import dev.retinue.core.Vigilance;
import dev.retinue.process.Supervisor;
import dev.retinue.runtime.cli.CliRuntime;
import dev.retinue.runtime.cli.Profile;
import dev.retinue.runtime.cli.Programs;
import dev.retinue.runtime.cli.claude.Claude;
import dev.retinue.runtime.cli.codex.Codex;
import dev.retinue.runtime.cli.javafile.JavaFile;
import dev.retinue.runtime.cli.javafile.Unchanged;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Player;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Programs are members of teams like any other, and may do no more than those for whom they work.
@EndToEnd
final class ProgramsInTeamsTest {
  private static final String ASKING_CLAUDE =
      """
      #!/bin/sh
      echo '{"type":"system","subtype":"init","session_id":"11111111-2222-3333-4444-555555555555"}'
      echo '{"type":"control_request","request_id":"q1","request":{"subtype":"can_use_tool","tool_name":"Bash","input":{"command":"rm -rf x"}}}'
      said=nothing
      while [ $said = nothing ] && read heard; do
        case $heard in *'"q1"'*deny*) said=denied;; *'"q1"'*allow*) said=allowed;; esac
      done
      printf '{"type":"result","subtype":"success","is_error":false,"result":"%s"}\\n' "$said"
      read more
      exit 0
      """;

  @TempDir private Path folder;

  private CliRuntime runtime(Profile profile) {
    var data = folder.resolve("data");
    return new CliRuntime(
        profile,
        new Programs(Map.of("PATH", folder.resolve("bin") + ":/usr/bin:/bin")),
        new Supervisor(data, System.getenv()),
        data.resolve("run"),
        InstantSource.system());
  }

  private static Agent program(String name, Permissions rules) {
    return program(name, name, rules, null);
  }

  private static Agent program(
      String name, String runtime, Permissions rules, @Nullable Program program) {
    return new Agent(
        name,
        "a program",
        new Agent.Means(runtime, null),
        "",
        List.of(),
        Agent.Limits.NONE,
        new Conduct(rules, Confinement.USUAL, Vigilance.USUAL, program));
  }

  private TeamScene team(Permissions lead, Permissions below) {
    return TeamScene.in(folder.resolve("data"))
        .hire(
            agent("lead", leading("codex", "claude"), lead),
            program("codex", below),
            program("claude", below))
        .with(runtime(new Codex()), runtime(new Claude()))
        .begin();
  }

  private void claude(String script) throws IOException {
    program("claude", script);
  }

  private Path program(String name, String script) throws IOException {
    Files.createDirectories(folder.resolve("bin"));
    var file = folder.resolve("bin").resolve(name);
    Files.writeString(file, script);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    return file;
  }

  @Test
  void a_program_does_a_task_of_its_lead() throws Exception {
    Player.install(folder.resolve("bin"), "codex");
    try (var team = team(Permissions.NONE, Permissions.NONE)) {
      var task = "Go.\n" + Player.script("begin", "done I am codex.");
      var run = team.play("lead", transfer("codex", task), complete("It said: {{tool_result}}"));
      assertThat(summary(run)).isEqualTo("It said: I am codex.");
    }
  }

  @Test
  void an_agent_in_one_file_does_a_task_and_knows_who_stands_above_it() throws Exception {
    var file =
        program(
            "talker",
            """
            #!/bin/sh
            task=$(tr -d '"' | tr '\\n' ' ')
            printf '{"result":"%s, below %s at %s"}\\n' "$task" "$SFA_CALL_CHAIN" "$SFA_DEPTH"
            """);
    var said = new Program.Description("talker", Unchanged.digest(file), List.of());
    var talker =
        new Program(file.toString(), List.of(), List.of(), Program.Format.TEXT, false, said);
    var scene =
        TeamScene.in(folder.resolve("data"))
            .hire(
                agent("lead", leading("talker"), Permissions.NONE),
                program("talker", JavaFile.NAME, Permissions.NONE, talker))
            .with(runtime(new JavaFile(Path.of("retinue"), List.of())));
    try (var team = scene.begin()) {
      var run = team.play("lead", transfer("talker", "tea"), complete("It said: {{tool_result}}"));
      assertThat(summary(run)).startsWith("It said: ").contains("tea").endsWith("below lead at 1");
    }
  }

  @Test
  void what_the_lead_may_not_do_a_program_that_asks_is_denied() throws Exception {
    claude(ASKING_CLAUDE);
    var noShell = new Permissions(List.of(), List.of(), List.of("shell"));
    var all = new Permissions(List.of("Bash"), List.of(), List.of());
    try (var team = team(noShell, all)) {
      var run = team.play("lead", transfer("claude", "Go."), complete("{{tool_result}}"));
      assertThat(summary(run)).isEqualTo("denied");
    }
  }

  @Test
  void without_such_a_rule_it_may() throws Exception {
    claude(ASKING_CLAUDE);
    var all = new Permissions(List.of("Bash"), List.of(), List.of());
    try (var team = team(Permissions.NONE, all)) {
      var run = team.play("lead", transfer("claude", "Go."), complete("{{tool_result}}"));
      assertThat(summary(run)).isEqualTo("allowed");
    }
  }

  @Test
  void a_program_that_cannot_be_held_to_the_rules_of_its_lead_does_not_begin() throws Exception {
    Player.install(folder.resolve("bin"), "codex");
    var asking = new Permissions(List.of(), List.of("Bash(rm *)"), List.of());
    try (var team = team(asking, Permissions.NONE)) {
      var task = Player.script("begin", "done I am codex.");
      var run = team.play("lead", transfer("codex", task), complete("{{tool_result}}"));
      assertThat(summary(run)).contains("'Bash(rm *)'", "codex cannot be held to it");
    }
  }
}
