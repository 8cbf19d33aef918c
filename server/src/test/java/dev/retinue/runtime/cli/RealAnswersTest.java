package dev.retinue.runtime.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Budget;
import dev.retinue.core.Check;
import dev.retinue.core.Commission.Terms;
import dev.retinue.core.FailureReason;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.llm.scripted.Exchange;
import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.testing.EndToEnd;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Answers of the real programs that must have a form.
@EndToEnd
final class RealAnswersTest {
  private static final Terms A_CITY =
      new Terms(
          Budget.UNLIMITED,
          true,
          null,
          null,
          List.of(
              new Check.PayloadSchema(
                  """
                  {"type": "object", "properties": {"city": {"type": "string"}},
                   "required": ["city"], "additionalProperties": false}
                  """)));

  @TempDir private Path folder;
  private ScriptedLlm llm;
  private RealStaff staff;

  @BeforeEach
  void begin() {
    llm = ScriptedLlm.start();
    staff = new RealStaff(folder, llm.url());
  }

  @AfterEach
  void nothing_is_left() {
    staff.assertNothingIsLeft();
    staff.close();
    llm.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"claude", "codex"})
  void an_answer_in_its_form_becomes_the_payload_and_is_checked(String program) throws Exception {
    var id =
        staff.start(
            A_CITY,
            program,
            "Where?",
            Turn.shell("echo Rome"),
            Turn.structured(Map.of("city", "Rome")),
            Turn.text("That was all."));

    var run = staff.staff().awaitEnd(id);

    assertThat(run.state()).isInstanceOf(State.Completed.class);
    assertThat(((State.Completed) run.state()).evidence()).isEqualTo(State.Evidence.VERIFIED);
    assertThat(staff.staff().text(run.dossier().payload())).isEqualTo("{\"city\":\"Rome\"}");
    var asked = llm.await("Where?").conversation();
    assertThat(asked.schema() != null || asked.toolNames().contains("StructuredOutput")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"claude", "codex"})
  void an_answer_without_its_form_is_none(String program) {
    var id = staff.start(A_CITY, program, "Where?", nowhere(), nowhere(), nowhere(), nowhere());

    var run = staff.staff().awaitEnd(id);

    assertThat(run.state()).isInstanceOf(State.Failed.class);
    assertThat(((State.Failed) run.state()).reason()).isEqualTo(FailureReason.INVALID_OUTPUT);
    assertThat(repairs(id)).isEqualTo(1);
  }

  /// A form that neither program has an option for: it stands in the contract.
  private static final Terms A_CITY_IN_WORDS =
      new Terms(
          Budget.UNLIMITED,
          true,
          null,
          null,
          List.of(
              new Check.PayloadSchema(
                  "{\"properties\": {\"city\": {\"type\": \"string\"}}, \"required\": [\"city\"]}")));

  @ParameterizedTest
  @ValueSource(strings = {"claude", "codex"})
  void an_answer_that_does_not_fit_is_asked_for_once_more_in_the_same_session(String program)
      throws Exception {
    var id =
        staff.start(
            A_CITY_IN_WORDS,
            program,
            "Where?",
            Turn.text("{\"town\": \"Rome\"}").usage(1000, 100),
            Turn.text("{\"city\": \"Rome\"}").usage(3000, 300));

    var run = staff.staff().awaitEnd(id);

    assertThat(run.state()).isInstanceOf(State.Completed.class);
    assertThat(((State.Completed) run.state()).evidence()).isEqualTo(State.Evidence.VERIFIED);
    assertThat(staff.staff().text(run.dossier().payload())).isEqualTo("{\"city\": \"Rome\"}");
    assertThat(run.dossier().usage().inputTokens()).isEqualTo(4000);
    assertThat(repairs(id)).isEqualTo(1);
    var asked = llm.await(it -> it.heard("Where?") && it.turn() == 1).conversation();
    assertThat(asked.prompts()).contains("Your answer does not fit the JSON Schema", "'city'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"claude", "codex"})
  void an_answer_that_never_fits_fails_after_one_repair(String program) {
    var id =
        staff.start(
            A_CITY_IN_WORDS,
            program,
            "Where?",
            Turn.text("{\"town\": \"Rome\"}"),
            Turn.text("{\"place\": \"Rome\"}"),
            Turn.text("{\"city\": \"Rome\"}"));

    var run = staff.staff().awaitEnd(id);

    assertThat(run.state())
        .isInstanceOfSatisfying(
            State.Failed.class,
            it -> {
              assertThat(it.reason()).isEqualTo(FailureReason.INVALID_OUTPUT);
              assertThat(it.message()).contains("payload_schema", "city");
            });
    assertThat(repairs(id)).isEqualTo(1);
    assertThat(llm.exchanges("Where?")).extracting(Exchange::turn).containsExactly(0, 1);
    assertThat(staff.staff().text(run.dossier().payload())).isEqualTo("{\"place\": \"Rome\"}");
  }

  private long repairs(RunId id) {
    return staff.staff().events(id).stream()
        .filter(it -> it instanceof RunEvent.Noted(var _, var text) && text.contains("once more"))
        .count();
  }

  private static Turn nowhere() {
    return Turn.text("I do not know.");
  }
}
