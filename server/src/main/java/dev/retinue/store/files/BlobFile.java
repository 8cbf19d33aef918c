package dev.retinue.store.files;

import dev.retinue.core.Blob;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.RunId;
import dev.retinue.core.port.Blobs.Kind;
import java.util.Locale;
import java.util.regex.Pattern;

/// Where a blob is, below the folder of blobs: `k7/agent-…k7/payload-1.gz`.
///
/// @param number which file of this kind: a packed blob is in another one than it was before
record BlobFile(RunId run, Kind kind, int number) {
  private static final Pattern SHAPE =
      Pattern.compile("([a-z2-7]{2})/([a-z_-]+[a-z2-7]+)/(payload|output)-([1-9][0-9]{0,8})\\.gz");

  /// The place that was recorded. A record can be wrong, and must not lead anywhere else.
  static BlobFile of(Blob blob) {
    var matcher = SHAPE.matcher(blob.file());
    if (matcher.matches()) {
      var kind = Kind.valueOf(matcher.group(3).toUpperCase(Locale.ROOT));
      var file = of(matcher.group(2), kind, Integer.parseInt(matcher.group(4)));
      if (file.path().equals(blob.file())) {
        return file;
      }
    }
    throw noPlace(blob.file());
  }

  private static BlobFile of(String run, Kind kind, int number) {
    try {
      return new BlobFile(new RunId(run), kind, number);
    } catch (RetinueException _) {
      throw noPlace(run);
    }
  }

  private static RetinueException noPlace(String text) {
    var shown = text.length() > 100 ? text.substring(0, 100) + "…" : text;
    return new RetinueException(
        ErrorCode.INTERNAL_ERROR,
        "'%s' is no place of a blob. The record is damaged: restore the store from a backup."
            .formatted(shown.replaceAll("\\p{C}", "?")));
  }

  BlobFile next() {
    return new BlobFile(run, kind, number + 1);
  }

  String path() {
    var name = kind.name().toLowerCase(Locale.ROOT) + "-" + number + ".gz";
    return folder(run) + "/" + name;
  }

  /// The end of an id is random, so that runs spread over about a thousand folders.
  static String folder(RunId run) {
    var text = run.text();
    return text.substring(text.length() - 2) + "/" + text;
  }
}
