package dev.retinue.store.files;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import org.jspecify.annotations.Nullable;

/// Opens a folder that belongs to this user alone, or says why it cannot be one.
final class PrivateFolder {
  private static final int STICKY = 01000;
  private static final int OTHERS_WRITE = 02;

  private PrivateFolder() {}

  /// Makes it if it is not there, and corrects what it permits.
  ///
  /// @return where it really is
  static Path open(Path folder) {
    try {
      createAll(folder.toAbsolutePath());
      if (!Files.isDirectory(folder)) {
        throw refusal("%s is not a folder.".formatted(folder));
      }
      var real = folder.toRealPath();
      if (Files.isSymbolicLink(folder)) {
        requireGuarded(folder, real);
      }
      if (PrivateFiles.POSIX) {
        requireOurs(folder, real);
        requirePrivate(folder, real);
      }
      return real;
    } catch (IOException e) {
      throw DiskTrouble.refusal("open the folder " + folder, PrivateFiles.folderOf(folder), e);
    }
  }

  private static void createAll(@Nullable Path folder) throws IOException {
    if (folder == null || Files.exists(folder)) {
      return;
    }
    if (Files.isSymbolicLink(folder)) {
      throw refusal("%s is a link to something that is not there.".formatted(folder));
    }
    createAll(folder.getParent());
    PrivateFiles.createFolder(folder);
    PrivateFiles.force(PrivateFiles.folderOf(folder));
  }

  /// Who can write to a folder above can put another folder in the place of ours, unless it is like
  /// `/tmp`, where only owners can.
  private static void requireGuarded(Path link, Path real) throws IOException {
    for (var above = real.getParent(); above != null; above = above.getParent()) {
      int mode = PrivateFiles.POSIX ? (int) Files.getAttribute(above, "unix:mode") : 0;
      if ((mode & OTHERS_WRITE) != 0 && (mode & STICKY) == 0) {
        throw refusal("%s is a link into %s, where every user can write.".formatted(link, above));
      }
    }
  }

  /// Java cannot say who we are, but to whom what we make belongs.
  private static void requireOurs(Path folder, Path real) throws IOException {
    var owner = Files.getOwner(real);
    var probe = probe(folder, real);
    try {
      if (!Files.getOwner(probe, NOFOLLOW_LINKS).equals(owner)) {
        throw refusal(
            "%s belongs to %s, who could read and change everything in it."
                .formatted(folder, owner));
      }
    } finally {
      Files.deleteIfExists(probe);
    }
  }

  private static Path probe(Path folder, Path real) throws IOException {
    var name = real.resolve("owner");
    try {
      return PrivateFiles.createTemporary(name);
    } catch (AccessDeniedException _) {
      try {
        PrivateFiles.protect(real, PrivateFiles.FOLDER); // Possible if it is ours.
        return PrivateFiles.createTemporary(name);
      } catch (IOException _) {
        throw refusal(
            "%s belongs to %s, and Retinue cannot write to it."
                .formatted(folder, Files.getOwner(real)));
      }
    }
  }

  private static void requirePrivate(Path folder, Path real) throws IOException {
    String reason = "this file system has no such permissions";
    try {
      PrivateFiles.protect(real, PrivateFiles.FOLDER);
    } catch (IOException e) {
      reason = DiskTrouble.reason(e);
    }
    var permitted = Files.getPosixFilePermissions(real);
    if (permitted.stream().anyMatch(PrivateFolder::isForOthers)) {
      throw refusal(
          "%s can be read or changed by other users, and this cannot be corrected (%s)."
              .formatted(folder, reason));
    }
  }

  private static boolean isForOthers(PosixFilePermission permission) {
    return switch (permission) {
      case OWNER_READ, OWNER_WRITE, OWNER_EXECUTE -> false;
      case GROUP_READ, GROUP_WRITE, GROUP_EXECUTE, OTHERS_READ, OTHERS_WRITE, OTHERS_EXECUTE ->
          true;
    };
  }

  private static RetinueException refusal(String sentence) {
    return new RetinueException(
        ErrorCode.INVALID_INPUT, sentence + " Choose another folder with --data.");
  }
}
