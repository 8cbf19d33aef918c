package dev.retinue.cli.top;

import dev.retinue.cli.text.Harmless;
import dev.retinue.cli.text.RunTable;
import dev.retinue.cli.text.Style;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What is to be seen: the runs and one of them chosen, or the log of that one; and below it what
/// is being typed, or the keys. Everything that happens is a key, new runs, or new lines of a log.
public final class Board {
  /// What the keys ask for that the board cannot do itself.
  public sealed interface Wish {
    record Leave() implements Wish {}

    record Stop(String run) implements Wish {}

    record Answer(String run, String need, String text) implements Wish {}
  }

  /// What is shown, and what keys mean therefore.
  private enum Mode {
    LIST,
    LOG,
    STOPPING,
    ANSWERING
  }

  /// What the last line asks about. It stays the same whatever becomes of the rows meanwhile.
  ///
  /// @param need null where it is asked whether to stop the run
  private record Asked(String run, @Nullable String need, String text) {}

  /// Of a log.
  public static final int MOST_LINES = 5000;

  private static final int LONGEST_NOTICE = 500;
  private static final String KEYS = "↑↓ choose  Enter log  s stop  a answer  e ended  q quit";
  private static final String LOG_KEYS = "↑↓ scroll  s stop  a answer  Esc back";

  private final Style style;
  private final List<String> log = new ArrayList<>();
  private List<? extends JsonNode> runs = List.of();
  private Mode mode = Mode.LIST;
  private boolean inLog;
  private boolean ended;
  private @Nullable String chosen;
  private @Nullable Asked asked;
  private String typed = "";
  private String notice = "";
  private boolean away;
  private int back;
  private int page = 10;

  /// @param ended whether those are shown, too, that have ended
  public Board(Style style, boolean ended) {
    this.style = style;
    this.ended = ended;
  }

  public boolean showsEnded() {
    return ended;
  }

  /// The run whose log is open.
  public @Nullable String opened() {
    return inLog ? chosen : null;
  }

  public void show(List<? extends JsonNode> now) {
    runs = now;
    if (away) {
      notice = "";
      away = false;
    }
  }

  /// New lines of the log that is open.
  public void add(List<String> lines) {
    log.addAll(lines);
    if (log.size() > MOST_LINES) {
      log.subList(0, log.size() - MOST_LINES).clear();
    }
  }

  /// Something to read until the next key.
  public void tell(String sentence) {
    notice = Harmless.line(sentence, LONGEST_NOTICE);
    away = false;
  }

  /// Something to read until the next key, or until there is something to show again.
  public void tellAway(String sentence) {
    tell(sentence);
    away = true;
  }

  public @Nullable Wish press(Key key, Instant now) {
    notice = "";
    return switch (mode) {
      case LIST -> pressInList(key, now);
      case LOG -> pressInLog(key);
      case STOPPING -> pressWhenStopping(key);
      case ANSWERING -> pressWhenAnswering(key);
    };
  }

  private @Nullable Wish pressInList(Key key, Instant now) {
    switch (key) {
      case Key.Named.UP -> move(-1, now);
      case Key.Named.DOWN -> move(1, now);
      case Key.Named.PAGE_UP -> move(-page, now);
      case Key.Named.PAGE_DOWN -> move(page, now);
      case Key.Named.ENTER -> open();
      case Key.Named.ESCAPE, Key.Named.BACKSPACE -> {}
      case Key.Typed(var letter) -> {
        switch (letter) {
          case 'q' -> {
            return new Wish.Leave();
          }
          case 'k' -> move(-1, now);
          case 'j' -> move(1, now);
          case 'e' -> ended = !ended;
          default -> act(letter);
        }
      }
    }
    return null;
  }

  private @Nullable Wish pressInLog(Key key) {
    switch (key) {
      case Key.Named.UP -> back = Math.min(back + 1, Math.max(0, log.size() - 1));
      case Key.Named.DOWN -> back = Math.max(0, back - 1);
      case Key.Named.PAGE_UP -> back = Math.min(back + page, Math.max(0, log.size() - 1));
      case Key.Named.PAGE_DOWN -> back = Math.max(0, back - page);
      case Key.Named.ENTER, Key.Named.ESCAPE, Key.Named.BACKSPACE -> close();
      case Key.Typed(var letter) -> {
        if (letter == 'q') {
          close();
        } else {
          act(letter);
        }
      }
    }
    return null;
  }

  private void act(int letter) {
    var run = run(chosen);
    if (letter == 's' && run != null && chosen != null) {
      asked = new Asked(chosen, null, "Stop " + chosen + ", and all that it started? y / n");
      mode = Mode.STOPPING;
    } else if (letter == 'a') {
      if (run == null || chosen == null || run.path("waiting_for").isEmpty()) {
        notice = "It waits for nothing.";
      } else {
        var need = run.path("waiting_for").get(0);
        asked = new Asked(chosen, need.path("id").asString(""), need.path("text").asString(""));
        typed = "";
        mode = Mode.ANSWERING;
      }
    }
  }

  private @Nullable Wish pressWhenStopping(Key key) {
    resume();
    if (asked == null || !(key instanceof Key.Typed(var letter)) || letter != 'y') {
      return null;
    }
    notice = gone(asked);
    return notice.isEmpty() ? new Wish.Stop(asked.run()) : null;
  }

  private @Nullable Wish pressWhenAnswering(Key key) {
    switch (key) {
      case Key.Named.ENTER -> {
        resume();
        if (asked == null || asked.need() == null) {
          return null;
        }
        notice = gone(asked);
        return !notice.isEmpty() || typed.isBlank()
            ? null
            : new Wish.Answer(asked.run(), asked.need(), typed);
      }
      case Key.Named.ESCAPE -> resume();
      case Key.Named.BACKSPACE -> {
        if (!typed.isEmpty()) {
          typed = typed.substring(0, typed.offsetByCodePoints(typed.length(), -1));
        }
      }
      case Key.Named.UP, Key.Named.DOWN, Key.Named.PAGE_UP, Key.Named.PAGE_DOWN -> {}
      case Key.Typed(var letter) -> typed += Character.toString(letter);
    }
    return null;
  }

  private void resume() {
    mode = inLog ? Mode.LOG : Mode.LIST;
  }

  /// Why there is nothing left to ask, or nothing. The question stays until a key ends it: what is
  /// being typed would else be taken for keys of the list.
  private String gone(Asked about) {
    var run = run(about.run());
    if (run == null) {
      return "It has ended.";
    }
    if (about.need() == null) {
      return "";
    }
    for (var need : run.path("waiting_for")) {
      if (need.path("id").asString("").equals(about.need())) {
        return "";
      }
    }
    return "It was answered meanwhile.";
  }

  private void open() {
    if (run(chosen) != null) {
      log.clear();
      back = 0;
      inLog = true;
      mode = Mode.LOG;
    }
  }

  private void close() {
    inLog = false;
    mode = Mode.LIST;
  }

  private void move(int steps, Instant now) {
    var ids =
        table(Style.PLAIN, Size.USUAL).rows(runs, now).stream().map(RunTable.Line::id).toList();
    if (!ids.isEmpty()) {
      int from = Math.max(0, ids.indexOf(chosen));
      chosen = ids.get(Math.clamp(from + steps, 0, ids.size() - 1));
    }
  }

  private @Nullable JsonNode run(@Nullable String id) {
    return runs.stream()
        .filter(it -> it.path("id").asString("").equals(id))
        .findFirst()
        .orElse(null);
  }

  private static RunTable table(Style style, Size size) {
    return new RunTable(style, size.columns()).withBudgets();
  }

  /// All lines of the screen, as many as it has.
  public List<String> draw(Size size, Instant now) {
    var lines = new ArrayList<String>();
    lines.add(style.bold("Retinue") + "  " + Totals.of(runs).line());
    lines.add("");
    var whole = wholeQuestion(size);
    int room = Math.max(1, size.rows() - 4 - whole.size());
    page = Math.max(1, room - 1);
    lines.addAll(inLog ? logLines(room + 1) : boardLines(size, now, room));
    int most = Math.max(1, size.rows()) - 1 - whole.size();
    while (lines.size() < most) {
      lines.add("");
    }
    var shown = new ArrayList<>(lines.subList(0, Math.min(most, lines.size())));
    shown.addAll(whole);
    shown.add(last(size));
    return shown;
  }

  private List<String> boardLines(Size size, Instant now, int room) {
    var rows = table(style, size).rows(runs, now);
    if (rows.isEmpty()) {
      return List.of("Nothing is at work. 'e' shows what has ended.");
    }
    var ids = rows.stream().map(RunTable.Line::id).toList();
    if (chosen == null || !ids.contains(chosen)) {
      chosen = ids.getFirst();
    }
    int at = ids.indexOf(chosen);
    int first = Math.clamp((long) at - room / 2, 0, Math.max(0, rows.size() - room));
    var plain = table(Style.PLAIN, size).rows(runs, now);
    var lines = new ArrayList<String>();
    lines.add(table(style, size).heading());
    for (int i = first; i < Math.min(rows.size(), first + room); i++) {
      lines.add(i == at ? style.reversed(plain.get(i).text()) : rows.get(i).text());
    }
    return lines;
  }

  private List<String> logLines(int room) {
    int end = Math.max(0, log.size() - back);
    return List.copyOf(log.subList(Math.max(0, end - room), end));
  }

  private String last(Size size) {
    return switch (mode) {
      case STOPPING, ANSWERING -> question(asked, size);
      case LIST -> notice.isEmpty() ? style.dim(KEYS) : style.yellow(notice);
      case LOG -> notice.isEmpty() ? style.dim(LOG_KEYS) : style.yellow(notice);
    };
  }

  private String question(@Nullable Asked about, Size size) {
    if (about == null) {
      return "";
    }
    var gone = gone(about);
    if (!gone.isEmpty()) {
      return style.yellow(gone + " Esc back");
    }
    return about.need() == null
        ? style.yellow(about.text())
        : style.yellow(Harmless.asked(about.text(), beside(size)) + " ") + typed + "▏";
  }

  /// How much of a question stands beside its answer.
  private static int beside(Size size) {
    return Math.max(10, size.columns() / 2);
  }

  /// What is asked to its end, on lines of its own where it is too long for the last: who allows
  /// something must have seen all of it.
  private List<String> wholeQuestion(Size size) {
    var about = asked;
    if (mode != Mode.ANSWERING || about == null || !gone(about).isEmpty()) {
      return List.of();
    }
    var text = Harmless.asked(about.text(), Integer.MAX_VALUE);
    if (text.codePointCount(0, text.length()) <= beside(size)) {
      return List.of();
    }
    var lines = Folded.at(text, Math.max(10, size.columns() - 1));
    int most = Math.max(0, size.rows() - 4);
    if (lines.size() > most) {
      var rest = "… and more: 'retinue answer' shows all of it. Esc back";
      lines =
          Stream.concat(lines.stream().limit(Math.max(0, most - 1)), Stream.of(rest))
              .limit(most)
              .toList();
    }
    return lines.stream().map(style::yellow).toList();
  }

  /// The same once, for who does not watch.
  public static List<String> once(
      List<? extends JsonNode> runs, Style style, int width, Instant now) {
    var lines = new ArrayList<String>();
    lines.add(Totals.of(runs).line());
    lines.addAll(table(style, new Size(width, 24)).lines(runs, now));
    return lines;
  }
}
