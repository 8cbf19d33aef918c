package dev.retinue.store.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.retinue.core.Blob;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.RunId;
import dev.retinue.core.port.Blobs.Kind;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A real disk that is really full: one of a few megabytes, in memory.
@EndToEnd
final class FullDiskTest {
  @TempDir Path temporary;
  private Path disk;
  private final Random random = new Random(3);

  @BeforeEach
  void mount() throws IOException {
    disk = Files.createDirectory(temporary.resolve("disk"));
    var mounted =
        Program.of("mount", "-t", "tmpfs", "-o", "size=4m,nr_inodes=200", "retinue-test", disk)
            .run();
    assumeTrue(mounted.exitCode() == 0, "only root can mount a small disk");
  }

  @AfterEach
  void unmount() {
    Program.of("umount", "--lazy", disk).run();
  }

  @Test
  void a_full_disk_is_said_loses_nothing_and_is_forgotten_when_there_is_room() throws IOException {
    var filler = Files.write(disk.resolve("filler"), new byte[1 << 20]);
    try (var directory = open()) {
      var blobs = blobs(directory);
      var run = RunId.random(RunId.Prefix.SPAWN, random);
      var last = fill(blobs, run);
      assertThat(last.pieces()).isGreaterThan(10);

      assertFull(() -> blobs.append(run, Kind.OUTPUT, last, noise(60_000)));
      assertFull(() -> blobs.pack(last));
      assertThat(Files.size(directory.blobs().resolve(last.file()))).isEqualTo(last.storedBytes());
      assertReads(blobs, last);
      try (var files = Files.walk(directory.folder())) {
        assertThat(files.filter(file -> file.toString().endsWith(".tmp"))).isEmpty();
      }

      Files.delete(filler);
      assertReads(blobs, blobs.append(run, Kind.OUTPUT, last, noise(60_000)));
    }
  }

  @Test
  void a_disk_without_room_for_names_is_said() throws IOException {
    try (var directory = open()) {
      var blobs = blobs(directory);
      var kept = new ArrayList<Blob>();
      assertFull(
          () -> {
            for (int i = 0; i < 200; i++) {
              var run = RunId.random(RunId.Prefix.AGENT, random);
              kept.add(blobs.append(run, Kind.PAYLOAD, null, noise(10)));
            }
          });
      assertThat(kept).hasSizeGreaterThan(30);
      for (var blob : kept) {
        assertReads(blobs, blob);
      }
      assertFull(() -> directory.tokenFile().readOrCreate(new SecureRandom()));
      assertFull(() -> directory.keyFile().readOrCreate(new SecureRandom()));
      blobs.deleteAll(BlobFile.of(kept.getFirst()).run());
      assertThat(directory.tokenFile().readOrCreate(new SecureRandom())).startsWith("rtn_");
    }
  }

  @Test
  void the_reserve_is_that_of_the_disk() throws IOException {
    try (var directory = open()) {
      var now = new long[1];
      var reserve = directory.reserve(2 << 20, () -> now[0]);
      reserve.require();
      var filler = Files.write(disk.resolve("filler"), new byte[3 << 20]);
      now[0] += 1_000_000_000;
      assertThatThrownBy(reserve::require).hasMessageContaining("kB left, and Retinue keeps 2 MB");
      Files.delete(filler);
      now[0] += 1_000_000_000;
      reserve.require();
    }
  }

  @Test
  void a_directory_that_cannot_be_taken_for_want_of_room_is_given_back() throws IOException {
    open().close();
    var fillers = new ArrayList<Path>();
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 200; i++) {
                fillers.add(Files.createFile(disk.resolve("filler-" + i)));
              }
            })
        .isInstanceOf(IOException.class);
    assertFull(() -> open().close());
    for (var filler : fillers) {
      Files.delete(filler);
    }
    open().close();
  }

  private Blob fill(FileBlobs blobs, RunId run) {
    var blob = blobs.append(run, Kind.OUTPUT, null, noise(60_000));
    while (true) {
      try {
        blob = blobs.append(run, Kind.OUTPUT, blob, noise(60_000));
      } catch (RetinueException _) {
        return blob;
      }
    }
  }

  private byte[] noise(int length) {
    var bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private static void assertReads(FileBlobs blobs, Blob blob) throws IOException {
    try (var in = blobs.open(blob)) {
      assertThat(in.readAllBytes()).hasSize((int) blob.bytes());
    }
  }

  private static void assertFull(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            RetinueException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.SERVICE_UNAVAILABLE))
        .hasMessageContaining("is full. Free some space there and try again.");
  }

  private DataDirectory open() {
    return DataDirectory.open(disk.resolve("data"), "test", InstantSource.system());
  }

  private static FileBlobs blobs(DataDirectory directory) {
    return new FileBlobs(
        directory.blobs(),
        InstantSource.system(),
        () -> {
          throw new AssertionError("a full disk is not a broken one");
        });
  }
}
