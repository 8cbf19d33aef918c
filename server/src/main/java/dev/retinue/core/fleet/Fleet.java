package dev.retinue.core.fleet;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The agents of one deployment, each in a workspace of its own, and what one can ask of them. All
/// names are found in whatever case they are written. What is not there, or not possible, is a
/// refusal with a sentence.
public interface Fleet extends AutoCloseable {
  /// Those that there are.
  ///
  /// @param status only those that are so; `offline` stands for all that are not up
  /// @param project only those of this project
  List<FleetAgent> agents(@Nullable FleetStatus status, @Nullable String project)
      throws InterruptedException;

  /// With all that is known of it, as it is at this moment.
  FleetAgent show(String name) throws InterruptedException;

  List<Project> projects() throws InterruptedException;

  Roles roles(String project) throws InterruptedException;

  /// Makes an agent, which comes up by itself afterwards and begins with its task.
  FleetAgent create(Wanted wanted) throws InterruptedException;

  /// Destroys it with its workspace, whatever it does at that moment.
  Done delete(String name) throws InterruptedException;

  /// Stops its workspace where that is at work, and starts it.
  Done restart(String name) throws InterruptedException;

  /// Gives a task to an agent that has none.
  default TaskEntry start(String name, String task) throws InterruptedException {
    return assign(new Order(name, task, false, false), Duration.ZERO, Progress.NOBODY).task();
  }

  /// Gives a task to an agent, or keeps it for it.
  ///
  /// @param patience how long a workspace that is not up is waited for
  Assigned assign(Order order, Duration patience, Progress progress) throws InterruptedException;

  /// Waits until an agent has nothing to do any more, or until it is lost.
  ///
  /// @param queued the task that must not wait any more; null for none
  Outcome await(String name, @Nullable String queued, Duration patience, Progress progress)
      throws InterruptedException;

  /// Interrupts what an agent does, once.
  default Done cancel(String name) throws InterruptedException {
    return cancel(name, false).done();
  }

  /// Interrupts what an agent does, once.
  ///
  /// @param dropQueued whether what waits for it is removed first; then it need not be at work
  Cancelled cancel(String name, boolean dropQueued) throws InterruptedException;

  /// What it was told and what it said of its work, newest first.
  Paged<TaskEntry> history(String name, int page, int size) throws InterruptedException;

  /// The conversation with it, newest first; where nobody is there to talk to, what its workspace
  /// said while it was made.
  Log log(String name, int page, int size) throws InterruptedException;

  /// Nobody asks it anything any more.
  @Override
  void close();

  /// What agents can be made for.
  record Project(String id, String name, String description) {}

  /// What an agent can be in a project.
  record Role(String id, String name, String projectId, boolean isDefault) {}

  record Roles(Project project, List<Role> all) {}

  /// An agent that is wanted.
  ///
  /// @param role null for the usual one of the project
  record Wanted(String name, String project, String task, @Nullable String role) {}

  /// A task that is to be given.
  ///
  /// @param queue whether it may wait until the agent is idle
  /// @param startIfStopped whether a workspace that is stopped is started for it
  record Order(String agent, String task, boolean queue, boolean startIfStopped) {}

  /// What became of an order.
  ///
  /// @param queued its id if it waits; null if the agent has it
  /// @param ahead how many tasks wait before it
  record Assigned(TaskEntry task, @Nullable String queued, int ahead) {}

  /// How an agent was when it was not waited for any longer.
  ///
  /// @param answer what it said last; null if that is not known
  record Outcome(String agent, FleetStatus status, @Nullable String answer) {}

  /// What was called off.
  ///
  /// @param interrupted whether the agent was at work
  /// @param dropped how many tasks wait no more
  record Cancelled(Done done, boolean interrupted, int dropped) {}

  /// Hears how far something is that takes its time.
  interface Progress {
    Progress NOBODY = _ -> {};

    void tell(String how);
  }

  /// What was done with an agent.
  ///
  /// @param name as the agent is really written
  /// @param message what was done, and what is still to come
  record Done(String name, String workspaceId, FleetStatus status, String message) {}

  /// What an agent was told, or said of its work.
  ///
  /// @param agent as it is really written
  /// @param state what the agent said of it: working, idle, complete, failure; queued for what
  ///   waits for it; null for what it was told
  record TaskEntry(
      String agent, String message, @Nullable String uri, @Nullable String state, Instant at) {
    public static final String QUEUED = "queued";

    /// assigned, queued or reported.
    public String kind() {
      if (state == null) {
        return "assigned";
      }
      return state.equals(QUEUED) ? QUEUED : "reported";
    }

    /// Whether a person should look at it.
    public boolean needsAttention() {
      return "failure".equals(state);
    }
  }

  /// What was said.
  ///
  /// @param agent as it is really written
  record Log(String agent, Source source, Paged<LogEntry> entries) {}

  enum Source {
    CONVERSATION,
    BUILD
  }

  enum Level {
    DEBUG,
    INFO,
    WARN,
    ERROR
  }

  /// One thing that was said.
  ///
  /// @param input whether it was said to the agent, and not by it
  record LogEntry(Instant at, String message, Level level, boolean input) {}
}
