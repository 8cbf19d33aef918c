package dev.retinue.store.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.RetinueException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The key and the token of an installation.
final class SecretFilesTest {
  private static final SecureRandom RANDOM = new SecureRandom();

  @TempDir Path folder;

  @Test
  void a_key_is_made_once_and_is_private() throws IOException {
    var file = folder.resolve("key");
    var key = new KeyFile(file).readOrCreate(RANDOM);
    assertThat(key).hasSize(32).isEqualTo(new KeyFile(file).readOrCreate(RANDOM));
    assertThat(Files.readAllBytes(file)).isEqualTo(key);
    assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PrivateFiles.FILE);
    assertThat(new KeyFile(folder.resolve("other")).readOrCreate(RANDOM)).isNotEqualTo(key);
  }

  @Test
  void a_damaged_key_is_said_and_never_replaced() throws IOException {
    var file = folder.resolve("key");
    for (int length : new int[] {0, 1, 31, 33, 100_000}) {
      Files.write(file, new byte[length]);
      assertThatThrownBy(() -> new KeyFile(file).readOrCreate(RANDOM))
          .isInstanceOf(RetinueException.class)
          .hasMessageContaining(file + " is damaged: it does not have 32 bytes");
      assertThat(Files.size(file)).isEqualTo(length);
    }
  }

  @Test
  void a_token_is_made_once_and_is_private() throws IOException {
    var file = folder.resolve("token");
    var token = new TokenFile(file).readOrCreate(RANDOM);
    assertThat(token).matches("rtn_[0-9A-Za-z]{43}");
    assertThat(new TokenFile(file).readOrCreate(RANDOM)).isEqualTo(token);
    assertThat(Files.readString(file)).isEqualTo(token + "\n");
    assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PrivateFiles.FILE);
  }

  @Test
  void a_token_can_be_replaced() {
    var file = new TokenFile(folder.resolve("token"));
    var tokens = new HashSet<String>();
    tokens.add(file.readOrCreate(RANDOM));
    tokens.add(file.rewrite(RANDOM));
    var last = file.rewrite(RANDOM);
    tokens.add(last);
    assertThat(tokens).hasSize(3);
    assertThat(file.readOrCreate(RANDOM)).isEqualTo(last);
    assertThat(folder.toFile().list()).containsExactly("token");
  }

  @Test
  void what_is_no_token_is_said_and_not_repeated() throws IOException {
    var file = folder.resolve("token");
    for (var wrong : new String[] {"", "hunter2", "rtn_short", "rtn_" + "a".repeat(44)}) {
      Files.writeString(file, wrong);
      assertThatThrownBy(() -> new TokenFile(file).readOrCreate(RANDOM))
          .isInstanceOf(RetinueException.class)
          .hasMessageContaining("is no token of Retinue")
          .message()
          .doesNotContain("hunter2", "rtn_");
    }
  }

  @Test
  void files_that_others_could_read_are_corrected() throws IOException {
    var file = folder.resolve("token");
    new TokenFile(file).readOrCreate(RANDOM);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    new TokenFile(file).readOrCreate(RANDOM);
    assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PrivateFiles.FILE);
  }

  @Test
  void of_many_who_ask_at_once_all_get_the_same() {
    for (int round = 0; round < 10; round++) {
      var file = folder.resolve("token-" + round);
      var tokens = ConcurrentHashMap.<String>newKeySet();
      try (var crowd = Executors.newVirtualThreadPerTaskExecutor()) {
        for (int i = 0; i < 16; i++) {
          crowd.execute(() -> tokens.add(new TokenFile(file).readOrCreate(RANDOM)));
        }
      }
      assertThat(tokens).hasSize(1);
    }
  }
}
