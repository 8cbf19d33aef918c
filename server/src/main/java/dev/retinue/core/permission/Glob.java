package dev.retinue.core.permission;

import java.util.ArrayList;
import java.util.List;

/// A pattern of characters: `*` stands for any number of them, and a backslash takes the meaning
/// from what follows. It takes no longer than pattern times text, whatever is in either.
final class Glob {
  private static final int STAR = -1;

  /// Characters, and [#STAR] in between.
  private final int[] parts;

  private Glob(int[] parts) {
    this.parts = parts;
  }

  static Glob of(String pattern) {
    var parts = new ArrayList<Integer>();
    for (int i = 0; i < pattern.length(); i++) {
      char next = pattern.charAt(i);
      if (next == '\\' && i + 1 < pattern.length()) {
        parts.add((int) pattern.charAt(++i));
      } else {
        parts.add(next == '*' ? STAR : (int) next);
      }
    }
    return new Glob(parts.stream().mapToInt(Integer::intValue).toArray());
  }

  boolean matches(String text, boolean ignoringCase) {
    int at = 0;
    int part = 0;
    int star = -1;
    int resume = 0;
    while (at < text.length()) {
      if (part < parts.length && parts[part] == STAR) {
        star = part++;
        resume = at;
      } else if (part < parts.length && same(parts[part], text.charAt(at), ignoringCase)) {
        part++;
        at++;
      } else if (star >= 0) {
        // The last star takes one more; what earlier ones took need never be reconsidered.
        part = star + 1;
        at = ++resume;
      } else {
        return false;
      }
    }
    while (part < parts.length && parts[part] == STAR) {
      part++;
    }
    return part == parts.length;
  }

  private static boolean same(int wanted, char found, boolean ignoringCase) {
    return wanted == found
        || (ignoringCase
            && Character.toLowerCase(Character.toUpperCase((char) wanted))
                == Character.toLowerCase(Character.toUpperCase(found)));
  }

  /// Whether a path fits: `*` stays inside of one name, and `**` stands for any number of them.
  static boolean matchesPath(String pattern, List<String> names, boolean ignoringCase) {
    return matchesFrom(List.of(pattern.split("/", -1)), names, ignoringCase);
  }

  /// From the end, one row at a time: what is left of the pattern fits what is left of the path.
  private static boolean matchesFrom(
      List<String> patterns, List<String> names, boolean ignoringCase) {
    var fits = new boolean[names.size() + 1];
    fits[names.size()] = true;
    for (int p = patterns.size() - 1; p >= 0; p--) {
      var pattern = patterns.get(p);
      boolean any = pattern.equals("**");
      var glob = of(pattern);
      var next = new boolean[names.size() + 1];
      for (int n = names.size(); n >= 0; n--) {
        boolean more = n < names.size();
        next[n] =
            any
                ? fits[n] || (more && next[n + 1])
                : more && fits[n + 1] && glob.matches(names.get(n), ignoringCase);
      }
      fits = next;
    }
    return fits[0];
  }
}
