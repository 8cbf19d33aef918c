package dev.retinue;

import dev.retinue.cli.Household;
import dev.retinue.core.Agent;
import dev.retinue.core.Blob;
import dev.retinue.core.Caller;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.port.Blobs;
import dev.retinue.core.staff.StartRequest;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.store.files.FileBlobs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A whole data directory at work, as the daemon has it, with one agent that plays its prompt.
record TestHousehold(Path place, Household household) implements AutoCloseable {
  private static final Agent PLAYER =
      new Agent(
          "player",
          "plays its prompt",
          new Agent.Means("scripted", null),
          "",
          List.of(),
          Agent.Limits.NONE);

  static TestHousehold in(Path place) {
    var clock = InstantSource.system();
    return new TestHousehold(
        place,
        Household.open(
            Household.Settings.in(place, () -> {}),
            () -> List.of(PLAYER),
            List.of(new ScriptedRuntime(clock)),
            _ -> {}));
  }

  Run start(String script) {
    return household.staff().start(Caller.owner(), StartRequest.of("player", script));
  }

  Run run(RunId id) {
    return household.staff().require(Caller.owner(), id);
  }

  /// Plays this to the end.
  Run play(String script) {
    return await(start(script).id(), run -> run.ended() && !run.ending());
  }

  Run await(RunId id, Predicate<Run> wished) {
    try {
      var run = household.staff().await(Caller.owner(), id, wished, Duration.ofSeconds(60));
      if (!wished.test(run)) {
        throw new AssertionError("waited in vain: " + run);
      }
      return run;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  String text(@Nullable Blob blob) {
    if (blob == null) {
      return "";
    }
    try (var bytes = blobs().open(blob)) {
      return new String(bytes.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path file(Blob blob) {
    return place.resolve("blobs").resolve(blob.file());
  }

  private Blobs blobs() {
    return new FileBlobs(place.resolve("blobs"), InstantSource.system(), () -> {});
  }

  @Override
  public void close() {
    household.close();
  }
}
