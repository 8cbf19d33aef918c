package dev.retinue.config;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Reads a file whose size is looked at before it is read.
public final class BoundedFile {
  private BoundedFile() {}

  public static byte[] read(Path file, int most) {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw refusal("'%s' is a folder or a device; name a file.".formatted(file), null);
    }
    try (var in = Files.newInputStream(file)) {
      if (Files.size(file) > most) {
        throw tooLarge(file, most);
      }
      // One more than may be there, because a file can grow while it is read.
      var bytes = in.readNBytes(most + 1);
      if (bytes.length > most) {
        throw tooLarge(file, most);
      }
      return bytes;
    } catch (NoSuchFileException e) {
      throw refusal("There is no file '%s'; create it.".formatted(file), e);
    } catch (AccessDeniedException e) {
      throw refusal("'%s' may not be read; give yourself the right to.".formatted(file), e);
    } catch (IOException e) {
      throw refusal("'%s' cannot be read: %s.".formatted(file, e.getMessage()), e);
    }
  }

  private static RetinueException tooLarge(Path file, int most) {
    return refusal(
        "'%s' has more than %d KiB; make it smaller.".formatted(file, most / 1024), null);
  }

  private static RetinueException refusal(String sentence, @Nullable IOException cause) {
    return new RetinueException(ErrorCode.INVALID_INPUT, sentence, cause);
  }
}
