package dev.retinue.runtime.coder.fake;

import dev.retinue.runtime.coder.fake.FakeBuild.Job;
import dev.retinue.runtime.coder.fake.FakeBuild.Transition;

/// Brings a workspace that has just been made to where a test wants it.
final class Staging {
  private Staging() {}

  static void bring(FakeWorkspace workspace, Stage stage, World world) {
    switch (stage) {
      case PENDING -> {}
      case STARTING -> steps(workspace, 1);
      case CONNECTING -> steps(workspace, 2);
      case BOOTING -> steps(workspace, 3);
      case IDLE -> steps(workspace, 4);
      case BUSY -> {
        steps(workspace, 4);
        workspace.agentApi().work();
        workspace.report("working", "Working on something");
      }
      case UNHEALTHY -> {
        steps(workspace, 4);
        workspace.health("unhealthy");
      }
      case DISCONNECTED -> {
        steps(workspace, 4);
        workspace.agent("disconnected", "ready");
      }
      case TIMED_OUT -> {
        steps(workspace, 2);
        workspace.agent("timeout", "created");
      }
      case STOPPING -> build(workspace, Transition.STOP, 1);
      case STOPPED -> build(workspace, Transition.STOP, 2);
      case DELETING -> build(workspace, Transition.DELETE, 1);
      case DELETED -> build(workspace, Transition.DELETE, 2);
      case FAILED -> {
        workspace.nextBuildFails("terraform apply: exit status 1");
        steps(workspace, 2);
      }
      case CANCELING -> {
        steps(workspace, 1);
        workspace.latest().is(Job.CANCELING, world.now());
      }
      case CANCELED -> workspace.latest().is(Job.CANCELED, world.now());
      case DORMANT -> {
        build(workspace, Transition.STOP, 2);
        workspace.dormant();
      }
    }
  }

  private static void build(FakeWorkspace workspace, Transition transition, int count) {
    steps(workspace, 4);
    workspace.begin(workspace.latest().wish.to(transition, null));
    steps(workspace, count);
  }

  private static void steps(FakeWorkspace workspace, int count) {
    for (int i = 0; i < count; i++) {
      workspace.step();
    }
  }
}
