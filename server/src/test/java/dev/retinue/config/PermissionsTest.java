package dev.retinue.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.CheckCommand;
import dev.retinue.core.Permissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Rules and commands as the file has them.
final class PermissionsTest {
  @Test
  void rules_of_the_operator_and_of_an_agent_arrive_as_they_are_written() {
    var read =
        Read.configuration(
            """
            permissions:
              deny: [Read(.env), 'Bash(sudo *)']
            staff:
              coder:
                description: Writes code.
                runtime: llm
                permissions:
                  allow: [Bash(git *), mcp__github__*, Write(src/**)]
                  ask: [Bash(git push *)]
                  otherwise: deny
                  deadline: 90s
                retinue: true
            """);
    assertThat(read.settings().supervision().permissions())
        .isEqualTo(new Permissions(List.of(), List.of(), List.of("Read(.env)", "Bash(sudo *)")));
    assertThat(read.staff().all().getFirst().conduct().permissions())
        .isEqualTo(
            new Permissions(
                List.of("Bash(git *)", "mcp__github__*", "Write(src/**)"),
                List.of("Bash(git push *)"),
                List.of(),
                Permissions.Otherwise.DENY,
                Duration.ofSeconds(90),
                true));
  }

  @Test
  void commands_for_checks_keep_their_words_in_order_also_those_that_repeat() {
    var read =
        Read.configuration(
            """
            checks:
              tests: {command: [run, -v, -v, "a b"], timeout: 30s}
              lint: {command: [lint]}
            """);
    assertThat(read.settings().supervision().checks())
        .containsExactly(
            new CheckCommand("tests", List.of("run", "-v", "-v", "a b"), Duration.ofSeconds(30)),
            new CheckCommand("lint", List.of("lint"), Duration.ofMinutes(5)));
  }
}
