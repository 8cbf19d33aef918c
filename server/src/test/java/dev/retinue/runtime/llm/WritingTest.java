package dev.retinue.runtime.llm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Masked;
import dev.retinue.core.Recorded;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.Written;
import dev.retinue.core.staff.Feed;
import dev.retinue.core.staff.Follower;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.testing.TestStaff;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a model writes is seen before it is said, and never after.
final class WritingTest {
  private static final String GATE = "pieces";
  private static final String TEXT = "Otters swim at night.";

  @TempDir private Path folder;
  private final BlockingQueue<String> seen = new LinkedBlockingQueue<>(10_000);
  private Thinkers thinkers;

  @BeforeEach
  void open() {
    thinkers = Thinkers.brisk(folder, RecordingTool.echo("echo"));
  }

  @AfterEach
  void close() {
    thinkers.close();
  }

  @Test
  void the_first_half_is_seen_before_the_second_is_written() {
    var id = thinkers.start(Turn.text(TEXT).gated(2, GATE), Thinkers.complete("Done."));
    try (var _ = follow(id)) {
      var first = next();
      assertThat(first).startsWith("draft 0: Otters");
      goOn();
      var half = first.substring("draft 0: ".length());
      assertThat(next())
          .isEqualTo("draft %d: ".formatted(half.length()) + TEXT.substring(half.length()));
      goOn();
      assertThat(next()).isEqualTo("said: " + TEXT);
    }
  }

  @Test
  void a_secret_is_masked_while_it_is_written_also_where_one_piece_has_half_of_it() {
    Masked.know("canary-of-the-draft-4711");
    var text = "It is canary-of-the-draft-4711 ok.";
    var id = thinkers.start(Turn.text(text).gated(2, GATE), Thinkers.complete("Done."));
    try (var _ = follow(id)) {
      assertThat(next()).isEqualTo("draft 0: It is ");
      goOn();
      assertThat(next()).isEqualTo("draft 6: *** ok.");
      goOn();
      assertThat(next()).isEqualTo("said: It is *** ok.");
    }
  }

  @Test
  void who_comes_late_sees_what_is_written_so_far_in_one_piece() {
    var id = thinkers.start(Turn.text(TEXT).gated(3, GATE), Thinkers.complete("Done."));
    try (var _ = follow(id)) {
      var pieces = new StringBuilder(next().substring("draft 0: ".length()));
      goOn();
      var second = next();
      pieces.append(second.substring(second.indexOf(": ") + 2));
      try (var _ = follow(id)) {
        assertThat(next()).isEqualTo("draft 0: " + pieces);
      }
    }
  }

  @Test
  void an_answer_that_breaks_off_is_begun_anew() {
    var broken = Turn.text(TEXT).gated(2, GATE).dropping().times(1);
    var id = thinkers.start(broken, Thinkers.complete("Done."));
    try (var _ = follow(id)) {
      var first = next();
      assertThat(first).startsWith("draft 0: Otters");
      goOn();
      assertThat(next()).startsWith("noted: ").contains("asked again");
      assertThat(next()).isEqualTo(first);
      goOn();
      goOn();
      var rest = next();
      assertThat(rest.startsWith("draft ") ? next() : rest).isEqualTo("said: " + TEXT);
    }
  }

  @Test
  void what_is_written_next_never_comes_before_what_was_said() {
    var echo = Turn.tool("echo", Map.of("word", "x"));
    var id =
        thinkers.start(
            Turn.text("One.").gated(1, GATE),
            echo,
            Turn.text("Two.").gated(1, GATE),
            Thinkers.complete("Done."));
    try (var _ = follow(id)) {
      assertThat(next()).isEqualTo("draft 0: One.");
      goOn();
      assertThat(next()).isEqualTo("said: One.");
      assertThat(next()).isEqualTo("draft 0: Two.");
      goOn();
      assertThat(next()).isEqualTo("said: Two.");
    }
  }

  @Test
  void many_small_pieces_are_a_few_large_ones() {
    var text = "0123456789".repeat(30);
    var id =
        thinkers.start(
            Turn.text(text).inPieces(300, Duration.ofMillis(2)), Thinkers.complete("Done."));
    long begun = System.nanoTime();
    var all = new StringBuilder();
    int pieces = 0;
    try (var _ = follow(id)) {
      for (var one = next(); one.startsWith("draft "); one = next()) {
        assertThat(one).startsWith("draft %d: ".formatted(all.length()));
        all.append(one.substring(one.indexOf(": ") + 2));
        pieces++;
      }
    }
    long tenths = (System.nanoTime() - begun) / 100_000_000;
    assertThat(text).startsWith(all);
    assertThat(pieces).isBetween(1, (int) tenths + 2);
  }

  @Test
  void who_reads_slowly_slows_only_itself_and_gets_it_in_larger_pieces() {
    var gate = new Semaphore(0);
    var slow = new LinkedBlockingQueue<String>();
    var id = thinkers.start(Turn.text(TEXT).gated(3, GATE), Thinkers.complete("Done."));
    try (var _ =
            feed()
                .follow(
                    TestStaff.OWNER,
                    id,
                    0,
                    (_, _) -> true,
                    piece -> {
                      slow.add(piece.text());
                      gate.acquireUninterruptibly();
                      return true;
                    });
        var _ = follow(id)) {
      next();
      goOn();
      next();
      goOn();
      next();
      gate.release(2);
      var first = next(slow);
      assertThat(next(slow)).isEqualTo(TEXT.substring(first.length()));
      goOn();
      assertThat(next()).isEqualTo("said: " + TEXT);
      gate.release(100);
    }
  }

  @Test
  void after_a_death_it_is_begun_anew() {
    var id = thinkers.start(Turn.text(TEXT).gated(2, GATE), Thinkers.complete("Done."));
    String first;
    try (var _ = follow(id)) {
      first = next();
    }
    thinkers.killAndReopen();
    try (var _ = follow(id)) {
      assertThat(next()).isEqualTo(first);
      // Three, because the one who is dead may still hear a piece.
      goOn();
      goOn();
      goOn();
      var rest = next();
      assertThat(rest.startsWith("draft ") ? next() : rest).isEqualTo("said: " + TEXT);
    }
  }

  @Test
  void what_is_too_long_is_written_so_far_and_said_whole() {
    var id = thinkers.start(Turn.big(200_000).gated(1, GATE), Thinkers.complete("Done."));
    try (var _ = follow(id)) {
      assertThat(next()).hasSize("draft 0: ".length() + (1 << 17));
      goOn();
      assertThat(next()).hasSize("said: ".length() + 200_000);
    }
  }

  @Test
  void only_the_whole_text_is_recorded() {
    var id = thinkers.start(Turn.text(TEXT).gated(2, GATE), Thinkers.complete("Done."));
    goOn();
    goOn();
    var run = thinkers.staff().awaitEnd(id);
    assertThat(thinkers.events(run, RunEvent.Said.class))
        .extracting(RunEvent.Said::text)
        .containsExactly(TEXT);
    try (var _ = follow(id)) {
      assertThat(next()).isEqualTo("said: " + TEXT);
    }
  }

  @Test
  void who_does_not_ask_for_it_is_told_nothing() throws InterruptedException {
    var id = thinkers.start(Turn.text(TEXT).gated(2, GATE), Thinkers.complete("Done."));
    var events = new LinkedBlockingQueue<Recorded>(1000);
    try (var plain = feed().follow(TestStaff.OWNER, id, 0, (more, _) -> events.addAll(more));
        var _ = follow(id)) {
      next();
      plain.awaitIdle();
      assertThat(events).noneMatch(it -> it.event() instanceof RunEvent.Said);
    }
  }

  @Test
  void what_a_stopped_agent_wrote_is_gone() throws InterruptedException {
    var id = thinkers.start(Turn.text(TEXT).gated(2, GATE));
    try (var _ = follow(id)) {
      next();
    }
    thinkers.stop(id);
    thinkers.staff().await(id, Run::ended);
    var late = new ArrayList<Written>();
    try (var following = follow(id, late)) {
      following.awaitIdle();
      assertThat(late).isEmpty();
    }
    goOn();
    goOn();
  }

  private Feed feed() {
    return thinkers.staff().staff().feed();
  }

  private void goOn() {
    thinkers.llm().goOn(GATE);
  }

  private Follower follow(RunId id) {
    return feed()
        .follow(
            TestStaff.OWNER,
            id,
            0,
            (events, _) -> note(events),
            piece -> seen.add("draft %d: %s".formatted(piece.offset(), piece.text())));
  }

  private Follower follow(RunId id, List<Written> pieces) {
    return feed().follow(TestStaff.OWNER, id, 0, (_, _) -> true, pieces::add);
  }

  private boolean note(List<Recorded> events) {
    for (var recorded : events) {
      switch (recorded.event()) {
        case RunEvent.Said(var _, var text) -> seen.add("said: " + text);
        case RunEvent.Noted(var _, var text) -> seen.add("noted: " + text);
        default -> {}
      }
    }
    return true;
  }

  private String next() {
    return next(seen);
  }

  private static String next(BlockingQueue<String> queue) {
    try {
      var one = queue.poll(30, TimeUnit.SECONDS);
      assertThat(one).as("nothing came").isNotNull();
      return one;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
