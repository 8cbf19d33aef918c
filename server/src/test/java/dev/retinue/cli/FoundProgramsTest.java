package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Agent;
import dev.retinue.core.Conduct;
import dev.retinue.core.Permissions;
import dev.retinue.core.Program;
import dev.retinue.core.permission.Decision;
import dev.retinue.core.permission.Deed;
import dev.retinue.core.permission.Policy;
import dev.retinue.core.permission.Subject;
import dev.retinue.runtime.cli.Programs;
import dev.retinue.runtime.cli.claude.Claude;
import dev.retinue.runtime.cli.generic.AnyProgram;
import dev.retinue.runtime.cli.javafile.JavaFile;
import dev.retinue.testing.EndToEnd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which programs are here, and who works where nobody is named.
@EndToEnd
final class FoundProgramsTest {
  @TempDir private Path bin;

  private Programs programs() {
    return new Programs(Map.of("PATH", bin + ":relative"));
  }

  private void program(String name, String script) throws IOException {
    var file = Files.writeString(bin.resolve(name), "#!/bin/sh\n" + script);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  private List<FoundPrograms.Found> found(Agent... staff) throws InterruptedException {
    return new FoundPrograms(programs(), Duration.ofSeconds(1)).all(List.of(staff));
  }

  @Test
  void programs_are_found_with_their_versions_and_others_with_what_installs_them()
      throws Exception {
    program("claude", "[ \"$1\" = --version ] && echo '2.1.325 (Claude Code)'");
    program("codex", "echo codex-cli 0.166.0");
    program("gemini", "echo I do not tell");
    var all = found();
    assertThat(all)
        .extracting(FoundPrograms.Found::name)
        .containsExactly("claude", "codex", "gemini", "opencode");
    assertThat(all)
        .extracting(FoundPrograms.Found::version)
        .containsExactly("2.1.325", "0.166.0", null, null);
    assertThat(all.get(0).path()).isEqualTo(bin.resolve("claude"));
    assertThat(all.get(3).isHere()).isFalse();
    assertThat(all.get(3).install()).isEqualTo("npm install -g opencode-ai");
  }

  @Test
  void an_agent_in_one_file_is_no_program_to_install() throws Exception {
    var usual = Conduct.USUAL;
    var said = new Program.Description("tea", "0".repeat(64), List.of());
    var tea =
        new Program("/agents/Tea.java", List.of(), List.of(), Program.Format.TEXT, false, said);
    var agent =
        new Agent(
            "tea",
            "Makes tea.",
            new Agent.Means(JavaFile.NAME, null),
            "",
            List.of(),
            Agent.Limits.NONE,
            new Conduct(usual.permissions(), usual.confinement(), usual.vigilance(), tea));
    assertThat(found(agent))
        .extracting(FoundPrograms.Found::name)
        .containsExactly("claude", "codex", "gemini", "opencode");
  }

  @Test
  void the_usual_claude_asks_before_it_runs_anything_and_changes_nothing_that_is_executed_later()
      throws Exception {
    program("claude", "exit 0");
    var claude = UsualStaff.of(programs()).find("claude").orElseThrow();
    var tools = new Claude().listed(claude.tools());
    var policy = new Policy(Permissions.NONE, claude.conduct().permissions(), tools);
    assertThat(decision(policy, "Bash", new Subject.Command("git log --output=x")))
        .isInstanceOf(Decision.Ask.class);
    assertThat(decision(policy, "Write", file(".git/hooks/pre-commit")))
        .isInstanceOf(Decision.Deny.class);
    assertThat(decision(policy, "Edit", file(".mcp.json"))).isInstanceOf(Decision.Deny.class);
    assertThat(decision(policy, "Edit", file("src/Main.java"))).isInstanceOf(Decision.Allow.class);
  }

  private static Decision decision(Policy policy, String tool, Subject subject) {
    return policy.decide(new Deed(List.of(tool), List.of(subject), ""), _ -> false);
  }

  private static Subject file(String name) {
    var folder = Path.of("/work");
    return new Subject.File(List.of(folder.resolve(name)), List.of(folder));
  }

  @Test
  void a_program_that_does_not_answer_costs_a_moment_only() throws Exception {
    program("claude", "sleep 60");
    program("codex", "sleep 60");
    program("gemini", "yes | head -c 100000000");
    var begun = Instant.now();
    assertThat(found()).extracting(FoundPrograms.Found::version).containsOnlyNulls();
    assertThat(Duration.between(begun, Instant.now())).isLessThan(Duration.ofSeconds(20));
  }

  @Test
  void programs_of_the_staff_are_shown_with_those_who_use_them_and_are_not_asked()
      throws Exception {
    program("linter", "touch '%s'".formatted(bin.resolve("asked")));
    var usual = Conduct.USUAL;
    var agent =
        new Agent(
            "lint",
            "lints",
            new Agent.Means(AnyProgram.NAME, null),
            "",
            List.of(),
            Agent.Limits.NONE,
            new Conduct(
                usual.permissions(),
                usual.confinement(),
                usual.vigilance(),
                new Program("linter", List.of(), List.of(), Program.Format.TEXT)));
    var last = found(agent).getLast();
    assertThat(last.name()).isEqualTo("linter");
    assertThat(last.staff()).containsExactly("lint");
    assertThat(bin.resolve("asked")).doesNotExist();
  }

  @Test
  void one_who_thinks_and_installed_programs_stand_before_those_who_play_scripts()
      throws Exception {
    assertThat(UsualStaff.of(programs()).all())
        .extracting(Agent::name)
        .containsExactly("assistant", "researcher", "builder", "reviewer");
    program("codex", "");
    assertThat(UsualStaff.of(programs()).all())
        .extracting(Agent::name)
        .containsExactly("assistant", "codex", "researcher", "builder", "reviewer");
    program("claude", "");
    assertThat(UsualStaff.of(programs()).all().get(1).name()).isEqualTo("claude");
    assertThat(UsualStaff.of(List::of, false, programs()).all())
        .extracting(Agent::name)
        .containsExactly("researcher", "builder", "reviewer");
  }
}
