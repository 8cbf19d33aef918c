package dev.retinue.store.backup;

import dev.retinue.core.Digest;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.store.Inventory;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// What is in a backup, and where it comes from.
///
/// @param blobList the list of the blobs that are in it, with their lengths and digests
/// @param missing the blobs that are not
/// @param fleet what agents of the fleet were told
public record Manifest(
    int format,
    Origin origin,
    Counts counts,
    Piece database,
    Piece blobList,
    List<Missing> missing,
    Piece fleet) {
  static final int FORMAT = 2;

  /// That of backups without what agents of the fleet were told.
  private static final int WITHOUT_FLEET = 1;

  static final String FILE = "manifest.json";
  static final String DATABASE = "retinue.db";
  static final String BLOB_LIST = "blobs.txt";
  static final String FLEET = "fleet.txt";

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS)
          .build();

  /// Where a backup comes from.
  ///
  /// @param retinue the version that made it
  /// @param schema the version of the database's schema
  public record Origin(String retinue, int schema, Instant createdAt) {}

  /// How much is in a backup.
  ///
  /// @param blobBytes how long the blobs are together, as they are stored
  public record Counts(Inventory.Counts records, long blobs, long blobBytes) {}

  /// A blob that was gone or damaged when it was to be copied.
  public record Missing(String file, String why) {}

  public Manifest {
    missing = List.copyOf(missing);
    if (!database.name().equals(DATABASE)
        || !blobList.name().equals(BLOB_LIST)
        || !fleet.name().equals(FLEET)) {
      throw new IllegalArgumentException("no names of ours");
    }
    if (counts.blobs() < 0 || counts.blobBytes() < 0) {
      throw new IllegalArgumentException("fewer blobs than none");
    }
  }

  /// How much it takes on a disk.
  long bytes() {
    // It is there twice while it is restored.
    return Math.addExact(
        Math.addExact(database.bytes(), counts.blobBytes()), Math.multiplyExact(2, fleet.bytes()));
  }

  boolean hasFleet() {
    return format > WITHOUT_FLEET;
  }

  byte[] toJson() {
    return JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(this);
  }

  /// @param file for the refusal
  static Manifest of(byte[] json, Path file) {
    try {
      var tree = JSON.readTree(json);
      int format = tree.path("format").asInt(0);
      if (format > FORMAT) {
        throw new RetinueException(
            ErrorCode.CONFLICT,
            "%s was made by a newer Retinue (its format is %d, this Retinue knows %d): upgrade Retinue."
                .formatted(file, format, FORMAT));
      }
      if (format == WITHOUT_FLEET && tree instanceof ObjectNode object) {
        object
            .putObject("fleet")
            .put("name", FLEET)
            .put("bytes", 0)
            .put("sha256", Digest.ofText(""));
      }
      if (format == FORMAT || format == WITHOUT_FLEET) {
        return JSON.treeToValue(tree, Manifest.class);
      }
      throw unreadable(file, null);
    } catch (JacksonException e) {
      throw unreadable(file, e);
    }
  }

  private static RetinueException unreadable(Path file, @Nullable Exception cause) {
    return new RetinueException(
        ErrorCode.INVALID_INPUT,
        "The list of contents in %s cannot be read; use another backup.".formatted(file),
        cause);
  }
}
