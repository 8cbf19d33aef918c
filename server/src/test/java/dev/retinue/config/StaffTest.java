package dev.retinue.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.Agent;
import dev.retinue.core.Budget;
import dev.retinue.core.Money;
import dev.retinue.core.Station;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StaffTest {
  @Test
  void an_agent_is_what_the_file_says() {
    var yaml =
        """
        mcp-servers: {read: {command: reader}, write: {command: writer}}
        staff:
          reviewer:
            description: >
              Reads code,
              and says what it thinks.
            runtime: llm
            model: "anthropic/4"
            instructions: |
              Be kind.
              Be brief.
            tools:
              - read
              - 'write'
            limits:
              max-cost-usd: 2.50
              max-tokens: 1000000
              max-turns: 0
              max-seconds: 600
              max-runs: 12
              may-recurse: true
        """;
    assertThat(Read.configuration(yaml).staff().all())
        .containsExactly(
            new Agent(
                "reviewer",
                "Reads code, and says what it thinks.",
                new Agent.Means("llm", "anthropic/4"),
                "Be kind.\nBe brief.\n",
                List.of("read", "write"),
                new Agent.Limits(new Budget(Money.usd("2.5"), 1_000_000L, 0L, 600L, 12L), true)));
  }

  @Test
  void what_is_not_written_has_its_default() {
    assertThat(Read.configuration("staff: {a: {description: Reads., runtime: llm}}").staff().all())
        .containsExactly(
            new Agent(
                "a",
                "Reads.",
                new Agent.Means("llm", null),
                "",
                List.of(),
                new Agent.Limits(Budget.UNLIMITED, false)));
  }

  @Test
  void an_agent_of_the_fleet_is_one_of_its_name_one_that_is_named_or_one_that_is_made() {
    var yaml =
        """
        staff:
          amy: {description: Builds., runtime: coder}
          bob: {description: Builds., runtime: coder, coder: {agent: bob-2, deployment: lab}}
          maker: {description: Builds., runtime: coder, coder: {project: Setup, role: operator}}
          anna: {description: Reads., runtime: llm}
        """;
    assertThat(Read.configuration(yaml).staff().all())
        .extracting(it -> it.means().station())
        .containsExactly(
            Station.of(null, "amy"),
            Station.of("lab", "bob-2"),
            new Station(null, null, "Setup", "operator"),
            null);
  }

  @Test
  void the_order_is_that_of_the_file() {
    var yaml =
        """
        staff:
          zoe: {description: Reads., runtime: llm}
          7: {description: Reads., runtime: llm}
          true: {description: Reads., runtime: llm}
          anna: {description: Reads., runtime: llm}
        """;
    assertThat(Read.configuration(yaml).staff().all())
        .extracting(Agent::name)
        .containsExactly("zoe", "7", "true", "anna");
  }

  @Test
  void a_member_is_found_by_name() {
    var staff = Read.configuration("staff: {anna: {description: Reads., runtime: llm}}").staff();
    assertThat(staff.find("anna")).contains(staff.all().getFirst());
    assertThat(staff.find("zoe")).isEmpty();
    assertThatThrownBy(() -> staff.require("ana"))
        .hasMessage("There is no agent 'ana' on the staff. Did you mean 'anna'?");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "# nothing yet\n", "---\n", "~", "staff:", "staff: {}"})
  void nothing_is_no_staff(String yaml) {
    assertThat(Read.configuration(yaml).staff().all()).isEmpty();
  }

  @Test
  void yes_and_on_are_words_like_others_where_text_is_wanted() {
    var yaml = "staff: {a: {description: yes, runtime: scripted, tools: [on, off, no]}}";
    var agent = Read.configuration(yaml).staff().require("a");
    assertThat(agent.description()).isEqualTo("yes");
    assertThat(agent.tools()).containsExactly("on", "off", "no");
  }

  @Test
  void an_amount_is_kept_to_the_billionth() {
    var yaml = "staff: {a: {description: R., runtime: llm, limits: {max-cost-usd: 0.000000001}}}";
    assertThat(Read.configuration(yaml).staff().require("a").limits().budget())
        .isEqualTo(Budget.cost(new Money(1)));
    assertThat(Read.refusal(yaml.replace("01}", "001}")))
        .contains("must be an amount of US dollars");
  }

  @Test
  void a_long_description_is_to_be_shortened() {
    var yaml = "staff: {a: {description: %s, runtime: llm}}";
    assertThat(Read.configuration(yaml.formatted("x".repeat(1000))).staff().all()).hasSize(1);
    assertThat(Read.refusal(yaml.formatted("x".repeat(1001)))).endsWith("x…'; shorten it.");
  }

  @Test
  void without_any_runtime_the_sentence_says_so() {
    assertThatThrownBy(
            () ->
                new Configuration.Reader(
                        Optional.empty(),
                        "retinue.yaml",
                        Layout.of(new Known(Set.of(), Set.of(), Set.of()), Path.of("/"), Map.of()))
                    .read(
                        "staff: {a: {description: R., runtime: llm}}"
                            .getBytes(StandardCharsets.UTF_8),
                        new Sources(null, Map.of(), List.of())))
        .hasMessage(
            "retinue.yaml:1:39: 'runtime' in staff 'a' must be the name of a runtime (there is"
                + " none), but is the text 'llm'.");
  }
}
