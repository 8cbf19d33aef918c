package dev.retinue.runtime.cli;

import dev.retinue.core.Run;
import dev.retinue.core.State;
import dev.retinue.core.port.Conversation.Turn;
import dev.retinue.core.port.Work;
import java.util.ArrayList;
import java.util.Collections;

/// What a program is told of the session in which it is to answer: nothing of what stands in its
/// own session, and the words of all that was said otherwise.
public final class Acquaintance {
  private static final int LONGEST = 100_000;
  private static final int LONGEST_WORDS = 20_000;
  private static final String FOLLOWS = "follows";

  private Acquaintance() {}

  /// Whether a run answers a message of a session.
  static boolean isTalk(Run run) {
    return run.commission().terms().session() != null;
  }

  /// The message, after what was said before it.
  static String message(Work work) {
    return Wording.MESSAGE + before(work) + work.prompt();
  }

  /// What was said before the message, as far as whoever answers it does not know it; empty if that
  /// is nothing.
  public static String before(Work work) {
    var known = work.run().facts().get(FOLLOWS);
    var said = new ArrayList<String>();
    int characters = 0;
    for (var turn : work.conversation().backwards()) {
      if (turn.run().id().text().equals(known)) {
        break;
      }
      var words = words(turn);
      characters += words.length();
      if (characters > LONGEST) {
        said.add("[What was said before is left out here.]");
        break;
      }
      said.add(words);
    }
    Collections.reverse(said);
    return said.isEmpty()
        ? ""
        : "[This was said in our conversation before:]\n\n%s\n\n[And now:]\n\n"
            .formatted(String.join("\n\n", said));
  }

  private static String words(Turn turn) {
    var run = turn.run();
    var answer =
        switch (run.state()) {
          case State.Completed(var _, var summary, var _) -> summary;
          case State.Failed(var _, var _, var why) -> "(did not answer: %s)".formatted(why);
          case State.Stopped(var _, var why) -> "(was stopped: %s)".formatted(why);
          case State.Ready _, State.Queued _, State.Running _, State.Waiting _ -> "(is at work)";
        };
    return "User: %s\n\n%s: %s"
        .formatted(shortened(turn.message()), run.commission().agent().name(), shortened(answer));
  }

  private static String shortened(String text) {
    return text.length() <= LONGEST_WORDS ? text : text.substring(0, LONGEST_WORDS) + " […]";
  }
}
