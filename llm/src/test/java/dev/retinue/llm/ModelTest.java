package dev.retinue.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.retinue.llm.ModelException.Kind;
import dev.retinue.llm.Prompt.Settings;
import dev.retinue.llm.Prompt.ToolSpec;
import dev.retinue.llm.Reply.Stop;
import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.wire.Wire;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What every provider keeps, each against the same script.
class ModelTest {
  private static final ToolSpec LOOK =
      new ToolSpec(
          "look",
          "Looks something up.",
          "{\"type\":\"object\",\"properties\":{\"at\":{\"type\":\"string\"}}}");

  private final ScriptedLlm llm = ScriptedLlm.start();
  private final Wire wire = new Wire(InstantSource.system());

  @AfterEach
  void close() {
    wire.close();
    llm.close();
  }

  private static Prompt prompt(dev.retinue.llm.scripted.Turn... turns) {
    var asked = new Turn.Asked("Do it. " + ScriptedLlm.script(turns));
    return new Prompt("You are brief.", List.of(asked), List.of(LOOK), Settings.USUAL);
  }

  private static Prompt further(Prompt prompt, Reply reply, List<Turn.Result> results) {
    var turns = new ArrayList<>(prompt.turns());
    turns.add(new Turn.Answered(reply.parts()));
    turns.add(new Turn.Results(results));
    return new Prompt(prompt.system(), turns, prompt.tools(), prompt.settings());
  }

  private static dev.retinue.llm.scripted.Turn text(String text) {
    return dev.retinue.llm.scripted.Turn.text(text);
  }

  private static dev.retinue.llm.scripted.Turn look(String where) {
    return dev.retinue.llm.scripted.Turn.tool("look", java.util.Map.of("at", where));
  }

  @ParameterizedTest
  @EnumSource
  void a_text_comes_in_pieces_and_as_a_whole_with_its_tokens(Dialects dialect) throws Exception {
    var heard = new ArrayList<String>();
    var reply =
        dialect
            .model(wire, llm)
            .ask(
                prompt(text("Grüße, 🎩!").inPieces(3, Duration.ZERO).usage(100, 20, 30)),
                new Model.Listener() {
                  @Override
                  public void text(String more) {
                    heard.add(more);
                  }
                });
    assertThat(reply.text()).isEqualTo("Grüße, 🎩!");
    assertThat(String.join("", heard)).isEqualTo("Grüße, 🎩!");
    assertThat(heard).hasSizeGreaterThan(1);
    assertThat(reply.stop()).isEqualTo(Stop.DONE);
    assertThat(reply.tokens().cacheRead()).isEqualTo(30);
    assertThat(reply.tokens().input() + reply.tokens().cacheRead()).isIn(100L, 130L);
    assertThat(reply.tokens().output()).isEqualTo(20);
  }

  @ParameterizedTest
  @EnumSource
  void several_tools_are_called_at_once_and_their_results_are_heard(Dialects dialect)
      throws Exception {
    var model = dialect.model(wire, llm);
    var asked =
        prompt(
            dev.retinue.llm.scripted.Turn.calls(look("here"), look("there")),
            text("got {{tool_result}}"));
    var reply = model.ask(asked, Model.Listener.NONE);
    assertThat(reply.stop()).isEqualTo(Stop.TOOLS);
    assertThat(reply.calls()).extracting(Part.Call::tool).containsExactly("look", "look");
    assertThat(reply.calls().getFirst().input()).contains("here");
    assertThat(reply.calls().getLast().input()).contains("there");
    assertThat(reply.calls().getFirst().id()).isNotEqualTo(reply.calls().getLast().id());

    var results =
        reply.calls().stream()
            .map(it -> new Turn.Result(it.id(), it.tool(), "found it", false))
            .toList();
    var last = model.ask(further(asked, reply, results), Model.Listener.NONE);
    assertThat(last.text()).contains("got", "found it");
    assertThat(last.stop()).isEqualTo(Stop.DONE);
  }

  @ParameterizedTest
  @EnumSource
  void thoughts_are_no_part_of_the_text(Dialects dialect) throws Exception {
    var reply =
        dialect
            .model(wire, llm)
            .ask(prompt(text("Yes.").reasoning("Perhaps no?")), Model.Listener.NONE);
    assertThat(reply.text()).isEqualTo("Yes.");
    assertThat(reply.parts())
        .filteredOn(Part.Reasoning.class::isInstance)
        .allSatisfy(it -> assertThat(((Part.Reasoning) it).text()).contains("Perhaps no?"));
  }

  @ParameterizedTest
  @EnumSource
  void an_answer_of_ten_megabytes_comes_whole(Dialects dialect) throws Exception {
    var big = dev.retinue.llm.scripted.Turn.big(10 << 20);
    var reply = dialect.model(wire, llm).ask(prompt(big), Model.Listener.NONE);
    assertThat(reply.text().length()).isGreaterThanOrEqualTo(10 << 20);
  }

  private ModelException failure(Dialects dialect, Prompt prompt) {
    var failure =
        catchThrowableOfType(
            ModelException.class, () -> dialect.model(wire, llm).ask(prompt, Model.Listener.NONE));
    assertThat(failure).isNotNull();
    assertThat(failure.getMessage()).doesNotContain(Dialects.SECRET).isNotBlank();
    return failure;
  }

  @ParameterizedTest
  @EnumSource
  void a_limit_says_how_long_to_wait(Dialects dialect) {
    var turn = dev.retinue.llm.scripted.Turn.error(429).retryAfter(Duration.ofSeconds(7));
    var failure = failure(dialect, prompt(turn));
    assertThat(failure.kind()).isEqualTo(Kind.RATE_LIMIT);
    assertThat(failure.retryAfter()).contains(Duration.ofSeconds(7));
  }

  @ParameterizedTest
  @EnumSource
  void refusals_are_told_apart(Dialects dialect) {
    assertThat(failure(dialect, prompt(error(401, "wrong key"))).kind()).isEqualTo(Kind.AUTH);
    assertThat(failure(dialect, prompt(error(500, "oops"))).kind()).isEqualTo(Kind.OVERLOADED);
    assertThat(failure(dialect, prompt(error(529, "busy"))).kind()).isEqualTo(Kind.OVERLOADED);
    assertThat(failure(dialect, prompt(error(400, "prompt is too long: 3 > 2"))).kind())
        .isEqualTo(Kind.CONTEXT);
    assertThat(failure(dialect, prompt(error(400, "this model does not support tools"))).kind())
        .isEqualTo(Kind.NO_TOOLS);
    assertThat(failure(dialect, prompt(error(400, "no such model"))).kind())
        .isEqualTo(Kind.INVALID);
    assertThat(failure(dialect, prompt(error(400, "your credit balance is too low"))).kind())
        .isEqualTo(Kind.QUOTA);
  }

  private static dev.retinue.llm.scripted.Turn error(int status, String message) {
    return dev.retinue.llm.scripted.Turn.error(status).saying("", message);
  }

  @ParameterizedTest
  @EnumSource
  void a_key_that_a_provider_repeats_is_not_told(Dialects dialect) {
    var failure = failure(dialect, prompt(error(401, "wrong key: " + Dialects.SECRET)));
    assertThat(failure.getMessage()).contains("***");
  }

  @ParameterizedTest
  @EnumSource
  void an_answer_that_breaks_off_is_none(Dialects dialect) {
    var failure =
        failure(dialect, prompt(text("Half of it").inPieces(4, Duration.ZERO).dropping()));
    assertThat(failure.kind()).isEqualTo(Kind.BROKEN);
    assertThat(failure.kind().passes()).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void who_says_nothing_for_too_long_is_left(Dialects dialect) throws Exception {
    for (var hang :
        List.of(
            dev.retinue.llm.scripted.Turn.hang(),
            text("Half of it").inPieces(4, Duration.ZERO).hangingInTheMiddle())) {
      var asked = prompt(hang);
      var hasty = new Settings(100, null, Duration.ofSeconds(30), Duration.ofMillis(300));
      var failure =
          failure(dialect, new Prompt(asked.system(), asked.turns(), asked.tools(), hasty));
      assertThat(failure.kind()).isEqualTo(Kind.TIMEOUT);
    }
    llm.awaitHangUp("Do it.");
  }

  @ParameterizedTest
  @EnumSource
  void where_nobody_is_that_is_said_with_the_address(Dialects dialect) {
    var failure =
        catchThrowableOfType(
            ModelException.class,
            () ->
                dialect
                    .at(wire, "http://127.0.0.1:1")
                    .ask(Prompt.of("Hello?"), Model.Listener.NONE));
    assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
    assertThat(failure.getMessage()).contains("http://127.0.0.1:1");
  }

  @ParameterizedTest
  @EnumSource
  void an_interrupted_caller_does_not_wait(Dialects dialect) throws Exception {
    var failures = new ArrayList<Throwable>();
    var asking =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    dialect
                        .model(wire, llm)
                        .ask(prompt(dev.retinue.llm.scripted.Turn.hang()), Model.Listener.NONE);
                  } catch (InterruptedException | RuntimeException e) {
                    failures.add(e);
                  }
                });
    llm.await("Do it.");
    asking.interrupt();
    assertThat(asking.join(Duration.ofSeconds(20))).isTrue();
    assertThat(failures).singleElement().isInstanceOf(InterruptedException.class);
  }
}
