package dev.retinue.cli.daemon;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.store.files.PrivateFiles;
import java.io.FileOutputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.BiFunction;
import java.util.zip.ZipFile;

/// What comes from a daemon as a file: beside its place first, and then whole or not at all.
final class Downloads {
  private static final int LONGEST_REFUSAL = 1 << 16;

  private Downloads() {}

  /// @param refusal what to make of another answer than the file
  static long into(
      Path file,
      HttpClient http,
      HttpRequest request,
      BiFunction<Integer, byte[], RetinueException> refusal)
      throws InterruptedException {
    var draft = file.resolveSibling(file.getFileName() + ".part");
    try {
      var response = http.send(request, BodyHandlers.ofInputStream());
      try (var stream = response.body()) {
        if (response.statusCode() != 200) {
          throw refusal.apply(response.statusCode(), stream.readNBytes(LONGEST_REFUSAL));
        }
        Files.deleteIfExists(draft);
        PrivateFiles.createNew(draft, PrivateFiles.FILE);
        long bytes;
        try (var out = new FileOutputStream(draft.toFile())) {
          bytes = stream.transferTo(out);
        }
        requireWhole(draft);
        Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
        return bytes;
      }
    } catch (IOException e) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "%s could not be written (%s); nothing is left of it.".formatted(file, e.getMessage()),
          e);
    } finally {
      try {
        Files.deleteIfExists(draft);
      } catch (IOException _) {
        // Its name says what it is.
      }
    }
  }

  /// The list of what is in it is written at last.
  private static void requireWhole(Path draft) throws IOException {
    try (var zip = new ZipFile(draft.toFile())) {
      if (zip.getEntry("export.json") == null) {
        throw new IOException("it did not come as a whole");
      }
    }
  }
}
