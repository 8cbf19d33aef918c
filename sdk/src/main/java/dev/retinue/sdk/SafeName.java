package dev.retinue.sdk;

import java.text.Normalizer;
import java.util.Locale;

/// Names of files and folders that are made of what anybody may have said: they lead nowhere else.
final class SafeName {
  static final int LONGEST_SLUG = 64;
  private static final int LONGEST_FOLDER = 100;

  private SafeName() {}

  /// Small letters, digits and single dashes between them; `note` where nothing is left.
  static String slug(String text) {
    var plain =
        Normalizer.normalize(start(text), Normalizer.Form.NFKD)
            .replaceAll("\\p{M}+", "")
            .toUpperCase(Locale.ROOT) // ß has no other way to become ss.
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9]+", "-");
    var slug = cut(trimmed(plain), LONGEST_SLUG);
    return slug.isEmpty() ? "note" : slug;
  }

  /// The slug with a number at its end, and not longer than any.
  static String numbered(String slug, int number) {
    var ending = "-" + number;
    return cut(slug, LONGEST_SLUG - ending.length()) + ending;
  }

  /// The name of a folder, the same as the text where that is harmless.
  static String folder(String text) {
    var plain = start(text).replaceAll("[^A-Za-z0-9._-]", "-").replaceAll("^\\.+", "");
    if (plain.isEmpty()) {
      throw new AgentException(
          ExitCode.USAGE, "'%s' cannot be the name of a folder.".formatted(text));
    }
    return plain.substring(0, Math.min(plain.length(), LONGEST_FOLDER));
  }

  /// More than this never counts.
  private static String start(String text) {
    return text.substring(0, Math.min(text.length(), 1000));
  }

  private static String cut(String slug, int longest) {
    return trimmed(slug.substring(0, Math.min(slug.length(), longest)));
  }

  private static String trimmed(String slug) {
    return slug.replaceAll("^-|-$", "");
  }
}
