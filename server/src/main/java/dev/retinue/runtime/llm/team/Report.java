package dev.retinue.runtime.llm.team;

import dev.retinue.core.Run;
import dev.retinue.core.State;
import dev.retinue.core.port.Company;
import dev.retinue.runtime.llm.tool.Tool;

/// What a model is told of a run that it gave to another.
final class Report {
  /// What it delivered is told up to here; all of it is kept with its run.
  static final int LONGEST_PAYLOAD = 20_000;

  private Report() {}

  static Tool.Result of(Run run, Company company) {
    return switch (run.state()) {
      case State.Completed(var _, var summary, var _) ->
          Tool.Result.of(summary + payload(run, company));
      case State.Failed(var _, var reason, var message) ->
          Tool.Result.failure("'%s' failed (%s): %s".formatted(name(run), reason.word(), message));
      case State.Stopped(var _, var why) ->
          Tool.Result.failure("'%s' was stopped: %s".formatted(name(run), why));
      case State.Ready _, State.Queued _, State.Running _, State.Waiting _ ->
          Tool.Result.failure("'%s' has not ended.".formatted(name(run)));
    };
  }

  private static String name(Run run) {
    return run.commission().agent().name();
  }

  private static String payload(Run run, Company company) {
    var payload = run.dossier().payload();
    if (payload == null) {
      return "";
    }
    var text = company.result(run, LONGEST_PAYLOAD);
    long more = payload.bytes() - LONGEST_PAYLOAD;
    var rest = more > 0 ? "\n[… %d more bytes are in the payload of %s]" : "";
    return "\n\nThe result:\n\n%s%s".formatted(text, rest.formatted(more, run.id()));
  }
}
