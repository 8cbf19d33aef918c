package dev.retinue.runtime.coder.fake;

/// Which Coder it is: what differs between them for us.
public enum Mode {
  /// 2.37 and later: there are no tasks any more.
  CURRENT("v2.37.1+5f2c1aa", ""),
  /// Tasks with rows of their own, `workspace.task_id`, and a restart by the server.
  V2_36("v2.36.0+a18c7de", "/api/v2/tasks"),
  /// The first with rows of their own: the id of a task is not that of its workspace.
  V2_28("v2.28.3+91bd20c", "/api/experimental/tasks"),
  /// The id of a task is that of its workspace.
  BEFORE_2_28("v2.27.1+230b55b", "/api/experimental/tasks");

  private final String version;
  private final String tasks;

  Mode(String version, String tasks) {
    this.version = version;
    this.tasks = tasks;
  }

  public String version() {
    return version;
  }

  /// Where tasks are; empty when there are none.
  String tasks() {
    return tasks;
  }

  /// Where chats are; empty when there are none yet.
  String chats() {
    return switch (this) {
      case CURRENT -> "/api/v2/chats";
      case V2_36 -> "/api/experimental/chats";
      case V2_28, BEFORE_2_28 -> "";
    };
  }

  boolean hasTasks() {
    return !tasks.isEmpty();
  }

  /// Whether a stop can say what comes after it. Others do not know the word, and ignore it.
  boolean restarts() {
    return this == CURRENT || this == V2_36;
  }

  /// Since 2.34 the agents of earlier builds are not shown.
  boolean hidesFormerAgents() {
    return this == CURRENT || this == V2_36;
  }

  boolean tasksHaveTheirOwnIds() {
    return this == V2_36 || this == V2_28;
  }
}
