package dev.retinue.store.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.Blob;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.RunId;
import dev.retinue.core.port.Blobs;
import dev.retinue.core.port.Blobs.Kind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What everybody who keeps blobs promises.
abstract class BlobsContract {
  static final RunId RUN = new RunId("agent-abcdefghijklmnopqrstuvwxyz");
  static final RunId OTHER = new RunId("sp_234567abcdefghijklmnopqrst");

  abstract Blobs blobs();

  @Test
  void what_is_kept_can_be_read() throws IOException {
    var blob = append(null, "Guten Tag");
    assertThat(read(blob)).isEqualTo("Guten Tag");
    assertThat(blob.bytes()).isEqualTo(9);
    assertThat(blob.pieces()).isEqualTo(1);
  }

  @Test
  void what_is_added_follows_what_was_there() throws IOException {
    Blob blob = null;
    var expected = new StringBuilder();
    for (int i = 0; i < 100; i++) {
      blob = append(blob, "piece " + i + "\n");
      expected.append("piece ").append(i).append('\n');
      assertThat(read(blob)).isEqualTo(expected.toString());
    }
    assertThat(blob).isNotNull().extracting(Blob::pieces).isEqualTo(100);
  }

  @Test
  void what_is_stored_is_gzip_of_the_length_that_was_recorded() throws IOException {
    var blob = append(append(null, "one "), "two");
    byte[] stored;
    try (var in = blobs().openStored(blob)) {
      stored = in.readAllBytes();
    }
    assertThat(stored).hasSize((int) blob.storedBytes());
    try (var in = new GZIPInputStream(new ByteArrayInputStream(stored))) {
      assertThat(in.readAllBytes()).asString(UTF_8).isEqualTo("one two");
    }
  }

  @Test
  void an_earlier_record_still_reads_what_it_recorded() throws IOException {
    var early = append(null, "one ");
    append(early, "two");
    assertThat(read(early)).isEqualTo("one ");
  }

  @Test
  void what_was_never_acknowledged_is_overwritten() throws IOException {
    var early = append(null, "one ");
    append(early, "two, a rather long piece that nobody recorded".repeat(100));
    var late = append(early, "three");
    assertThat(read(late)).isEqualTo("one three");
  }

  @Test
  void a_blob_that_was_never_acknowledged_is_begun_anew() throws IOException {
    append(null, "nobody recorded this".repeat(100));
    assertThat(read(append(null, "but this"))).isEqualTo("but this");
  }

  @Test
  void nothing_at_all_can_be_kept() throws IOException {
    var blob = append(null, "");
    assertThat(read(blob)).isEmpty();
    assertThat(read(append(blob, ""))).isEmpty();
    assertThat(read(blobs().pack(blob))).isEmpty();
    assertThat(read(append(blob, "something"))).isEqualTo("something");
  }

  @Test
  void bytes_of_any_kind_and_length_come_back() throws IOException {
    var random = new Random(7);
    for (int length : new int[] {1, 511, 512, 8191, 8192, 8193, 65_537, 1_000_000}) {
      var bytes = new byte[length];
      random.nextBytes(bytes);
      var blob = blobs().append(RUN, Kind.OUTPUT, null, bytes);
      try (var in = blobs().open(blob)) {
        assertThat(in.readAllBytes()).isEqualTo(bytes);
      }
    }
  }

  @Test
  void a_packed_blob_is_one_piece_in_another_file_and_says_the_same() throws IOException {
    Blob blob = append(null, "begin ");
    for (int i = 0; i < 300; i++) {
      blob = append(blob, "again ");
    }
    var packed = blobs().pack(blob);
    assertThat(packed.pieces()).isEqualTo(1);
    assertThat(packed.file()).isNotEqualTo(blob.file());
    assertThat(packed.storedBytes()).isLessThan(blob.storedBytes());
    assertThat(read(packed)).isEqualTo(read(blob)).isEqualTo("begin " + "again ".repeat(300));
    blobs().delete(blob);
    assertThat(read(packed)).startsWith("begin again");
    assertThat(read(append(packed, "and on"))).endsWith("again and on");
  }

  @Test
  void packing_again_is_harmless() throws IOException {
    var blob = append(append(null, "one "), "two");
    assertThat(blobs().pack(blob)).isEqualTo(blobs().pack(blob));
    var twice = blobs().pack(blobs().pack(blob));
    assertThat(read(twice)).isEqualTo("one two");
  }

  @Test
  void payload_and_output_of_a_run_are_two_blobs() throws IOException {
    var payload = blobs().append(RUN, Kind.PAYLOAD, null, "payload".getBytes(UTF_8));
    var output = blobs().append(RUN, Kind.OUTPUT, null, "output".getBytes(UTF_8));
    assertThat(read(payload)).isEqualTo("payload");
    assertThat(read(output)).isEqualTo("output");
  }

  @Test
  void what_is_deleted_is_gone_and_deleting_twice_is_harmless() throws IOException {
    var blob = append(null, "text");
    var other = blobs().append(OTHER, Kind.OUTPUT, null, "other".getBytes(UTF_8));
    blobs().delete(blob);
    blobs().delete(blob);
    assertDamaged(blob, "missing");
    blobs().deleteAll(RUN);
    blobs().deleteAll(RUN);
    assertThat(read(other)).isEqualTo("other");
  }

  @Test
  void all_that_a_run_has_goes_at_once() {
    var payload = blobs().append(RUN, Kind.PAYLOAD, null, "payload".getBytes(UTF_8));
    var output = blobs().append(RUN, Kind.OUTPUT, null, "output".getBytes(UTF_8));
    blobs().deleteAll(RUN);
    assertDamaged(payload, "missing");
    assertDamaged(output, "missing");
  }

  @Test
  void many_runs_are_added_to_at_once() throws IOException {
    var random = new Random(11);
    var ends = new ConcurrentHashMap<RunId, Blob>();
    try (var crowd = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 32; i++) {
        var run = RunId.random(RunId.Prefix.SPAWN, random);
        crowd.execute(
            () -> {
              var line = (run + "\n").getBytes(UTF_8);
              var blob = blobs().append(run, Kind.OUTPUT, null, line);
              for (int piece = 1; piece < 10; piece++) {
                blob = blobs().append(run, Kind.OUTPUT, blob, line);
              }
              ends.put(run, blobs().pack(blob));
            });
      }
    }
    assertThat(ends).hasSize(32);
    for (var end : ends.entrySet()) {
      assertThat(read(end.getValue())).isEqualTo((end.getKey() + "\n").repeat(10));
    }
  }

  @Test
  void an_interrupted_thread_keeps_what_it_was_given_and_stays_interrupted() throws IOException {
    Thread.currentThread().interrupt();
    Blob blob;
    boolean interrupted;
    try {
      blob = blobs().pack(append(append(null, "one "), "two"));
    } finally {
      interrupted = Thread.interrupted();
    }
    assertThat(interrupted).isTrue();
    assertThat(read(blob)).isEqualTo("one two");
  }

  @Test
  void a_record_that_says_another_length_is_not_believed() {
    var blob = append(append(null, "one "), "two");
    for (long bytes : new long[] {-1, 0, 3, 4, 6, 8, 1 << 20}) {
      assertDamaged(new Blob(blob.file(), bytes, blob.storedBytes(), 2), "damaged");
    }
    for (long stored = -1; stored < blob.storedBytes(); stored++) {
      assertDamaged(new Blob(blob.file(), blob.bytes(), stored, 2), "damaged");
    }
    assertDamaged(new Blob(blob.file(), blob.bytes(), blob.storedBytes() + 1, 2), "damaged");
  }

  Blob append(@Nullable Blob soFar, String more) {
    return blobs().append(RUN, Kind.PAYLOAD, soFar, more.getBytes(UTF_8));
  }

  String read(Blob blob) throws IOException {
    try (var in = blobs().open(blob)) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  void assertDamaged(Blob blob, String how) {
    assertThatThrownBy(() -> read(blob))
        .isInstanceOfSatisfying(
            RetinueException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INTERNAL_ERROR))
        .hasMessageContaining(blob.file())
        .hasMessageContaining(how);
  }
}
