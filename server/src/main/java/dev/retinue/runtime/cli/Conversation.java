package dev.retinue.runtime.cli;

import dev.retinue.core.permission.Policy;
import dev.retinue.core.port.Work;
import dev.retinue.process.Child;
import dev.retinue.runtime.cli.relay.Deeds;
import dev.retinue.runtime.cli.relay.PermissionRelay;
import dev.retinue.runtime.cli.relay.Voice;
import java.nio.file.Path;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/// What is said to a program while it is at work: answers to what it asks, and an end when it has
/// said its last word.
final class Conversation implements AutoCloseable {
  private final Child child;
  private final @Nullable PermissionRelay relay;
  private boolean busy;

  private Conversation(Child child, @Nullable PermissionRelay relay) {
    this.child = child;
    this.relay = relay;
  }

  /// With one that asks nothing.
  static Conversation none(Child child) {
    return new Conversation(child, null);
  }

  static Conversation by(
      Voice voice, Work work, Policy policy, Child child, Path directory, InstantSource clock) {
    return new Conversation(
        child, new PermissionRelay(work, policy, Deeds.in(directory), voice, child::say, clock));
  }

  Child child() {
    return child;
  }

  void hear(Seen seen) {
    switch (seen) {
      case Seen.Asked(var inquiry) -> {
        if (relay != null) {
          relay.hear(inquiry);
        }
      }
      case Seen.Busy(var now) -> busy = now;
      case Seen.Ended _ -> {
        // What it still has under way may make it ask again.
        if (!busy) {
          child.closeInput();
        }
      }
      case Seen.Begun _,
          Seen.Text _,
          Seen.Piece _,
          Seen.Thought _,
          Seen.ToolCall _,
          Seen.ToolResult _,
          Seen.Note _,
          Seen.Spent _,
          Seen.Used _,
          Seen.Answered _,
          Seen.Structured _ -> {}
    }
  }

  @Override
  public void close() {
    if (relay != null) {
      relay.close();
    }
    child.closeInput();
  }
}
