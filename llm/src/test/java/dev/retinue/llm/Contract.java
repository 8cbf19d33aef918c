package dev.retinue.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.retinue.llm.Prompt.Settings;
import dev.retinue.llm.Prompt.ToolSpec;
import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.wire.Wire;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import tools.jackson.databind.JsonNode;

/// What all tests need that keep the providers to their contract: a scripted model, a way to it,
/// and few words for both.
abstract class Contract {
  static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");
  static final String EVENTS = "text/event-stream";

  static final ToolSpec LOOK =
      new ToolSpec(
          "look",
          "Looks something up.",
          "{\"type\":\"object\",\"properties\":{\"at\":{\"type\":\"string\"}}}");

  final ScriptedLlm llm = ScriptedLlm.start();
  final Wire wire = new Wire(Clock.fixed(NOW, ZoneOffset.UTC));

  @AfterEach
  final void close() {
    wire.close();
    llm.close();
  }

  static Prompt prompt(dev.retinue.llm.scripted.Turn... turns) {
    var asked = new Turn.Asked("Do it. " + ScriptedLlm.script(turns));
    return new Prompt("You are brief.", List.of(asked), List.of(LOOK), Settings.USUAL);
  }

  static Prompt with(Settings settings, Prompt prompt) {
    return new Prompt(prompt.system(), prompt.turns(), prompt.tools(), settings);
  }

  /// The next question, with what came of the tools of the last answer.
  static Prompt further(Prompt prompt, Reply reply) {
    var turns = new ArrayList<>(prompt.turns());
    turns.add(new Turn.Answered(reply.parts()));
    turns.add(
        new Turn.Results(
            reply.calls().stream()
                .map(it -> new Turn.Result(it.id(), it.tool(), "found it", false))
                .toList()));
    return new Prompt(prompt.system(), turns, prompt.tools(), prompt.settings());
  }

  static dev.retinue.llm.scripted.Turn text(String text) {
    return dev.retinue.llm.scripted.Turn.text(text);
  }

  static dev.retinue.llm.scripted.Turn look(String where) {
    return dev.retinue.llm.scripted.Turn.tool("look", Map.of("at", where));
  }

  static dev.retinue.llm.scripted.Turn error(int status, String message) {
    return dev.retinue.llm.scripted.Turn.error(status).saying("", message);
  }

  /// A stream with these events, each as it stands.
  static dev.retinue.llm.scripted.Turn events(List<String> events) {
    var stream = new StringBuilder();
    for (var event : events) {
      stream.append("data: ").append(event.replace("\n", "\ndata: ")).append("\n\n");
    }
    return dev.retinue.llm.scripted.Turn.raw(EVENTS, stream.toString());
  }

  Reply ask(Dialects dialect, Prompt prompt) throws InterruptedException {
    return dialect.model(wire, llm).ask(prompt, Model.Listener.NONE);
  }

  Reply ask(Dialects dialect, dev.retinue.llm.scripted.Turn... turns) throws InterruptedException {
    return ask(dialect, prompt(turns));
  }

  ModelException failure(Dialects dialect, dev.retinue.llm.scripted.Turn... turns) {
    return failure(dialect, prompt(turns));
  }

  ModelException failure(Dialects dialect, Prompt prompt) {
    var failure = catchThrowableOfType(ModelException.class, () -> ask(dialect, prompt));
    assertThat(failure).isNotNull();
    assertKeepsTheSecret(failure);
    return failure;
  }

  static void assertKeepsTheSecret(Throwable failure) {
    assertThat(failure.getMessage()).isNotBlank();
    for (Throwable it = failure; it != null; it = it.getCause()) {
      assertThat(it.toString()).doesNotContain(Dialects.SECRET);
    }
  }

  /// What was sent last.
  JsonNode sent() {
    return llm.exchanges().getLast().body();
  }
}
