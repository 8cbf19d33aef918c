package dev.retinue.cli.connect;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// A TOML text in which one table is changed, and nothing else: comments, order and spaces stay as
/// somebody wrote them.
record TomlText(String text) {

  /// The table of that name as it stands there, with those below it; the values as they are
  /// written.
  Optional<Map<String, String>> find(List<String> path) {
    var tables = tablesOf(path);
    if (tables.isEmpty()) {
      return Optional.empty();
    }
    var found = new LinkedHashMap<String, String>();
    for (var table : tables) {
      var below = table.path().subList(path.size(), table.path().size());
      for (var pair : table.pairs()) {
        var key = new ArrayList<>(below);
        key.addAll(pair.key());
        found.put(String.join(".", key), text.substring(pair.value(), pair.end()));
      }
    }
    return Optional.of(found);
  }

  /// The same with these values in that table. Others that it has stay, but for the dropped.
  ///
  /// @param values by key, as they are to be written
  TomlText with(List<String> path, Map<String, String> values, Set<String> dropped) {
    var found = tablesOf(path).stream().filter(it -> it.path().equals(path)).findFirst();
    if (found.isEmpty()) {
      return appended(path, values);
    }
    var missing = new LinkedHashMap<>(values);
    var changed = this;
    for (var pair : found.get().pairs().reversed()) {
      var key = String.join(".", pair.key());
      var value = missing.remove(key);
      if (value != null) {
        changed = changed.edit(pair.value(), pair.end(), value);
      } else if (dropped.contains(key)) {
        changed = changed.withoutLine(pair);
      }
    }
    int end = changed.lineEnd(tableNow(changed, path).end());
    return changed.edit(end, end, missing.isEmpty() ? "" : newline() + lines(missing));
  }

  /// The same without that table, and without those below it.
  TomlText without(List<String> path) {
    var changed = this;
    for (var table : tablesOf(path).reversed()) {
      changed = changed.without(table);
    }
    return changed;
  }

  private TomlText without(TomlScan.Table table) {
    int end = lineEnd(table.end());
    while (end < text.length() && "\r\n".indexOf(text.charAt(end)) >= 0) {
      end++;
    }
    int start = end == text.length() ? beforeEmptyLine(table.start()) : table.start();
    return edit(start, end, "");
  }

  /// The same with that table, and those below it, as they are written in another text.
  TomlText like(TomlText former, List<String> path) {
    var theirs = new LinkedHashMap<List<String>, String>();
    for (var table : former.tablesOf(path)) {
      int end = former.lineEnd(table.end());
      theirs.put(table.path(), former.text.substring(table.start(), end));
    }
    var changed = this;
    for (var table : tablesOf(path).reversed()) {
      var written = theirs.remove(table.path());
      changed =
          written == null
              ? changed.without(table)
              : changed.edit(table.start(), changed.lineEnd(table.end()), written);
    }
    for (var written : theirs.values()) {
      changed = changed.with(path, written);
    }
    return changed;
  }

  /// With one more behind those of that name, else at the end.
  private TomlText with(List<String> path, String table) {
    var there = tablesOf(path);
    if (there.isEmpty()) {
      return atEnd(table + newline());
    }
    int end = lineEnd(there.getLast().end());
    return edit(end, end, newline() + newline() + table);
  }

  /// The empty line before the last table came with it.
  private int beforeEmptyLine(int place) {
    var empty = newline();
    return place > 0 && text.substring(0, place).endsWith(empty + empty)
        ? place - empty.length()
        : place;
  }

  private List<TomlScan.Table> tablesOf(List<String> path) {
    var found = new ArrayList<TomlScan.Table>();
    for (var table : TomlScan.tables(text)) {
      if (beginsWith(table.path(), path)) {
        if (table.many()) {
          throw new Unreadable(
              Unreadable.line(text, table.start()), "'%s' is a list".formatted(name(path)));
        }
        found.add(table);
      }
      for (var pair : table.pairs()) {
        var whole = new ArrayList<>(table.path());
        whole.addAll(pair.key());
        boolean inside = beginsWith(table.path(), path);
        if (!inside && (beginsWith(whole, path) || beginsWith(path, whole))) {
          throw new Unreadable(
              Unreadable.line(text, pair.start()),
              "'%s' has no table of its own, [%s]".formatted(name(whole), name(path)));
        }
      }
    }
    long own = found.stream().filter(it -> it.path().equals(path)).count();
    if (own > 1) {
      throw new Unreadable(
          Unreadable.line(text, found.getLast().start()),
          "[%s] is there twice".formatted(name(path)));
    }
    return found;
  }

  private static TomlScan.Table tableNow(TomlText text, List<String> path) {
    return text.tablesOf(path).stream()
        .filter(it -> it.path().equals(path))
        .findFirst()
        .orElseThrow();
  }

  private static boolean beginsWith(List<String> whole, List<String> beginning) {
    return whole.size() >= beginning.size() && whole.subList(0, beginning.size()).equals(beginning);
  }

  private TomlText appended(List<String> path, Map<String, String> values) {
    var table = "[%s]%s%s%s".formatted(name(path), newline(), lines(values), newline());
    // Tables below it may stand there already: before them is the place of this one.
    var below = tablesOf(path).stream().findFirst();
    if (below.isPresent()) {
      return edit(below.get().start(), below.get().start(), table + newline());
    }
    return atEnd(table);
  }

  private TomlText atEnd(String table) {
    if (text.isBlank()) {
      return new TomlText(table);
    }
    var gap = text.endsWith("\n") ? newline() : newline() + newline();
    return new TomlText(text + gap + table);
  }

  private String lines(Map<String, String> values) {
    return values.entrySet().stream()
        .map(it -> TomlValue.key(it.getKey()) + " = " + it.getValue())
        .collect(Collectors.joining(newline()));
  }

  private TomlText withoutLine(TomlScan.Pair pair) {
    int start = text.lastIndexOf('\n', pair.start()) + 1;
    int end = lineEnd(pair.end());
    return edit(start, Math.min(text.length(), end + newlineAt(end)), "");
  }

  private int newlineAt(int place) {
    return text.startsWith("\r\n", place) ? 2 : 1;
  }

  private int lineEnd(int place) {
    int end = text.indexOf('\n', place);
    if (end < 0) {
      return text.length();
    }
    return end > 0 && text.charAt(end - 1) == '\r' ? end - 1 : end;
  }

  private static String name(List<String> path) {
    return path.stream().map(TomlValue::key).collect(Collectors.joining("."));
  }

  private String newline() {
    return text.contains("\r\n") ? "\r\n" : "\n";
  }

  private TomlText edit(int from, int to, String replacement) {
    return new TomlText(text.substring(0, from) + replacement + text.substring(to));
  }
}
