package dev.retinue.toolset.journal;

import dev.retinue.core.Caller;
import dev.retinue.core.Recorded;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.staff.Bells;
import dev.retinue.core.staff.Feed;
import dev.retinue.core.staff.Follower;
import dev.retinue.core.staff.Staff;
import dev.retinue.core.staff.Trouble;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Follows everything that happens, and has journals written and readers told.
///
/// Where it has come to is kept, so that it goes on from there after a restart: what happened while
/// nobody looked is looked after then.
final class Keeper implements AutoCloseable {
  private static final Duration BETWEEN = Duration.ofSeconds(1);

  private final Staff staff;
  private final JournalFiles files;
  private final Rounds<JournalName> journals;
  private final Rounds<RunId> runs;
  private volatile long read;
  // At the end one could not be written: the next start reads from where it was.
  private volatile boolean givenUp;
  private @Nullable Follower follower;
  private Bells.Listening removals = () -> {};

  /// Renders a journal, and writes it.
  @FunctionalInterface
  interface Writing {
    void write(JournalName name) throws IOException;
  }

  /// @param tell says that a run has changed
  Keeper(Staff staff, JournalFiles files, Writing writing, Consumer<Run> tell) {
    this.staff = staff;
    this.files = files;
    this.journals = new Rounds<>("journal", BETWEEN, name -> writeAndNote(name, writing));
    this.runs =
        new Rounds<>(
            "run-updates",
            BETWEEN,
            id -> staff.visible(Caller.owner(), Set.of(id)).values().forEach(tell));
  }

  void begin() {
    long end = staff.feed().end();
    read = Math.min(end, files.cursor(end));
    journals.begin();
    runs.begin();
    // What was let go by its age is not told to anybody: all that is there is looked at.
    Thread.ofVirtual().name("journals").start(this::markAll);
    removals = staff.feed().onAnyRemoval(run -> journals.mark(JournalName.of(run), false));
    follower = staff.feed().followAll(Caller.owner(), read, new Taking());
  }

  private void markAll() {
    files.names().forEach(name -> journals.mark(name, false));
  }

  private final class Taking implements Feed.Sink {
    @Override
    public boolean take(List<Recorded> events, long cursor) {
      var ids = events.stream().map(Recorded::run).collect(Collectors.toSet());
      var ended =
          events.stream()
              .filter(recorded -> ends(recorded.event()))
              .map(Recorded::run)
              .collect(Collectors.toSet());
      var touched = new HashSet<JournalName>();
      for (var run : staff.visible(Caller.owner(), ids).values()) {
        touched.add(JournalName.of(run));
        runs.mark(run.id(), ended.contains(run.id()));
      }
      touched.forEach(name -> journals.mark(name, false));
      read = cursor;
      return true;
    }
  }

  private static boolean ends(RunEvent event) {
    return event instanceof RunEvent.Completed
        || event instanceof RunEvent.Failed
        || event instanceof RunEvent.Stopped;
  }

  private void writeAndNote(JournalName name, Writing writing) {
    long before = read;
    try {
      writing.write(name);
      // All that was read until then is written, if nothing is left to do but what came meanwhile.
      if (journals.isLast() && !givenUp) {
        files.keepCursor(before);
      }
    } catch (IOException | RetinueException e) {
      Trouble.note("a journal could not be written, and is tried again soon", e);
      if (!journals.mark(name, false)) {
        givenUp = true;
      }
    }
  }

  /// Journals that were written until now have all that happened until now.
  @Override
  public void close() {
    removals.close();
    if (follower != null) {
      follower.close();
    }
    journals.close();
    runs.close();
  }
}
