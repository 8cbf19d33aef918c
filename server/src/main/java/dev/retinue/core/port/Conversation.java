package dev.retinue.core.port;

import dev.retinue.core.Recorded;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import java.util.List;

/// What was said before in the session of a run; nothing for a run without one.
public interface Conversation {
  /// Where nothing was said.
  Conversation NONE =
      new Conversation() {
        @Override
        public Iterable<Run> runs() {
          return List.of();
        }

        @Override
        public Turn turn(Run run) {
          return new Turn(run, "");
        }

        @Override
        public Iterable<Turn> backwards() {
          return List.of();
        }

        @Override
        public Iterable<Turn> backwards(RunId from) {
          return List.of();
        }

        @Override
        public List<Recorded> events(RunId turn, long after, int most) {
          return List.of();
        }
      };

  /// A message and the run that answered it.
  record Turn(Run run, String message) {}

  /// The runs of its turns, the newest first, without what was asked.
  Iterable<Run> runs();

  /// The same one with what was asked.
  Turn turn(Run run);

  /// Its turns, the newest first; each of them is looked up when it is asked for.
  Iterable<Turn> backwards();

  /// The same from this turn on, which is the first of them; nothing if it is none of them. Those
  /// that came after it are not looked at.
  Iterable<Turn> backwards(RunId from);

  /// What happened in one of them after this sequence number.
  List<Recorded> events(RunId turn, long after, int most);
}
