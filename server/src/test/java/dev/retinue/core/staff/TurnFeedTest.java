package dev.retinue.core.staff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Caller;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.Session;
import dev.retinue.core.staff.Sessions.Message;
import dev.retinue.core.staff.TurnFeed.Heard;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import java.nio.file.Path;
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

/// Whoever follows a conversation hears every turn of it once, in order and whole.
final class TurnFeedTest {
  private static final Caller ANNA = new Caller("anna", "anna", Caller.Scope.RUN, null);

  @TempDir private Path folder;
  private final TestClock clock = new TestClock();
  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>(10_000);
  private final BlockingQueue<String> listenedTo = new LinkedBlockingQueue<>(10_000);
  private TestStaff staff;
  private Session session;

  @BeforeEach
  void open() {
    staff =
        TestStaff.in(folder, clock, Rules.DEFAULT)
            .hire("player", "")
            .begin(new ScriptedRuntime(clock));
    session = sessions().open(ANNA, "player", null);
  }

  @AfterEach
  void close() {
    staff.close();
  }

  @Test
  void what_was_said_comes_first_and_then_what_is_yet_to_come() {
    end(send("complete One"));
    try (var _ = follow(10)) {
      assertThat(next(1)).containsExactly("past: complete One");
      end(send("complete Two"));
      assertThat(next(1)).containsExactly("complete Two");
    }
  }

  @Test
  void a_turn_that_is_led_is_heard_from_its_beginning_and_is_not_past() {
    end(send("complete One"));
    var hanging = send("hang");
    try (var _ = follow(10)) {
      assertThat(next(1)).containsExactly("past: complete One");
      staff.staff().stop(ANNA, hanging.id(), "enough");
      assertThat(next(1)).containsExactly("hang");
    }
  }

  @Test
  void of_many_turns_only_the_last_are_heard() {
    for (int i = 1; i <= 5; i++) {
      end(send("complete " + i));
    }
    try (var _ = follow(2)) {
      assertThat(next(2)).containsExactly("past: complete 4", "past: complete 5");
      end(send("complete 6"));
      assertThat(next(1)).containsExactly("complete 6");
    }
  }

  @Test
  void who_is_slow_misses_none_of_a_hundred_turns() {
    var gate = new Semaphore(0);
    try (var _ =
        staff
            .staff()
            .feed()
            .followSession(
                ANNA,
                session.id(),
                10,
                it -> {
                  gate.acquireUninterruptibly();
                  gate.release();
                  return note(it);
                })) {
      var wanted = new ArrayList<String>();
      for (int i = 1; i <= 100; i++) {
        end(send("complete " + i));
        wanted.add("complete " + i);
      }
      gate.release();
      assertThat(next(100)).isEqualTo(wanted);
    }
  }

  @Test
  void messages_that_wait_are_heard_in_their_turn_also_after_one_that_was_stopped_before() {
    var first = send("hang");
    var waits = sendInLine("complete Two");
    var stopped = sendInLine("complete Three");
    staff.staff().stop(ANNA, stopped.id(), "not wanted");
    try (var _ = follow(10)) {
      // Else it may be over before anybody listens.
      assertThat(next(listenedTo, 1)).containsExactly("hang");
      staff.staff().stop(ANNA, first.id(), "enough");
      end(waits);
      assertThat(next(3)).containsExactlyInAnyOrder("hang", "past: complete Three", "complete Two");
    }
  }

  @Test
  void a_turn_that_is_removed_does_not_hold_up_the_next() {
    var hanging = send("hang");
    try (var _ = follow(10)) {
      staff.staff().remove(ANNA, hanging.id());
      end(sendInLine("complete Two"));
      assertThat(next(1)).containsExactly("complete Two");
    }
  }

  @Test
  void a_fork_begins_with_what_was_said_in_its_origin() {
    end(send("complete One"));
    var fork = sessions().fork(ANNA, session.id(), null, null);
    end(send("complete Two"));
    end(sessions().send(ANNA, fork.id(), new Message("complete Three")));
    try (var _ = staff.staff().feed().followSession(ANNA, fork.id(), 10, this::note)) {
      assertThat(next(2)).containsExactly("past: complete One", "past: complete Three");
      end(sessions().send(ANNA, fork.id(), new Message("complete Four")));
      assertThat(next(1)).containsExactly("complete Four");
    }
    assertThat(heard).isEmpty();
  }

  private Sessions sessions() {
    return staff.staff().sessions();
  }

  private Run send(String text) {
    return sessions().send(ANNA, session.id(), new Message(text));
  }

  private Run sendInLine(String text) {
    return sessions().send(ANNA, session.id(), new Message(text, true, Map.of(), null));
  }

  private void end(Run run) {
    staff.await(run.id(), it -> it.ended() && !it.ending());
  }

  private Follower follow(int most) {
    return staff.staff().feed().followSession(ANNA, session.id(), most, this::note);
  }

  /// A turn is noted at its end, and fails to be if something of it is missing.
  private boolean note(Heard turn) {
    listenedTo.add(turn.turn().message());
    for (var recorded : turn.events()) {
      assertThat(recorded.run()).isEqualTo(turn.turn().run().id());
      if (isEnd(recorded.event())) {
        heard.add((turn.past() ? "past: " : "") + turn.turn().message());
      }
    }
    return true;
  }

  private static boolean isEnd(RunEvent event) {
    return event instanceof RunEvent.Completed
        || event instanceof RunEvent.Failed
        || event instanceof RunEvent.Stopped;
  }

  private List<String> next(int count) {
    return next(heard, count);
  }

  private static List<String> next(BlockingQueue<String> queue, int count) {
    var all = new ArrayList<String>();
    try {
      for (int i = 0; i < count; i++) {
        var one = queue.poll(30, TimeUnit.SECONDS);
        assertThat(one).as("after " + all).isNotNull();
        all.add(one);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return all;
  }
}
