package dev.retinue.runtime.coder.fake;

import java.time.Instant;
import java.util.UUID;

/// What a start has made: an agent in the workspace, with its app.
final class FakeMachine {
  final UUID agentId;
  final UUID appId;
  final UUID commandAppId;
  final UUID externalAppId;
  final UUID subAgentId;
  final Instant createdAt;
  final FakeTemplate.AppPlan plan;
  final FakeAgentApi agentApi;

  /// connecting, connected, disconnected or timeout
  String status = "connecting";

  /// created, starting, ready, and the rest of Coder's words
  String lifecycle = "created";

  /// disabled, initializing, healthy or unhealthy
  String health;

  FakeMachine(World world, FakeTemplate.AppPlan plan, FakeAgentApi agentApi) {
    this.agentId = world.newId();
    this.appId = world.newId();
    this.commandAppId = world.newId();
    this.externalAppId = world.newId();
    this.subAgentId = world.newId();
    this.createdAt = world.now();
    this.plan = plan;
    this.agentApi = agentApi;
    this.health = plan.healthCheck ? "initializing" : "disabled";
  }

  boolean isUp() {
    return status.equals("connected");
  }

  /// Whether it has just become ready.
  enum Move {
    NONE,
    MOVED,
    READY
  }

  Move step() {
    if (status.equals("connecting")) {
      status = "connected";
      lifecycle = "starting";
      return Move.MOVED;
    }
    if (status.equals("connected") && lifecycle.equals("starting")) {
      lifecycle = "ready";
      if (plan.healthCheck) {
        health = "healthy";
      }
      return Move.READY;
    }
    if (plan.healthCheck && health.equals("healthy") && !agentApi.isAlive()) {
      health = "unhealthy";
      return Move.MOVED;
    }
    return agentApi.step() ? Move.MOVED : Move.NONE;
  }
}
