package dev.retinue.cli.chat;

import dev.retinue.cli.chat.Showing.Ending;
import dev.retinue.core.RetinueException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/// One message and its answer, from the first event to the last, from daemon to daemon.
final class Turn {
  private static final long BETWEEN_LINES_MILLIS = 50;
  private static final int LOOKS_AFTER = 20;
  private static final int LONGEST_PAYLOAD = 1 << 20;
  private static final Duration LAST_LINE = Duration.ofSeconds(5);

  private final Desk desk;
  private final Showing showing;
  private final String session;
  private final String run;
  private final Questions questions;
  private final Answer answer = new Answer();

  Turn(Desk desk, Showing showing, String session, String run, boolean watched) {
    this.desk = desk;
    this.showing = showing;
    this.session = session;
    this.run = run;
    this.questions = new Questions(desk, showing, watched);
  }

  /// Who answers.
  String run() {
    return run;
  }

  Questions questions() {
    return questions;
  }

  /// Shows everything to its end.
  ///
  /// @param meanwhile done now and then, and never after this has returned
  /// @return the run as it is then
  JsonNode follow(Runnable meanwhile) throws InterruptedException {
    var over = new CountDownLatch(1);
    var beside = Thread.ofVirtual().name("meanwhile").start(() -> beside(over, meanwhile));
    JsonNode ended;
    try {
      ended =
          showing.wantsDrafts()
              ? desk.follower().follow(run, 0, this::hear, showing::draft)
              : desk.follower().follow(run, 0, this::hear);
    } finally {
      over.countDown();
      beside.join(LAST_LINE);
    }
    var delivered = answer.delivered() ? payload() : "";
    showing.ended(
        new Ending(
            session,
            ended,
            delivered.isBlank() ? answer.text() : delivered,
            delivered.isBlank() ? answer.unsaid() : delivered));
    return ended;
  }

  private void hear(JsonNode event) {
    answer.hear(event);
    showing.event(event);
    questions.hear(run, event);
  }

  private void beside(CountDownLatch over, Runnable meanwhile) {
    try {
      for (int i = 1; !over.await(BETWEEN_LINES_MILLIS, TimeUnit.MILLISECONDS); i++) {
        meanwhile.run();
        if (i % LOOKS_AFTER == 0) {
          look();
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void look() throws InterruptedException {
    try {
      questions.look(run);
    } catch (RetinueException _) {
      // A daemon that is gone is told of by who follows it.
    }
  }

  private String payload() throws InterruptedException {
    try {
      return desk.ask(api -> api.payload(run, LONGEST_PAYLOAD));
    } catch (RetinueException e) {
      showing.tell(e.getMessage());
      return "";
    }
  }
}
