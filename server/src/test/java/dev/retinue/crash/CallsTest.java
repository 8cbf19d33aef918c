package dev.retinue.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CallsTest {
  private static final String ACKNOWLEDGED =
      "1 write(4</x/acknowledged>, \"ended\\tagent\"..., 9) = 9";

  @TempDir Path folder;

  @Test
  void a_write_that_was_synced_is_on_disk() throws IOException {
    var calls =
        calls(
            "2 pwrite64(5</x/data/retinue.db-wal>, \"\"..., 24, 0) = 24",
            "2 fsync(5</x/data/retinue.db-wal>) = 0",
            ACKNOWLEDGED);
    assertThat(calls.tooEarly()).isEmpty();
    assertThat(calls.acknowledged()).isEqualTo(1);
  }

  @Test
  void a_write_without_a_sync_is_not() throws IOException {
    assertTooEarly("2 write(5</x/data/blobs/aa/r/payload-1.gz>, \"\"..., 24) = 24", ACKNOWLEDGED);
  }

  @Test
  void nor_is_one_whose_sync_failed() throws IOException {
    assertTooEarly(
        "2 pwrite64(5</x/data/retinue.db-wal>, \"\"..., 24, 0) = 24",
        "2 fsync(5</x/data/retinue.db-wal>) = -1 EIO (Input/output error)",
        ACKNOWLEDGED);
  }

  @Test
  void nor_is_one_whose_sync_has_not_returned() throws IOException {
    assertTooEarly(
        "2 pwrite64(5</x/data/retinue.db-wal>, \"\"..., 24, 0) = 24",
        "2 fsync(5</x/data/retinue.db-wal> <unfinished ...>",
        ACKNOWLEDGED,
        "2 <... fsync resumed>) = 0");
  }

  @Test
  void nor_is_one_that_came_while_the_sync_was_under_way() throws IOException {
    assertTooEarly(
        "2 fsync(5</x/data/retinue.db-wal> <unfinished ...>",
        "3 pwrite64(5</x/data/retinue.db-wal>, \"\"..., 24, 0) = 24",
        "2 <... fsync resumed>) = 0",
        ACKNOWLEDGED);
  }

  @Test
  void nor_is_a_file_whose_name_is_not() throws IOException {
    assertTooEarly(
        "2 openat(AT_FDCWD</x>, \"/x/data/blobs/aa/r/payload-1.gz\", O_WRONLY|O_CREAT|O_EXCL, 0600) = 5</x/data/blobs/aa/r/payload-1.gz>",
        "2 write(5</x/data/blobs/aa/r/payload-1.gz>, \"\"..., 24) = 24",
        "2 fsync(5</x/data/blobs/aa/r/payload-1.gz>) = 0",
        ACKNOWLEDGED);
  }

  private void assertTooEarly(String... lines) throws IOException {
    assertThat(calls(lines).tooEarly()).hasSize(1);
  }

  private Calls calls(String... lines) throws IOException {
    return Calls.in(Files.writeString(folder.resolve("log"), String.join("\n", lines)));
  }
}
