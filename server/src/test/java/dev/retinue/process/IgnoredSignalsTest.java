package dev.retinue.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.RunId;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Program;
import dev.retinue.testing.Repository;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A supervisor whose own starter had it ignore signals.
@EndToEnd
final class IgnoredSignalsTest {
  private static final long HANG_UP = 1;
  private static final long INTERRUPT = 1 << 1;
  private static final long QUIT = 1 << 2;
  private static final long TERMINATE = 1 << 14;

  @TempDir private Path folder;

  @Test
  void what_is_started_hears_signals_that_its_supervisor_was_started_to_ignore() throws Exception {
    var ended =
        Program.of(
                Path.of("/bin/sh"),
                "-c",
                "trap '' HUP INT QUIT TERM; exec \"$@\"",
                "sh",
                Repository.JDK.resolve("bin/java"),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                IgnoredSignalsTest.class.getName(),
                folder)
            .run();

    var said = ended.out().lines().toList();
    assertThat(said).as(ended.err()).hasSize(2).last().isEqualTo("still here");
    long ignored = Long.parseUnsignedLong(said.getFirst(), 16);
    assertThat(ignored & (HANG_UP | INTERRUPT | QUIT | TERMINATE)).isZero();
  }

  /// Supervises one program, says what that ignores, and is interrupted itself.
  public static void main(String[] args) throws Exception {
    var folder = Path.of(args[0]);
    Files.writeString(folder.resolve("in"), "");
    var out = folder.resolve("out");
    var child =
        new Supervisor(folder, System.getenv())
            .start(
                new Spawn(
                    RunId.random(RunId.Prefix.AGENT, new SecureRandom()),
                    List.of("/bin/grep", "SigIgn", "/proc/self/status"),
                    folder,
                    Map.of("PATH", "/usr/bin:/bin"),
                    new Spawn.Files(folder.resolve("in"), out, folder.resolve("err")),
                    Spawn.Limits.USUAL));
    child.awaitExit(Duration.ofSeconds(60));
    System.out.println(Files.readString(out).replace("SigIgn:", "").strip());
    Signal.INTERRUPT.send(ProcessHandle.current());
    System.out.println("still here");
  }
}
