package dev.retinue.runtime.llm.kit.file;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A pattern of names as shells have it: `*` and `?` stay within a name, `**` does not, and there
/// are `[a-z]` and `{one,other}`. It takes no longer than pattern times name, whatever is in
/// either.
///
/// @param ways what it may be, with each of the words in brackets
record NamePattern(List<List<Part>> ways) {
  private static final int MOST_WAYS = 64;
  private static final char BETWEEN_NAMES = '/';

  NamePattern {
    ways = List.copyOf(ways);
  }

  /// A part of it.
  ///
  /// @param many whether it stands for any number of characters
  record Part(Fit fit, boolean many) {}

  private interface Fit {
    boolean of(char next);
  }

  /// Nothing if it is none.
  static Optional<NamePattern> find(String written) {
    var ways = new ArrayList<List<Part>>();
    for (var plain : withoutBraces(written)) {
      var parts = parts(plain);
      if (parts.isEmpty()) {
        return Optional.empty();
      }
      ways.add(parts.get());
    }
    return ways.isEmpty() ? Optional.empty() : Optional.of(new NamePattern(ways));
  }

  /// One for each word; none if there are too many, or one does not end.
  private static List<String> withoutBraces(String written) {
    var open = new ArrayList<>(List.of(written));
    for (int i = 0; i < open.size() && open.size() <= MOST_WAYS; ) {
      var text = open.get(i);
      int from = text.indexOf('{');
      int to = text.indexOf('}', from);
      if (from < 0) {
        i++;
      } else if (to < 0) {
        return List.of();
      } else {
        open.remove(i);
        for (var word : text.substring(from + 1, to).split(",", -1)) {
          open.add(text.substring(0, from) + word + text.substring(to + 1));
        }
      }
    }
    return open.size() <= MOST_WAYS ? open : List.of();
  }

  private static Optional<List<Part>> parts(String plain) {
    var parts = new ArrayList<Part>();
    for (int i = 0; i < plain.length(); i++) {
      char next = plain.charAt(i);
      if (next == '[') {
        int end = plain.indexOf(']', i + 2);
        if (end < 0) {
          return Optional.empty();
        }
        parts.add(new Part(oneOf(plain.substring(i + 1, end)), false));
        i = end;
      } else if (plain.startsWith("**", i)) {
        parts.add(new Part(_ -> true, true));
        i++;
      } else if (next == '*' || next == '?') {
        parts.add(new Part(it -> it != BETWEEN_NAMES, next == '*'));
      } else {
        parts.add(new Part(it -> it == next, false));
      }
    }
    return Optional.of(parts);
  }

  private static Fit oneOf(String inside) {
    boolean others = inside.startsWith("!") || inside.startsWith("^");
    var set = others ? inside.substring(1) : inside;
    return next -> {
      boolean found = false;
      for (int i = 0; i < set.length(); i++) {
        boolean range = i + 2 < set.length() && set.charAt(i + 1) == '-';
        char last = set.charAt(range ? i + 2 : i);
        found |= next >= set.charAt(i) && next <= last;
        i += range ? 2 : 0;
      }
      return next != BETWEEN_NAMES && found != others;
    };
  }

  boolean matches(String name) {
    return ways.stream().anyMatch(parts -> matches(parts, name));
  }

  /// All places of the pattern at which one can be, character by character.
  private static boolean matches(List<Part> parts, String name) {
    var at = new boolean[parts.size() + 1];
    at[0] = true;
    skip(parts, at);
    for (int i = 0; i < name.length(); i++) {
      var next = new boolean[at.length];
      for (int place = 0; place < parts.size(); place++) {
        var part = parts.get(place);
        if (at[place] && part.fit.of(name.charAt(i))) {
          next[part.many ? place : place + 1] = true;
        }
      }
      skip(parts, next);
      at = next;
    }
    return at[parts.size()];
  }

  /// What stands for any number of characters may stand for none.
  private static void skip(List<Part> parts, boolean[] at) {
    for (int place = 0; place < parts.size(); place++) {
      at[place + 1] |= at[place] && parts.get(place).many;
    }
  }
}
