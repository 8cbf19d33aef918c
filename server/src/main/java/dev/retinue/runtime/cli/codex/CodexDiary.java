package dev.retinue.runtime.cli.codex;

import dev.retinue.core.Usage;
import dev.retinue.runtime.cli.Lines;
import dev.retinue.runtime.cli.Seen;
import dev.retinue.runtime.cli.Tail;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Reads what codex prints, and with every line of it what codex has written into the diary of its
/// session meanwhile: there it says after each answer of its model what it has used in all, and
/// prints that only at its end, when a budget was crossed long ago.
///
/// Whatever is not as expected says nothing.
final class CodexDiary implements Lines {
  /// Below the folder are years, months and days.
  private static final int DEPTH = 4;

  /// Of a session that goes on for long only the end is read.
  private static final long LAST_PART = 4L << 20;

  /// It is there at once or soon; whoever has none is not searched for with every line.
  private static final int MOST_SEARCHES = 20;

  private static final String SIGN = "\"token_count\"";
  private static final Lines WRITTEN = Lines.ofJson(CodexDiary::used);

  private final Lines printed;
  private final @Nullable Path sessions;
  private String session = "";
  private int searches;
  private @Nullable Tail tail;
  private @Nullable Usage total;

  /// @param sessions where the diaries are, if that is known
  CodexDiary(Lines printed, Optional<Path> sessions) {
    this.printed = printed;
    this.sessions = sessions.orElse(null);
  }

  /// Where they are for one that was started with this environment.
  static Optional<Path> sessions(Map<String, String> environment) {
    var own = Optional.ofNullable(environment.get("CODEX_HOME")).map(Path::of);
    var home = Optional.ofNullable(environment.get("HOME")).map(it -> Path.of(it, ".codex"));
    return own.or(() -> home).map(it -> it.resolve("sessions"));
  }

  @Override
  public List<Seen> read(String line) {
    var seen = new ArrayList<>(printed.read(line));
    for (var it : seen) {
      if (it instanceof Seen.Begun(var id, var _, var _)) {
        session = id;
      }
    }
    if (tail == null && !session.isBlank() && searches < MOST_SEARCHES) {
      searches++;
      tail = open();
    }
    var before = total;
    look();
    if (total != null && !total.equals(before)) {
      seen.addFirst(new Seen.Spent(total));
    }
    return seen;
  }

  private @Nullable Tail open() {
    if (sessions == null) {
      return null;
    }
    var ending = "-" + session + ".jsonl";
    try (var files =
        Files.find(
            sessions,
            DEPTH,
            (path, it) -> it.isRegularFile() && path.getFileName().toString().endsWith(ending))) {
      var file = files.findFirst();
      return file.isEmpty()
          ? null
          : new Tail(file.get(), Math.max(0, Files.size(file.get()) - LAST_PART));
    } catch (IOException e) {
      return null;
    }
  }

  private void look() {
    if (tail == null) {
      return;
    }
    try {
      for (var piece = tail.read(); piece.length > 0; piece = tail.read()) {
        tail.split(piece, this::note);
      }
    } catch (IOException e) {
      close();
    }
  }

  @Override
  public void close() {
    if (tail != null) {
      tail.close();
      tail = null;
    }
  }

  private void note(String line) {
    if (line.contains(SIGN)) {
      for (var seen : WRITTEN.read(line)) {
        if (seen instanceof Seen.Spent(var all)) {
          total = all;
        }
      }
    }
  }

  private static List<Seen> used(JsonNode line) {
    var usage = line.at("/payload/info/total_token_usage");
    return usage.isObject() ? List.of(new Seen.Spent(CodexLines.spent(usage))) : List.of();
  }
}
