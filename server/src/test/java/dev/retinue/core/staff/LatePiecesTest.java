package dev.retinue.core.staff;

import static dev.retinue.testing.TestStaff.OWNER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.Blob;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.port.Blobs;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestData;
import dev.retinue.testing.TestStaff;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LatePiecesTest {
  /// Does something else first.
  private record SlowBlobs(Blobs blobs, AtomicReference<Runnable> first) implements Blobs {
    @Override
    public Blob append(RunId run, Kind kind, @Nullable Blob soFar, byte[] more) {
      first.get().run();
      return blobs.append(run, kind, soFar, more);
    }

    @Override
    public Blob pack(Blob blob) {
      return blobs.pack(blob);
    }

    @Override
    public InputStream openStored(Blob blob) {
      return blobs.openStored(blob);
    }

    @Override
    public InputStream open(Blob blob) {
      return blobs.open(blob);
    }

    @Override
    public void delete(Blob blob) {
      blobs.delete(blob);
    }

    @Override
    public void deleteAll(RunId run) {
      blobs.deleteAll(run);
    }
  }

  @Test
  void a_piece_that_came_too_late_is_not_said_to_be_kept(@TempDir Path folder) {
    var clock = new TestClock();
    var first = new AtomicReference<Runnable>(() -> {});
    try (var data = new TestData(folder, clock);
        var staff =
            TestStaff.on(data.runs(), new SlowBlobs(data.blobs(), first), clock)
                .hire("sleeper", "hang")
                .begin(new ScriptedRuntime(clock))) {
      var run = staff.start("sleeper", "sleep");
      staff.await(run, it -> it.state() instanceof State.Running);
      first.set(() -> staff.staff().stop(OWNER, run, "enough"));
      assertThatThrownBy(() -> staff.staff().appendPayload(OWNER, run, new byte[10]))
          .isInstanceOfSatisfying(
              RetinueException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT))
          .hasMessageContaining("is stopped");
      assertThat(staff.run(run).dossier().payload()).isNull();
    }
  }
}
