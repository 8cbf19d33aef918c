package dev.retinue.config.team.key;

import java.util.Locale;
import java.util.regex.Pattern;

/// What agents of files are called on the staff.
public final class Names {
  private static final int LONGEST = 64;
  private static final Pattern OTHERS = Pattern.compile("[^a-z0-9_-]+");
  private static final Pattern BEGIN = Pattern.compile("^[-_]+");
  private static final Pattern END = Pattern.compile("-+$");

  private Names() {}

  /// Lower case; what is no letter, digit, `-` or `_` becomes `-`. Empty if nothing is left.
  public static String of(String written) {
    var joined = OTHERS.matcher(written.toLowerCase(Locale.ROOT)).replaceAll("-");
    var name = BEGIN.matcher(joined).replaceFirst("");
    var most = name.substring(0, Math.min(name.length(), LONGEST));
    return END.matcher(most).replaceFirst("");
  }

  /// The same of the last part of a path, without its ending.
  public static String ofPath(String path) {
    var last = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
    int end = last.lastIndexOf('.');
    return of(end > 0 ? last.substring(0, end) : last);
  }
}
