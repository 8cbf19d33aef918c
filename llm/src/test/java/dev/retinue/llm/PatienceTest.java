package dev.retinue.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.retinue.llm.ModelException.Kind;
import dev.retinue.llm.Prompt.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// How long an answer is waited for, and what becomes of one that does not come to its end.
@Timeout(60)
class PatienceTest extends Contract {
  private static final Settings HASTY =
      new Settings(100, null, Duration.ofSeconds(30), Duration.ofMillis(300));
  private static final Settings SHORT =
      new Settings(100, null, Duration.ofMillis(500), Duration.ofSeconds(30));

  private static dev.retinue.llm.scripted.Turn half() {
    return text("Half of it").inPieces(4, Duration.ZERO);
  }

  @ParameterizedTest
  @EnumSource
  void who_says_nothing_for_too_long_is_left(Dialects dialect) throws Exception {
    for (var hang : List.of(dev.retinue.llm.scripted.Turn.hang(), half().hangingInTheMiddle())) {
      var failure = failure(dialect, with(HASTY, prompt(hang)));
      assertThat(failure.kind()).isEqualTo(Kind.TIMEOUT);
      llm.await(it -> it.number() == llm.exchanges().size() && it.hungUp());
    }
  }

  @ParameterizedTest
  @EnumSource
  void who_never_comes_to_an_end_is_left(Dialects dialect) throws Exception {
    var slow = text("x".repeat(1000)).inPieces(1000, Duration.ofMillis(50));
    assertThat(failure(dialect, with(SHORT, prompt(slow))).kind()).isEqualTo(Kind.TIMEOUT);
    llm.awaitHangUp("Do it.");
  }

  @ParameterizedTest
  @EnumSource
  void who_takes_long_but_speaks_is_heard(Dialects dialect) throws Exception {
    var slow = text("x".repeat(8)).inPieces(8, Duration.ofMillis(100));
    assertThat(ask(dialect, with(HASTY, prompt(slow))).text()).hasSize(8);
  }

  @ParameterizedTest
  @EnumSource
  void an_answer_that_breaks_off_is_none(Dialects dialect) {
    for (var broken : List.of(half().dropping(), half().dropping().inOnePiece())) {
      assertThat(failure(dialect, broken).kind()).isEqualTo(Kind.BROKEN);
    }
    var cut = dialect.saying("Half").getFirst().replace("\"STOP\"", "null");
    assertThat(failure(dialect, events(List.of(cut))).kind()).isEqualTo(Kind.BROKEN);
  }

  @ParameterizedTest
  @EnumSource
  void what_was_said_to_its_end_is_an_answer_even_if_the_connection_stays(Dialects dialect)
      throws Exception {
    var hanging = with(HASTY, prompt(text("All of it").hangingAtTheEnd()));
    assertThat(ask(dialect, hanging).text()).isEqualTo("All of it");
    assertThat(ask(dialect, hanging).tokens()).isNotEqualTo(Tokens.NONE);
  }

  @Test
  void nobody_waits_long_for_the_mere_end_of_a_connection() throws Exception {
    long begun = System.nanoTime();
    var reply = ask(Dialects.CHAT, text("All of it").hangingAtTheEnd());
    assertThat(reply.text()).isEqualTo("All of it");
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(30));
  }

  @Test
  void a_host_that_there_is_not_is_told_of_as_such() {
    var nowhere = Dialects.CHAT.at(wire, "http://nowhere.invalid");
    var failure =
        catchThrowableOfType(
            ModelException.class, () -> nowhere.ask(Prompt.of("Hello?"), Model.Listener.NONE));
    assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
    assertThat(failure.getMessage()).endsWith(": there is no host of that name.");
  }

  @ParameterizedTest
  @EnumSource
  void where_nobody_is_that_is_said_with_the_address(Dialects dialect) {
    var nobody = dialect.at(wire, "http://127.0.0.1:1");
    var failure =
        catchThrowableOfType(
            ModelException.class, () -> nobody.ask(Prompt.of("Hello?"), Model.Listener.NONE));
    assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
    assertThat(failure.getMessage())
        .contains(" at http://127.0.0.1:1")
        .endsWith(": nobody listens there.");
    assertKeepsTheSecret(failure);
  }

  @ParameterizedTest
  @EnumSource
  void a_key_follows_nobody_to_another_address(Dialects dialect) {
    var failure =
        failure(dialect, dev.retinue.llm.scripted.Turn.redirect(llm.url() + "/v1/messages"));
    assertThat(failure.kind()).isEqualTo(Kind.INVALID);
    assertThat(failure.getMessage()).contains("another address");
    assertThat(llm.exchanges()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void an_interrupted_caller_does_not_wait_and_hangs_up(Dialects dialect) throws Exception {
    assertStopsWhenInterrupted(dialect, dev.retinue.llm.scripted.Turn.hang(), false);
  }

  @ParameterizedTest
  @EnumSource
  void nor_in_the_middle_of_an_answer(Dialects dialect) throws Exception {
    assertStopsWhenInterrupted(dialect, half().hangingInTheMiddle(), true);
  }

  private void assertStopsWhenInterrupted(
      Dialects dialect, dev.retinue.llm.scripted.Turn turn, boolean begun) throws Exception {
    var failures = new ArrayList<Throwable>();
    var heard = new CountDownLatch(1);
    var listener =
        new Model.Listener() {
          @Override
          public void text(String more) {
            heard.countDown();
          }
        };
    var asking =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    dialect.model(wire, llm).ask(prompt(turn), listener);
                  } catch (InterruptedException | RuntimeException e) {
                    failures.add(e);
                  }
                });
    llm.await("Do it.");
    if (begun) {
      heard.await();
    }
    asking.interrupt();
    assertThat(asking.join(Duration.ofSeconds(20))).isTrue();
    assertThat(failures).singleElement().isInstanceOf(InterruptedException.class);
    llm.awaitHangUp("Do it.");
  }
}
