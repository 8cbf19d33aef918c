package dev.retinue.config.team;

import java.util.Locale;

/// What agents of files are called on the staff.
final class Names {
  private static final int LONGEST = 64;

  private Names() {}

  /// Lower case; what is no letter, digit, `-` or `_` becomes `-`. Empty if nothing is left.
  static String of(String written) {
    var name =
        written.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_-]+", "-").replaceAll("^[-_]+", "");
    return name.substring(0, Math.min(name.length(), LONGEST)).replaceAll("-+$", "");
  }

  /// The same of the last part of a path, without its ending.
  static String ofPath(String path) {
    var last = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
    int end = last.lastIndexOf('.');
    return of(end > 0 ? last.substring(0, end) : last);
  }
}
