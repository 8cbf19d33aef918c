package dev.retinue.runtime.coder.client;

import java.util.regex.Pattern;

/// The version of a server, as far as it says it.
public record CoderVersion(int major, int minor) implements Comparable<CoderVersion> {
  public static final CoderVersion UNKNOWN = new CoderVersion(0, 0);

  /// From here on a server starts again by itself what it was told to restart.
  public static final CoderVersion RESTARTS = new CoderVersion(2, 36);

  /// From here on a task is no longer its workspace.
  static final CoderVersion TASKS_WITH_NAMES = new CoderVersion(2, 28);

  private static final Pattern TEXT = Pattern.compile("v?(\\d{1,4})\\.(\\d{1,4})\\b.*");

  static CoderVersion of(String text) {
    var found = TEXT.matcher(text.strip());
    return found.matches()
        ? new CoderVersion(Integer.parseInt(found.group(1)), Integer.parseInt(found.group(2)))
        : UNKNOWN;
  }

  public boolean isAtLeast(CoderVersion other) {
    return compareTo(other) >= 0;
  }

  @Override
  public int compareTo(CoderVersion other) {
    return major == other.major
        ? Integer.compare(minor, other.minor)
        : Integer.compare(major, other.major);
  }
}
