package dev.retinue.core;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Something that happened in a run. Events are facts: they are never changed.
public sealed interface RunEvent {
  Instant at();

  /// It exists.
  record Created(Instant at, String agent) implements RunEvent {}

  /// It was accepted and waits for a slot.
  record Queued(Instant at) implements RunEvent {}

  /// A runtime has taken it.
  record Started(Instant at) implements RunEvent {}

  /// What carried it out is gone, and it will be taken up again.
  record Requeued(Instant at, String why) implements RunEvent {}

  /// Nothing of it is at work any more: its slot is free.
  record Released(Instant at) implements RunEvent {}

  record Said(Instant at, String text) implements RunEvent {}

  /// What it thought before it spoke.
  ///
  /// @param seal what the provider of the model wants back unchanged, and nobody else reads
  record Thought(Instant at, String text, @Nullable String seal) implements RunEvent {
    public Thought(Instant at, String text) {
      this(at, text, null);
    }
  }

  /// It began to use a tool.
  ///
  /// @param call tells the calls of one run apart
  /// @param input the arguments as JSON
  /// @param seal what the provider of the model wants back unchanged, and nobody else reads
  record ToolCalled(Instant at, String call, String tool, String input, @Nullable String seal)
      implements RunEvent {
    public ToolCalled(Instant at, String call, String tool, String input) {
      this(at, call, tool, input, null);
    }
  }

  record ToolAnswered(Instant at, String call, String output, boolean failed) implements RunEvent {}

  /// Its caller said something while it was at work; once it has heard it, it was told.
  record Steered(Instant at, String text) implements RunEvent {}

  /// It was told something on the way: to go on, for instance.
  record Told(Instant at, String text) implements RunEvent {}

  /// All that was said before is from now on this, because it became too long to be read.
  record Condensed(Instant at, String summary) implements RunEvent {}

  /// Another agent speaks from now on, in the same conversation.
  ///
  /// @param digest names its definition exactly
  record AgentSwitching(Instant at, String from, String to, String digest) implements RunEvent {}

  /// Another model is asked from now on.
  ///
  /// @param why the former one is not
  record ModelFallback(Instant at, String from, String to, String why) implements RunEvent {}

  /// Something a person should know, such as a limit that cut something off.
  record Noted(Instant at, String text) implements RunEvent {}

  /// What the run rests on: binary, version, sandbox, model that answered, the CLI's own session.
  record Learned(Instant at, Map<String, String> facts) implements RunEvent {
    public Learned {
      facts = Map.copyOf(facts);
    }
  }

  record Asked(Instant at, Need need) implements RunEvent {}

  record Answered(Instant at, String need, String answer) implements RunEvent {}

  record Spent(Instant at, Usage usage) implements RunEvent {}

  record BudgetRaised(Instant at, Budget budget) implements RunEvent {}

  /// The result so far, or all of it.
  record Delivered(Instant at, Blob payload) implements RunEvent {}

  /// Everything it printed so far.
  record Printed(Instant at, Blob output) implements RunEvent {}

  /// An acceptance check that the server ran.
  record Checked(Instant at, String check, boolean passed, String detail) implements RunEvent {
    static Checked of(Instant at, Verdict verdict) {
      return new Checked(at, verdict.check(), verdict.passed(), verdict.detail());
    }

    Verdict verdict() {
      return new Verdict(check, passed, detail);
    }
  }

  record Completed(Instant at, String summary, State.Evidence evidence) implements RunEvent {}

  record Failed(Instant at, FailureReason reason, String message) implements RunEvent {}

  record Stopped(Instant at, String why) implements RunEvent {}

  /// A result that came after the run was stopped, or that its checks did not accept. The ending
  /// stays as it is.
  record ResultCameLate(Instant at, String summary, @Nullable Blob payload) implements RunEvent {}
}
