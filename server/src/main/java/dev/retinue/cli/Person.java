package dev.retinue.cli;

import dev.retinue.cli.daemon.Api;
import dev.retinue.cli.text.Amounts;
import dev.retinue.core.RetinueException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Whoever sits at the terminal, and may answer what a run asks. Where nobody does, the way to
/// answer is said.
final class Person {
  private static final Set<String> ANSWERABLE = Set.of("answer", "permission");

  private final Terminal terminal;
  private final Supplier<Api> api;
  private final String id;
  private final Deque<Question> asked = new ArrayDeque<>();
  private @Nullable Thread reader;

  Person(Terminal terminal, Supplier<Api> api, String id) {
    this.terminal = terminal;
    this.api = api;
    this.id = id;
  }

  void hear(JsonNode event) {
    var need = event.path("need").asString("");
    switch (event.path("type").asString("")) {
      case "asked" -> ask(need, event.path("kind").asString(""));
      case "answered" -> forget(need);
      default -> {}
    }
  }

  private synchronized void ask(String need, String kind) {
    if (!terminal.isWatched() || !ANSWERABLE.contains(kind)) {
      Reach.tell(
          terminal,
          "it waits. To answer: retinue answer %s %s <text>".formatted(Amounts.shortId(id), need));
      return;
    }
    var question = new Question(need, kind);
    asked.add(question);
    prompt(question);
    if (reader == null) {
      // Nothing can end a thread that reads standard input; this one does not keep the program.
      reader = Thread.ofPlatform().daemon().name("person").start(this::read);
    }
  }

  private void prompt(Question question) {
    terminal
        .err()
        .print(question.kind().equals("permission") ? "yes, no or always> " : "your answer> ");
    terminal.err().flush();
  }

  private synchronized void forget(String need) {
    asked.removeIf(it -> it.need().equals(need));
  }

  private synchronized void refused(Question question, String why) {
    Reach.tell(terminal, why);
    if (asked.contains(question)) {
      prompt(question);
    }
  }

  private synchronized @Nullable Question next() {
    return asked.peek();
  }

  private void read() {
    try {
      var lines = new BufferedReader(new InputStreamReader(terminal.in(), StandardCharsets.UTF_8));
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        var question = next();
        if (question != null && !line.isBlank()) {
          answer(question, line.strip());
        }
      }
    } catch (IOException _) {
      // Nobody is there any more.
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void answer(Question question, String line) throws InterruptedException {
    try {
      api.get().answer(id, question.need(), line);
    } catch (RetinueException e) {
      refused(question, e.getMessage());
    }
  }

  private record Question(String need, String kind) {}
}
