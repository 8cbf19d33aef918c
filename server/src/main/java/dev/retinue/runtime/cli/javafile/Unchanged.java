package dev.retinue.runtime.cli.javafile;

import dev.retinue.core.Digest;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Program;
import dev.retinue.core.RetinueException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.util.HexFormat;

/// Whether files are those that the operator added. Others may be able to write to them, and what
/// he has not seen is not started for him.
public final class Unchanged {
  private Unchanged() {}

  public static String digest(Path file) throws IOException {
    var digest = Digest.sha256();
    try (var nowhere = new DigestOutputStream(OutputStream.nullOutputStream(), digest)) {
      Files.copy(file, nowhere);
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /// The file of an agent, and those that it used when it was added.
  static void require(Path agent, Program.Description description) {
    require(agent, agent, description.digest());
    description.uses().forEach((file, digest) -> require(agent, Path.of(file), digest));
  }

  private static void require(Path agent, Path file, String digest) {
    try {
      if (!digest(file).equals(digest)) {
        throw new RetinueException(
            ErrorCode.FORBIDDEN,
            "'%s' has changed since it was added. Look at it, and add it again: retinue agents add --force %s"
                .formatted(file, agent));
      }
    } catch (IOException e) {
      throw new RetinueException(
          ErrorCode.FORBIDDEN,
          "'%s' cannot be read any more: %s. Put it back, or add it again from where it is."
              .formatted(file, e.getMessage()),
          e);
    }
  }
}
