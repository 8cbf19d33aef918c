package dev.retinue.cli;

import dev.retinue.cli.daemon.Api;
import dev.retinue.cli.text.Amounts;
import dev.retinue.core.RetinueException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/// What Ctrl-C does to somebody who watches a run: the first leaves it alone, the second stops it.
final class Leaving implements Runnable {
  private static final Duration SECOND_THOUGHT = Duration.ofSeconds(2);

  private final Terminal terminal;
  private final Supplier<Api> api;
  private final String id;
  private final boolean stopAtOnce;
  private final AtomicInteger pressed = new AtomicInteger();

  Leaving(Terminal terminal, Supplier<Api> api, String id, boolean stopAtOnce) {
    this.terminal = terminal;
    this.api = api;
    this.id = id;
    this.stopAtOnce = stopAtOnce;
  }

  @Override
  public void run() {
    switch (pressed.incrementAndGet()) {
      case 1 -> {
        if (stopAtOnce) {
          stop();
        } else {
          leave();
        }
      }
      case 2 -> stop();
      default -> end(ExitCode.INTERRUPTED);
    }
  }

  private void leave() {
    Reach.tell(
        terminal,
        "%s goes on without you. Ctrl-C again stops it; later: retinue logs -f %s, retinue stop %2$s"
            .formatted(id, Amounts.shortId(id)));
    try {
      Thread.sleep(SECOND_THOUGHT);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    if (pressed.get() == 1) {
      end(ExitCode.INTERRUPTED);
    }
  }

  /// Its end comes as an event, and ends the command.
  private void stop() {
    try {
      api.get().stop(id);
    } catch (RetinueException e) {
      Reach.tell(terminal, "%s could not be stopped: %s".formatted(id, e.getMessage()));
      end(ExitCode.INTERRUPTED);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void end(int exitCode) {
    terminal.flush();
    Runtime.getRuntime().halt(exitCode);
  }
}
