package dev.retinue.web.api;

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
    call.caller().requireSight("The vitals tell of everybody's work");
    return watch.vitals();
  }
}
