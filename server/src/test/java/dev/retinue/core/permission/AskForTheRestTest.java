package dev.retinue.core.permission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Permissions;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What `ask: ["*"]` asks for.
final class AskForTheRestTest {
  private static final Path WORK = Path.of("/work");

  private static Deed command(String line) {
    return new Deed(List.of("Bash"), List.of(new Subject.Command(line)), line);
  }

  private static Deed file(String tool, String path) {
    var names = List.of(WORK.resolve(path));
    return new Deed(List.of(tool), List.of(new Subject.File(names, List.of(WORK))), path);
  }

  @Test
  void a_rule_that_asks_for_everything_asks_for_what_its_writer_does_not_allow() {
    var most = new Permissions(List.of("Bash(git *)", "Read"), List.of("*"), List.of());
    var policy = new Policy(Permissions.NONE, most, List.of("Write"));
    assertThat(policy.decide(command("git status"), _ -> false))
        .isEqualTo(new Decision.Allow("Bash(git *)"));
    assertThat(policy.decide(file("Read", "x"), _ -> false)).isInstanceOf(Decision.Allow.class);
    assertThat(policy.decide(command("ls"), _ -> true)).isInstanceOf(Decision.Allow.class);
    for (var deed : List.of(command("ls"), command("git status; ls"), file("Write", "x"))) {
      assertThat(policy.decide(deed, _ -> false))
          .isInstanceOfSatisfying(Decision.Ask.class, it -> assertThat(it.rule()).isEqualTo("*"));
    }
    var push = new Permissions(List.of("Bash"), List.of("*", "Bash(git push *)"), List.of());
    assertThat(
            new Policy(Permissions.NONE, push, List.of()).decide(command("git push x"), _ -> false))
        .isInstanceOf(Decision.Ask.class);
  }

  @Test
  void nobody_is_let_off_by_what_another_allows() {
    var all = new Permissions(List.of(), List.of("*"), List.of());
    var git = new Permissions(List.of("Bash(git *)"), List.of(), List.of());
    var careful = new Permissions(List.of("Bash(git *)"), List.of("*"), List.of());
    var ls = new Permissions(List.of("Bash"), List.of(), List.of());
    var status = command("git status");
    assertThat(new Policy(all, git, List.of("Bash")).decide(status, _ -> false))
        .as("the operator wants to be asked")
        .isInstanceOf(Decision.Ask.class);
    assertThat(new Policy(git, all, List.of("Bash")).decide(status, _ -> false))
        .as("so does whoever wrote the agent")
        .isInstanceOf(Decision.Ask.class);
    var below = new Policy(Permissions.NONE, ls.below(List.of(careful)), List.of());
    assertThat(below.decide(status, _ -> false))
        .as("what the one above may do without being asked")
        .isInstanceOf(Decision.Allow.class);
    assertThat(below.decide(command("ls"), _ -> false))
        .as("what the one above must ask for")
        .isInstanceOf(Decision.Ask.class);
  }
}
