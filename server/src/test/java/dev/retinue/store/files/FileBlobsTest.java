package dev.retinue.store.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.Blob;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.RunId;
import dev.retinue.core.port.Blobs.Kind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FileBlobsTest extends BlobsContract {
  private static final Instant NOON = Instant.parse("2026-11-01T12:00:00Z");
  private static final Duration HOUR = Duration.ofHours(1);

  @TempDir Path folder;
  private FileBlobs blobs;

  @BeforeEach
  void open() {
    blobs = new FileBlobs(folder, InstantSource.fixed(NOON), () -> {});
  }

  @Override
  FileBlobs blobs() {
    return blobs;
  }

  @Test
  void a_file_cut_anywhere_is_never_read_nor_added_to() throws IOException {
    var blob = append(append(null, "one ".repeat(5)), "two");
    var whole = Files.readAllBytes(file(blob));
    for (int length = 0; length < whole.length; length++) {
      Files.write(file(blob), Arrays.copyOf(whole, length));
      assertDamaged(blob, "damaged");
      assertRefused(() -> blobs.openStored(blob), "damaged");
      assertRefused(() -> append(blob, "three"), "damaged");
      assertRefused(() -> blobs.pack(blob), "damaged");
      assertThat(Files.size(file(blob))).isEqualTo(length);
    }
  }

  @Test
  void whatever_byte_is_wrong_what_is_read_is_right_or_refused() throws IOException {
    var text = "one two three four five six seven eight nine ten";
    var blob = append(append(append(null, text), ", "), "eleven");
    var whole = Files.readAllBytes(file(blob));
    int refused = 0;
    for (int at = 0; at < whole.length; at++) {
      for (int flip : new int[] {0x01, 0x80, 0xff}) {
        var wrong = whole.clone();
        wrong[at] ^= (byte) flip;
        Files.write(file(blob), wrong);
        try {
          assertThat(read(blob)).isEqualTo(text + ", eleven");
        } catch (RetinueException e) {
          assertThat(e).hasMessageContaining("damaged");
          refused++;
        }
      }
    }
    // A few bytes of a header say nothing about the content.
    assertThat(refused).isGreaterThan(whole.length * 2);
  }

  @Test
  void garbage_after_what_was_recorded_is_never_seen() throws IOException {
    var blob = append(null, "one ");
    var garbage = new ByteArrayOutputStream();
    garbage.write(Files.readAllBytes(file(blob)));
    garbage.write("garbage".getBytes(UTF_8));
    Files.write(file(blob), garbage.toByteArray());
    assertThat(read(blob)).isEqualTo("one ");
    assertThat(read(append(blob, "two"))).isEqualTo("one two");
    assertThat(read(blobs.pack(blob))).isEqualTo("one ");
  }

  @Test
  void what_was_never_acknowledged_takes_no_room() throws IOException {
    var early = append(null, "one ");
    append(early, "two ".repeat(10_000));
    var late = append(early, "three");
    assertThat(Files.size(file(late))).isEqualTo(late.storedBytes());
  }

  @Test
  void a_bomb_is_stopped_at_the_length_that_was_recorded() throws IOException {
    var blob = append(null, "x".repeat(1000));
    var bomb = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(bomb)) {
      for (int i = 0; i < 64; i++) {
        gzip.write(new byte[1 << 20]);
      }
    }
    Files.write(file(blob), bomb.toByteArray());
    var record = new Blob(blob.file(), 1000, bomb.size(), 1);
    try (var in = blobs.open(record)) {
      assertThatThrownBy(() -> in.readNBytes(1000)).hasMessageContaining("more in it than");
    }
  }

  @Test
  void who_reads_only_as_much_as_was_recorded_learns_of_a_wrong_checksum() throws IOException {
    var blob = append(null, "one");
    var bytes = Files.readAllBytes(file(blob));
    bytes[bytes.length - 8] ^= 1;
    Files.write(file(blob), bytes);
    try (var in = blobs.open(blob)) {
      assertThatThrownBy(() -> in.read(new byte[3])).hasMessageContaining("cannot be decompressed");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/etc/passwd",
        "../secret",
        "yz/../../secret",
        "yz/agent-abcdefghijklmnopqrstuvwxyz/../../../secret",
        "yz/agent-abcdefghijklmnopqrstuvwxyz/payload-1.gz/../../x",
        "yz/agent-abcdefghijklmnopqrstuvwxyz/payload-0.gz",
        "yz/agent-abcdefghijklmnopqrstuvwxyz/payload-1.gz\n",
        "yz/agent-abcdefghijklmnopqrstuvwxyz//payload-1.gz",
        "yz/agent-abcdefghijklmnopqrstuvwxyz/Payload-1.gz",
        "yz\\agent-abcdefghijklmnopqrstuvwxyz\\payload-1.gz",
        "ab/agent-abcdefghijklmnopqrstuvwxyz/payload-1.gz",
        "yz/abcdefghijklmnopqrstuvwxyz/payload-1.gz",
        "yz/agent-abcdefghijklmnopqrstuvwxyz/payload-1.gz\0"
      })
  void a_record_leads_nowhere_else(String place) {
    append(null, "text");
    var blob = new Blob(place, 4, 4, 1);
    assertRefused(() -> blobs.open(blob), "is no place of a blob");
    assertRefused(() -> blobs.openStored(blob), "is no place of a blob");
    assertRefused(() -> blobs.pack(blob), "is no place of a blob");
    assertRefused(() -> blobs.delete(blob), "is no place of a blob");
    assertRefused(() -> append(blob, "more"), "is no place of a blob");
  }

  @Test
  void a_blob_of_another_run_is_not_added_to() {
    var blob = append(null, "text");
    assertRefused(() -> blobs.append(OTHER, Kind.PAYLOAD, blob, new byte[1]), "is not the");
    assertRefused(() -> blobs.append(RUN, Kind.OUTPUT, blob, new byte[1]), "is not the");
  }

  @Test
  void links_are_not_followed(@TempDir Path elsewhere) throws IOException {
    var blob = append(null, "text");
    var secret = Files.write(elsewhere.resolve("payload-1.gz"), Files.readAllBytes(file(blob)));
    Files.delete(file(blob));
    Files.createSymbolicLink(file(blob), secret);
    assertRefused(() -> blobs.open(blob), "leads out of");
    assertRefused(() -> append(blob, "more"), "leads out of");
    assertRefused(() -> append(null, "more"), "payload-1.gz");

    blobs.deleteAll(RUN);
    Files.createSymbolicLink(folder.resolve(BlobFile.folder(RUN)), elsewhere);
    assertRefused(() -> blobs.open(blob), "leads out of");
    assertRefused(() -> append(null, "more"), RUN.text());
    assertRefused(() -> blobs.delete(blob), "leads out of");
    assertThat(blobs.sweep(_ -> false, Duration.ZERO)).isZero();
    assertRefused(() -> blobs.deleteAll(RUN), "leads out of");
    assertThat(secret).exists();
  }

  @Test
  void a_folder_in_the_place_of_a_file_is_refused() throws IOException {
    var blob = append(null, "text");
    Files.delete(file(blob));
    Files.createDirectory(file(blob));
    assertRefused(() -> blobs.open(blob), "it is no file");
    assertRefused(() -> append(null, "more"), "payload-1.gz");
  }

  @Test
  void nobody_else_may_read_files_and_folders() throws IOException {
    var blob = blobs.pack(append(append(null, "one"), "two"));
    try (var paths = Files.walk(folder)) {
      for (var path : paths.filter(path -> !path.equals(folder)).toList()) {
        assertThat(Files.getPosixFilePermissions(path))
            .describedAs(path.toString())
            .isEqualTo(Files.isDirectory(path) ? PrivateFiles.FOLDER : PrivateFiles.FILE);
      }
    }
    assertThat(file(blob)).exists();
  }

  @Test
  void a_sweep_removes_what_is_old_and_nobody_knows() throws IOException {
    var known = append(null, "known");
    var unknown = blobs.append(OTHER, Kind.OUTPUT, null, "unknown".getBytes(UTF_8));
    var young = new RunId("sp_abcdefabcdefabcdefabcdefab");
    var youngBlob = blobs.append(young, Kind.OUTPUT, null, "young".getBytes(UTF_8));
    var unfinished = Files.createFile(file(known).resolveSibling("payload-2.gz.1.tmp"));
    var beingWritten = Files.createFile(file(known).resolveSibling("payload-2.gz.2.tmp"));
    var foreign = Files.createDirectories(folder.resolve("yz/notes"));
    age(NOON.minus(HOUR).minusSeconds(1));
    setAge(file(youngBlob), NOON.minus(HOUR).plusSeconds(1));
    setAge(beingWritten, NOON.minus(HOUR).plusSeconds(1));

    assertThat(blobs.sweep(RUN::equals, HOUR)).isEqualTo(2);

    assertThat(List.of(file(known), file(youngBlob), beingWritten, foreign))
        .allSatisfy(path -> assertThat(path).exists());
    assertThat(file(unknown).getParent()).doesNotExist();
    assertThat(unfinished).doesNotExist();
  }

  @Test
  void a_blob_that_is_being_begun_is_not_swept() throws IOException {
    var begun = Files.createDirectories(folder.resolve(BlobFile.folder(RUN)));
    setAge(begun, NOON);
    assertThat(blobs.sweep(_ -> false, HOUR)).isZero();
    assertThat(begun).exists();
    assertThat(blobs.sweep(_ -> false, Duration.ofNanos(-1))).isEqualTo(1);
    assertThat(begun).doesNotExist();
  }

  @Test
  void a_sweep_goes_on_beside_those_who_begin_and_delete() {
    var random = new Random(5);
    try (var crowd = Executors.newVirtualThreadPerTaskExecutor()) {
      var runs =
          Stream.generate(() -> RunId.random(RunId.Prefix.SPAWN, random)).limit(200).toList();
      var working =
          runs.stream()
              .map(
                  run ->
                      crowd.submit(
                          () -> {
                            blobs.append(run, Kind.OUTPUT, null, new byte[10]);
                            blobs.deleteAll(run);
                          }))
              .toList();
      while (!working.stream().allMatch(Future::isDone)) {
        assertThat(blobs.sweep(_ -> true, HOUR)).isZero();
        assertThat(blobs.bytesOnDisk()).isNotNegative();
      }
      assertThat(working).allMatch(work -> work.state() == Future.State.SUCCESS);
    }
    assertThat(blobs.bytesOnDisk()).isZero();
  }

  @Test
  void the_bytes_on_disk_are_those_of_all_files() {
    assertThat(blobs.bytesOnDisk()).isZero();
    var first = append(null, "one");
    var second = blobs.append(OTHER, Kind.OUTPUT, null, "two".getBytes(UTF_8));
    assertThat(blobs.bytesOnDisk()).isEqualTo(first.storedBytes() + second.storedBytes());
  }

  @Test
  void a_folder_that_is_not_there_is_said() {
    assertRefused(
        () -> new FileBlobs(folder.resolve("none"), InstantSource.system(), () -> {}), "none");
  }

  private void age(Instant time) throws IOException {
    try (var paths = Files.walk(folder)) {
      for (var path : paths.toList()) {
        setAge(path, time);
      }
    }
  }

  private static void setAge(Path path, Instant time) throws IOException {
    Files.setLastModifiedTime(path, FileTime.from(time));
  }

  private Path file(Blob blob) {
    return folder.resolve(blob.file());
  }

  private static void assertRefused(Runnable call, String why) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            RetinueException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INTERNAL_ERROR))
        .hasMessageContaining(why);
  }
}
