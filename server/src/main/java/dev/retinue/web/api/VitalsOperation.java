package dev.retinue.web.api;

import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.watch.Vitals;
import dev.retinue.watch.Watchtower;

/// How the house is, in numbers, for whoever runs it.
final class VitalsOperation {
  private final Watchtower watch;

  VitalsOperation(Watchtower watch) {
    this.watch = watch;
  }

  Operation all() {
    return Operation.json(
        "GET",
        "/api/vitals",
        Operation.About.answering(
            "How the house is: calls, runs, queue, store, memory.", Vitals.class),
        this::vitals);
  }

  /// They tell of all callers together.
  private Vitals vitals(ApiCall call) {
    var caller = call.caller();
    if (caller.scope() != Caller.Scope.ADMIN || caller.run() != null) {
      throw new RetinueException(
          ErrorCode.FORBIDDEN,
          "The vitals of the whole house need a token with the scope 'admin'; /api/health says whether it is well.");
    }
    return watch.vitals();
  }
}
