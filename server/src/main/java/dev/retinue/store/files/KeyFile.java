package dev.retinue.store.files;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;

/// The key with which this installation signs what it gives out and takes back. It is made once: to
/// make another would void everything signed with it, so a damaged one is never replaced in
/// silence.
public final class KeyFile {
  private static final int LENGTH = 32;

  private final Path file;

  public KeyFile(Path file) {
    this.file = file;
  }

  /// The key, made at the first call. Whoever asks first, in whichever process, makes it for all.
  public byte[] readOrCreate(SecureRandom random) {
    try {
      try {
        return read();
      } catch (NoSuchFileException _) {
        var key = new byte[LENGTH];
        random.nextBytes(key);
        PrivateFiles.createOnce(file, key);
        return read();
      }
    } catch (IOException e) {
      throw DiskTrouble.refusal("read or make the key " + file, PrivateFiles.folderOf(file), e);
    }
  }

  private byte[] read() throws IOException {
    try (var in = Files.newInputStream(file)) {
      var key = in.readNBytes(LENGTH + 1);
      if (key.length != LENGTH) {
        throw new RetinueException(
            ErrorCode.INTERNAL_ERROR,
            "The key %s is damaged: it does not have %d bytes. Restore it from a backup, or delete it: then a new one is made, and links and tokens signed with the old one end."
                .formatted(file, LENGTH));
      }
      PrivateFiles.protect(file, PrivateFiles.FILE);
      return key;
    }
  }
}
