package dev.retinue.cli.connect;

import dev.retinue.core.Digest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/// What teaches the model of a client to use Retinue well.
final class Skill {
  static final String NAME = "retinue";

  /// In which clients look for skills.
  static final String FOLDER = "skills";

  private static final String MARK = "  written-by: retinue connect\n";

  /// Stands behind the mark, and says what all the rest was when it was written.
  private static final Pattern DIGEST = Pattern.compile("  digest: sha256-([0-9a-f]{64})\n");

  /// Those that were written before there was such a line.
  private static final Set<String> WITHOUT_DIGEST =
      Set.of(
          "f4646eb95c0d0b2e489dc8503b7fbf2aebdef298afb50b989a6a7e9fc771c5af",
          "b7c3a45486ab3eeb06e49236e5c5e7c390fee0f428984c9381f6dd4cd626c77c");

  private Skill() {}

  static String text() {
    var body = body();
    return body.replace(MARK, MARK + "  digest: sha256-%s\n".formatted(Digest.ofText(body)));
  }

  private static String body() {
    try (var stream =
        Objects.requireNonNull(Skill.class.getResourceAsStream("SKILL.md"), "SKILL.md")) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Whether this is one of ours, of whichever version, and to the letter as we wrote it.
  static boolean isOurs(String text) {
    var digest = DIGEST.matcher(text);
    if (!digest.find()) {
      return WITHOUT_DIGEST.contains(Digest.ofText(text));
    }
    var body = text.substring(0, digest.start()) + text.substring(digest.end());
    return Digest.ofText(body).equals(digest.group(1));
  }

  /// Whether it began as one of ours; somebody may have made it his own since.
  static boolean isMarked(String text) {
    return text.contains(MARK.strip());
  }
}
