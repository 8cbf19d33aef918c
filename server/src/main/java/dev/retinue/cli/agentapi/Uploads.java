package dev.retinue.cli.agentapi;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.store.files.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The files that were sent for the agent, each in a folder of its own, so that none takes the
/// place of another. The oldest go when there are too many.
public final class Uploads {
  private static final int MOST = 50;
  private static final int LONGEST_NAME = 120;

  private final Path folder;

  public Uploads(Path folder) {
    this.folder = folder;
  }

  /// Keeps it, and says where it is.
  synchronized Path keep(Form.Part file) {
    try {
      PrivateFiles.makeFolders(folder);
      makeRoom();
      var own = Files.createTempDirectory(folder, "file-");
      return Files.write(own.resolve(plain(file.name())), file.content());
    } catch (IOException e) {
      throw new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE,
          "The file could not be kept: %s.".formatted(e.getMessage()),
          e);
    }
  }

  /// A name that leads nowhere else.
  private static String plain(String name) {
    var last = name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
    var safe = last.replaceAll("[^\\p{L}\\p{N}._ -]", "_").replaceFirst("^[. ]+", "").strip();
    var kept = safe.length() > LONGEST_NAME ? safe.substring(safe.length() - LONGEST_NAME) : safe;
    return kept.isEmpty() ? "file" : kept;
  }

  private void makeRoom() throws IOException {
    var all = new ArrayList<Path>();
    try (var folders = Files.list(folder)) {
      folders.forEach(all::add);
    }
    all.sort(Comparator.comparingLong(Uploads::age).thenComparing(Comparator.naturalOrder()));
    for (var old : all.subList(0, Math.max(0, all.size() - MOST + 1))) {
      remove(old);
    }
  }

  private static long age(Path path) {
    try {
      return Files.getLastModifiedTime(path).toMillis();
    } catch (IOException e) {
      return 0;
    }
  }

  private static void remove(Path tree) throws IOException {
    List<Path> parts;
    try (var files = Files.walk(tree)) {
      parts = files.sorted(Comparator.reverseOrder()).toList();
    }
    for (var part : parts) {
      Files.deleteIfExists(part);
    }
  }
}
