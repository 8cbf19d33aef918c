package dev.retinue.runtime.coder.fake;

import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// One build of a workspace, and what has become of it.
final class FakeBuild {
  final UUID id;
  final UUID jobId;
  final UUID resourceId;
  final int number;
  final Wish wish;
  final Instant createdAt;
  Job job = Job.PENDING;
  Instant updatedAt;
  @Nullable Instant startedAt;
  @Nullable Instant completedAt;
  @Nullable Instant canceledAt;
  String error = "";

  /// Of a start that has succeeded.
  @Nullable FakeMachine machine;

  /// What is wanted of it.
  ///
  /// @param then the transition after a stop that succeeds
  record Wish(
      Transition transition,
      FakeTemplate.Version version,
      FakeTemplate.@Nullable Preset preset,
      Map<String, String> parameters,
      @Nullable Transition then,
      String reason) {
    Wish to(Transition next, @Nullable Transition after) {
      return new Wish(next, version, preset, parameters, after, "initiator");
    }
  }

  enum Transition {
    START,
    STOP,
    DELETE
  }

  /// How far its job is.
  enum Job {
    PENDING,
    RUNNING,
    SUCCEEDED,
    CANCELING,
    CANCELED,
    FAILED
  }

  FakeBuild(World world, int number, Wish wish) {
    this.id = world.newId();
    this.jobId = world.newId();
    this.resourceId = world.newId();
    this.number = number;
    this.wish = wish;
    this.createdAt = world.now();
    this.updatedAt = createdAt;
  }

  boolean isActive() {
    return switch (job) {
      case PENDING, RUNNING, CANCELING -> true;
      case SUCCEEDED, CANCELED, FAILED -> false;
    };
  }

  /// The word of Coder for the state of a workspace with this build.
  String status() {
    return switch (job) {
      case PENDING -> "pending";
      case RUNNING ->
          switch (wish.transition()) {
            case START -> "starting";
            case STOP -> "stopping";
            case DELETE -> "deleting";
          };
      case SUCCEEDED ->
          switch (wish.transition()) {
            case START -> "running";
            case STOP -> "stopped";
            case DELETE -> "deleted";
          };
      case CANCELING -> "canceling";
      case CANCELED -> "canceled";
      case FAILED -> "failed";
    };
  }

  void is(Job next, Instant now) {
    job = next;
    updatedAt = now;
    switch (next) {
      case PENDING -> {}
      case RUNNING -> startedAt = now;
      case CANCELING -> canceledAt = now;
      case CANCELED -> {
        canceledAt = canceledAt == null ? now : canceledAt;
        completedAt = now;
      }
      case SUCCEEDED, FAILED -> completedAt = now;
    }
  }
}
