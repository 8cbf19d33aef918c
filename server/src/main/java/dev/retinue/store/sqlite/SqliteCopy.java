package dev.retinue.store.sqlite;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.store.files.PrivateFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;

/// Copies a database that is in use, by this process or another: one snapshot, in one file.
record SqliteCopy(SqliteFile from) {
  /// The copy appears under its name when it is whole and durable.
  void to(Path target) {
    var folder = PrivateFiles.folderOf(target);
    try {
      PrivateFiles.makeFolders(folder);
      requireFresh(target);
      var part = Files.createTempFile(folder, target.getFileName() + ".", ".part");
      try {
        PrivateFiles.protect(part, PrivateFiles.FILE);
        write(part);
        Files.move(part, target);
      } finally {
        Files.deleteIfExists(part);
      }
      PrivateFiles.force(folder);
    } catch (FileAlreadyExistsException e) {
      throw new RetinueException(
          ErrorCode.CONFLICT,
          "There is a file %s already; choose another name for the copy.".formatted(target),
          e);
    } catch (IOException | SQLException e) {
      throw new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE,
          "%s could not be copied to %s; look at the permissions and the space there (%s)."
              .formatted(from.path(), target, e.getMessage()),
          e);
    }
  }

  private static void requireFresh(Path target) throws FileAlreadyExistsException {
    if (Files.exists(target)) {
      throw new FileAlreadyExistsException(target.toString());
    }
  }

  private void write(Path part) throws SQLException, IOException {
    var sql = from.open();
    try {
      var copy = sql.prepare("VACUUM INTO ?");
      copy.setString(1, part.toAbsolutePath().toUri().toString());
      copy.executeUpdate();
    } finally {
      sql.close();
    }
    try (var file = FileChannel.open(part, StandardOpenOption.WRITE)) {
      file.force(true);
    }
  }
}
