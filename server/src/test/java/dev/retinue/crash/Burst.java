package dev.retinue.crash;

import dev.retinue.mcp.rpc.Json;
import dev.retinue.testing.Player;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Many callers who each start one run by a program, all at the same moment.
final class Burst {
  /// What their programs do to outlive the daemon.
  private static final List<String> TRICKS =
      List.of(
          Player.script("begin", "live"),
          Player.script("begin", "deaf", "live"),
          Player.script("begin", "fork", "fork", "live"),
          Player.script("begin", "session", "live"),
          Player.script("begin", "daemon", "live"),
          Player.script("begin", "nameless", "live"),
          Player.script("begin", "mute", "live"),
          Player.script("begin", "fill 100000", "live"),
          Player.script("begin", "lines 1000000", "line 1000000", "live"),
          Player.script("fork", "deaf", "freeze"),
          Player.script("begin", "say There it is.", "done There it is."));

  private final Succession daemons;
  private final List<Start> starts;

  /// What one of them asks for.
  record Start(String agent, String contract) {}

  Burst(Succession daemons, List<Start> starts) {
    this.daemons = daemons;
    this.starts = starts;
  }

  /// By programs that play one of their tricks each.
  static Burst ofTricks(Succession daemons, String agent, int size, Random random) {
    return new Burst(
        daemons,
        random
            .ints(size, 0, TRICKS.size())
            .mapToObj(trick -> new Start(agent, TRICKS.get(trick)))
            .toList());
  }

  /// Begins, calls back when so many were accepted or the patience is over, and lets nobody go on
  /// who has not been answered by then.
  void until(int accepted, Kill kill) throws Exception {
    var answers = new Semaphore(0);
    var ready = new CountDownLatch(1);
    try (var callers = Executors.newVirtualThreadPerTaskExecutor();
        var voice = new RestVoice(daemons.url(), daemons.token())) {
      for (var start : starts) {
        var _ =
            callers.submit(
                () -> {
                  ready.await();
                  voice.call(
                      "agent_start",
                      Json.object().put("agent", start.agent()).put("contract", start.contract()));
                  answers.release();
                  return null;
                });
      }
      ready.countDown();
      boolean enough = answers.tryAcquire(accepted, 30, TimeUnit.SECONDS);
      kill.now();
      if (!enough) {
        throw new AssertionError("%d runs were not accepted in time".formatted(accepted));
      }
    }
  }

  interface Kill {
    void now() throws Exception;
  }
}
