package dev.retinue.toolset.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.Caller;
import dev.retinue.core.Recorded;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.Session;
import dev.retinue.core.port.Conversation;
import dev.retinue.core.staff.Sessions;
import dev.retinue.core.staff.Sessions.Message;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import dev.retinue.toolset.lifecycle.Results;
import dev.retinue.toolset.sessions.turn.History;
import dev.retinue.toolset.sessions.turn.HistoryMessage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A long conversation, read page by page from its end.
class HistoryPagesTest {
  private static final Caller ANNA = new Caller("anna", "anna", Caller.Scope.RUN, null);
  private static final int TURNS = 12;

  @TempDir private Path folder;

  /// Counts the turns that are looked at.
  private static final class Counted implements Conversation {
    private final Conversation said;
    private int looked;

    Counted(Conversation said) {
      this.said = said;
    }

    @Override
    public Iterable<Run> runs() {
      return said.runs();
    }

    @Override
    public Turn turn(Run run) {
      return said.turn(run);
    }

    @Override
    public Iterable<Turn> backwards() {
      return counted(said.backwards());
    }

    @Override
    public Iterable<Turn> backwards(RunId from) {
      return counted(said.backwards(from));
    }

    private Iterable<Turn> counted(Iterable<Turn> turns) {
      return () -> {
        var each = turns.iterator();
        return new Iterator<>() {
          @Override
          public boolean hasNext() {
            return each.hasNext();
          }

          @Override
          public Turn next() {
            looked++;
            return each.next();
          }
        };
      };
    }

    @Override
    public List<Recorded> events(RunId turn, long after, int most) {
      return said.events(turn, after, most);
    }
  }

  @Test
  void each_page_looks_only_at_the_turns_that_it_shows() {
    var clock = new TestClock();
    try (var staff =
        TestStaff.in(folder, clock).hire("player", "").begin(new ScriptedRuntime(clock))) {
      var sessions = staff.staff().sessions();
      var session = talk(staff, sessions);
      var now = sessions.require(ANNA, session.id());
      var all = new ArrayList<String>();
      String before = null;
      do {
        var counted = new Counted(sessions.conversation(ANNA, session.id()));
        var page = new History(counted, new Results(staff.staff()), 4, 100_000).read(now, before);
        page.messages().reversed().stream().map(HistoryMessage::content).forEach(all::add);
        before = page.before();
        assertThat(counted.looked).isLessThanOrEqualTo(3);
      } while (before != null);
      var wanted = new ArrayList<String>();
      for (int i = TURNS - 1; i >= 0; i--) {
        wanted.addAll(List.of("Answer " + i, "complete Answer " + i));
      }
      assertThat(all).isEqualTo(wanted);
      var nowhere = "agent-aaaaaaaaaaaaaaaaaaaaaaaaaa:1";
      var said = sessions.conversation(ANNA, session.id());
      assertThatThrownBy(
              () -> new History(said, new Results(staff.staff()), 4, 100_000).read(now, nowhere))
          .hasMessageContaining("is no place in this session");
    }
  }

  private static Session talk(TestStaff staff, Sessions sessions) {
    var session = sessions.open(ANNA, "player", null);
    for (int i = 0; i < TURNS; i++) {
      var run = sessions.send(ANNA, session.id(), new Message("complete Answer " + i));
      staff.await(run.id(), it -> it.ended() && !it.ending());
    }
    return session;
  }
}
