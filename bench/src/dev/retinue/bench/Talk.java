package dev.retinue.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/// A conversation with a server on standard streams, in which many calls may wait at once.
final class Talk implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(90);

  private final Child child;
  private int ids = 100;

  private Talk(Child child) {
    this.child = child;
  }

  static Talk begin(String name, Command command) throws IOException {
    var talk = new Talk(Child.startTalking(name, command));
    talk.ask(List.of(Dialect.LEGACY.first()));
    talk.ask(List.of(Dialect.INITIALIZED + "\n" + Dialect.LEGACY.list()));
    return talk;
  }

  /// The line of a call, with an id that no other has.
  String call(String tool, String arguments) {
    return "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"tools/call\",\"params\":{\"name\":\"%s\",\"arguments\":%s}}"
        .formatted(ids++, tool, arguments);
  }

  /// Sends all of these and returns their answers.
  List<String> ask(List<String> calls) throws IOException {
    var answers = child.ask(calls, Talk::isAnswer, LIMIT);
    for (var answer : answers) {
      if (!answer.contains("\"result\":") || answer.contains("\"isError\":true")) {
        throw new IOException("this is no answer: " + answer);
      }
    }
    return answers;
  }

  /// The same for tasks of the fake agent that are done then.
  void askForResults(List<String> calls) throws IOException {
    for (var answer : ask(calls)) {
      if (!answer.contains(FakeAgent.ANSWER)) {
        throw new IOException("this has not the result of the program: " + answer);
      }
    }
  }

  private static boolean isAnswer(String line) {
    return line.contains("\"id\":") && !line.contains("\"method\":");
  }

  double megabytes() throws IOException {
    return child.megabytes();
  }

  double cpuSeconds() {
    return child.cpuSeconds();
  }

  @Override
  public void close() {
    child.close();
  }
}
