package dev.retinue.store.files;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.regex.Pattern;

/// The token of the owner of this installation, in a file that nobody else can read.
public final class TokenFile {
  private static final String PREFIX = "rtn_";
  private static final String LETTERS =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

  /// So many of 62 letters are 256 bits.
  private static final int LENGTH = 43;

  private static final Pattern SHAPE = Pattern.compile(PREFIX + "[0-9A-Za-z]{" + LENGTH + "}");
  private static final int LONGEST_FILE = 1000;

  private final Path file;

  public TokenFile(Path file) {
    this.file = file;
  }

  /// The token, made at the first call. Whoever asks first, in whichever process, makes it for all.
  public String readOrCreate(SecureRandom random) {
    try {
      try {
        return read();
      } catch (NoSuchFileException _) {
        PrivateFiles.createOnce(file, content(newToken(random)));
        return read();
      }
    } catch (IOException e) {
      throw DiskTrouble.refusal("read or make the token " + file, PrivateFiles.folderOf(file), e);
    }
  }

  /// The token, if there is one. Whoever only looks need not wait for a source of randomness.
  public Optional<String> find() {
    try {
      return Optional.of(read());
    } catch (NoSuchFileException _) {
      return Optional.empty();
    } catch (IOException e) {
      throw DiskTrouble.refusal("read the token " + file, PrivateFiles.folderOf(file), e);
    }
  }

  /// Replaces the token by a new one.
  public String rewrite(SecureRandom random) {
    var token = newToken(random);
    try {
      PrivateFiles.replace(file, content(token));
      return token;
    } catch (IOException e) {
      throw DiskTrouble.refusal("write the token " + file, PrivateFiles.folderOf(file), e);
    }
  }

  private String read() throws IOException {
    try (var in = Files.newInputStream(file)) {
      var token = new String(in.readNBytes(LONGEST_FILE), StandardCharsets.US_ASCII).strip();
      if (!SHAPE.matcher(token).matches()) {
        throw new RetinueException(
            ErrorCode.INTERNAL_ERROR,
            "What %s holds is no token of Retinue. Delete it, and the next start makes a new one."
                .formatted(file));
      }
      PrivateFiles.protect(file, PrivateFiles.FILE);
      return token;
    }
  }

  private static String newToken(SecureRandom random) {
    var token = new StringBuilder(PREFIX);
    for (int i = 0; i < LENGTH; i++) {
      token.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
    }
    return token.toString();
  }

  private static byte[] content(String token) {
    return (token + "\n").getBytes(StandardCharsets.US_ASCII);
  }
}
