package dev.retinue.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.retinue.cli.Household;
import dev.retinue.core.Caller;
import dev.retinue.core.Commission.Terms;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.port.AgentRuntime;
import dev.retinue.core.port.Work;
import dev.retinue.core.staff.Limits;
import dev.retinue.core.staff.StartRequest;
import dev.retinue.core.staff.Surroundings;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Program;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A real disk that is really full: said with the remedy, outlived without a restart.
@EndToEnd
final class FullDiskTest {
  private static final Caller OWNER = Caller.owner();
  private static final long RESERVE = 1 << 20;

  @TempDir Path folder;
  private final AtomicLong moved = new AtomicLong();
  private final CountDownLatch mayEnd = new CountDownLatch(1);
  private final CountDownLatch ending = new CountDownLatch(1);
  private Path disk;
  private Household household;

  /// Works until it is told to end.
  private final class Patient implements AgentRuntime {
    @Override
    public String name() {
      return Stage.STEADY;
    }

    @Override
    public boolean canResume(Run run) {
      return true;
    }

    @Override
    public void carryOut(Work work) throws InterruptedException {
      mayEnd.await();
      ending.countDown();
      work.deliver(new byte[100_000]);
      work.complete("done", State.Evidence.CLAIMED);
    }
  }

  @BeforeEach
  void mount() throws IOException {
    disk = Files.createDirectory(folder.resolve("disk"));
    var mounted = Program.of("mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", disk).run();
    assumeTrue(mounted.exitCode() == 0, "a small disk can only be mounted by root");
    var surroundings =
        new Surroundings(
            InstantSource.system(), () -> System.nanoTime() + moved.get(), new SecureRandom());
    Runnable onFatal =
        () -> {
          throw new AssertionError("a full disk is not a broken one");
        };
    var settings =
        new Household.Settings(
            disk.resolve("data"), Limits.DEFAULT, RESERVE, surroundings, onFatal);
    household = Household.open(settings, Stage.ROSTER, List.of(new Patient()), _ -> {});
  }

  @AfterEach
  void unmount() {
    if (household != null) {
      household.close();
      // SQLite's library may be there, and stays loaded.
      Program.of("umount", "--lazy", disk).run();
    }
  }

  @Test
  void a_full_disk_refuses_starts_and_keeps_what_is_at_work() throws Exception {
    var staff = household.staff();
    var atWork = staff.start(OWNER, StartRequest.of(Stage.STEADY, "work")).id();
    staff.await(OWNER, atWork, it -> it.state() instanceof State.Running, Duration.ofMinutes(1));
    var ready = staff.start(OWNER, ready()).id();

    fillUp();
    assertThatThrownBy(() -> staff.start(OWNER, StartRequest.of(Stage.STEADY, "more")))
        .isInstanceOfSatisfying(
            RetinueException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.SERVICE_UNAVAILABLE))
        .hasMessageContaining(disk.toRealPath().toString())
        .hasMessageContaining("free some space there and try again");
    assertRefusedForWantOfRoom(ready);

    mayEnd.countDown();
    ending.await();
    assertThat(staff.require(OWNER, atWork).state()).isInstanceOf(State.Running.class);
    assertThat(staff.feed().read(OWNER, atWork, 0, 100)).hasSize(3);

    Files.delete(filler());
    moved.addAndGet(Duration.ofSeconds(2).toNanos());
    var ended = staff.await(OWNER, atWork, Run::ended, Duration.ofMinutes(1));
    assertThat(ended.state()).isInstanceOf(State.Completed.class);
    assertThat(ended.dossier().payload()).isNotNull();
    var next = staff.start(OWNER, StartRequest.of(Stage.STEADY, "more")).id();
    assertThat(staff.await(OWNER, next, Run::ended, Duration.ofMinutes(1)).state())
        .isInstanceOf(State.Completed.class);
  }

  private static StartRequest ready() {
    return new StartRequest(Stage.STEADY, null, StartRequest.Manner.PLAIN, Terms.NONE, null);
  }

  private Path filler() {
    return disk.resolve("filler");
  }

  /// To the last byte, and beyond what the reserve may have looked at.
  private void fillUp() throws IOException {
    try (OutputStream out = Files.newOutputStream(filler())) {
      while (true) {
        out.write(new byte[4096]);
      }
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("No space left");
    }
    moved.addAndGet(Duration.ofSeconds(2).toNanos());
  }

  /// There may be some room in the files that are there.
  private void assertRefusedForWantOfRoom(RunId ready) {
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 1000; i++) {
                household.staff().define(OWNER, ready, "x".repeat(100_000 + i));
              }
            })
        .isInstanceOfSatisfying(
            RetinueException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.SERVICE_UNAVAILABLE))
        .hasMessageContaining("is full")
        .hasMessageContaining("free some space");
  }
}
