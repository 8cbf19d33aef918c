package dev.retinue.crash;

import dev.retinue.mcp.client.ClientOptions;
import dev.retinue.mcp.client.McpClientException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/// A caller behind a front. When its front was killed it starts another, as its client would.
final class FrontCaller implements Runnable {
  private final Path folder;
  private final ClientOptions options;
  private final Ledger ledger;
  private final RemoteCaller caller;
  private final Lock turn;
  private @Nullable FrontProcess front;
  private boolean killed;
  private volatile boolean over;

  /// @param turn held while it calls
  FrontCaller(Path folder, ClientOptions options, Ledger ledger, RemoteCaller caller, Lock turn) {
    this.folder = folder;
    this.options = options;
    this.ledger = ledger;
    this.caller = caller;
    this.turn = turn;
  }

  void finish() {
    over = true;
  }

  /// Ends its front as a power cut would, if it has one.
  synchronized void killFront() {
    if (front != null) {
      killed = true;
      front.close();
    }
  }

  private synchronized FrontProcess begin() throws IOException {
    killed = false;
    front = FrontProcess.start(folder);
    return front;
  }

  private synchronized boolean wasKilled() {
    return killed;
  }

  @Override
  public void run() {
    while (!over) {
      try (var process = begin();
          var voice = new McpVoice(process.client(options))) {
        speak(voice);
      } catch (McpClientException e) {
        complainUnlessKilled(e);
      } catch (IOException | RuntimeException e) {
        ledger.complain("a caller gave up: " + e);
        return;
      }
    }
  }

  private void speak(Voice voice) {
    boolean there = true;
    while (there && !over) {
      turn.lock();
      try {
        caller.act(voice);
      } catch (Voice.Unanswered e) {
        ledger.sayUnanswered();
        if (e.getCause() instanceof McpClientException broken) {
          there = false;
          complainUnlessKilled(broken);
        }
      } finally {
        turn.unlock();
      }
    }
  }

  private void complainUnlessKilled(McpClientException e) {
    if (!wasKilled()) {
      ledger.complain("a front failed, though nobody killed it: " + e);
    }
  }
}
