package dev.retinue.store.backup;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// What is in an export: every piece with its length and digest.
record ParcelManifest(
    int format, String retinue, Instant exportedAt, int runs, int sessions, List<Piece> pieces) {
  static final int FORMAT = 1;
  static final String FILE = "export.json";
  static final String RUNS = "runs.jsonl";
  static final String EVENTS = "events.jsonl";
  static final String SESSIONS = "sessions.jsonl";

  /// How long all pieces may be together.
  static final long LARGEST = 1L << 30;

  static final int MOST_RUNS = 10_000;

  /// How long one piece may be that is no result and no output: it is looked at in memory.
  static final long LARGEST_TEXT = 256L << 20;

  /// How long one line of it may be.
  static final int LONGEST_LINE = 64 << 20;

  private static final long LARGEST_BLOB = 64L << 20;
  private static final Pattern BLOB = Pattern.compile("(payload|output)/(agent-|sp_)[a-z2-7]{26}");

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  /// What has bounds.
  static final String ALL = "What is in this export";

  ParcelManifest {
    pieces = List.copyOf(pieces);
  }

  byte[] toJson() {
    return JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(this);
  }

  static ParcelManifest of(byte[] json) {
    try {
      var tree = JSON.readTree(json);
      if (tree.path("format").asInt(0) > FORMAT) {
        throw new RetinueException(
            ErrorCode.CONFLICT, "This export was made by a newer Retinue: upgrade Retinue.");
      }
      return JSON.treeToValue(tree, ParcelManifest.class).required();
    } catch (JacksonException | ArithmeticException e) {
      throw damaged("its list of contents cannot be read", e);
    }
  }

  /// Names lead nowhere but into itself, and nothing is larger than it may be.
  private ParcelManifest required() {
    var names = new HashSet<String>();
    long all = 0;
    for (var piece : pieces) {
      boolean blob = BLOB.matcher(piece.name()).matches();
      boolean text = List.of(RUNS, EVENTS, SESSIONS).contains(piece.name());
      if (!names.add(piece.name()) || !(blob || text)) {
        throw damaged("it has a piece that does not belong there", null);
      }
      requireAtMost(LARGEST_BLOB, blob ? piece.bytes() : 0, "A result in this export");
      if (text) {
        requireAtMost(LARGEST_TEXT, piece.bytes(), wordsIn(piece.name()));
      }
      all = Math.addExact(all, piece.bytes());
      requireAtMost(LARGEST, all, ALL);
    }
    if (!names.containsAll(List.of(RUNS, EVENTS, SESSIONS)) || runs < 0 || runs > MOST_RUNS) {
      throw damaged("its list of contents is not one", null);
    }
    return this;
  }

  /// What a piece is called that is no result and no output.
  static String wordsIn(String name) {
    return "What this export says of " + name.substring(0, name.indexOf('.'));
  }

  /// Refuses what is too large, and says which bound it has met.
  static void requireAtMost(long most, long bytes, String what) {
    if (bytes > most) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "%s is larger than %d MB, and one file takes no more; if it is of several trees or sessions, export fewer at once."
              .formatted(what, most >> 20));
    }
  }

  static RetinueException damaged(String why, @Nullable Exception cause) {
    return new RetinueException(
        ErrorCode.INVALID_INPUT,
        "This is no export of Retinue, or it is damaged: %s. Export it once more.".formatted(why),
        cause);
  }
}
