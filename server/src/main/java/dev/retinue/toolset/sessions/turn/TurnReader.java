package dev.retinue.toolset.sessions.turn;

import dev.retinue.core.Recorded;
import dev.retinue.core.Run;
import java.util.List;
import java.util.function.Consumer;

/// Reads all that happened in a turn.
public final class TurnReader {
  private static final int PAGE = 500;

  private TurnReader() {}

  /// Where it is kept.
  @FunctionalInterface
  public interface Source {
    List<Recorded> events(long after, int most);
  }

  /// From its beginning to its newest event.
  public static void read(Run run, Source source, Consumer<TurnEvent> reader) {
    var story = new TurnStory(run);
    long after = 0;
    List<Recorded> page;
    do {
      page = source.events(after, PAGE);
      for (var recorded : page) {
        after = recorded.sequence();
        story.tell(recorded).forEach(reader);
      }
    } while (page.size() == PAGE);
  }
}
