package dev.retinue.runtime.coder;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import dev.retinue.core.fleet.Fleet;
import dev.retinue.core.fleet.FleetAgent;
import dev.retinue.core.fleet.FleetStatus;
import dev.retinue.core.fleet.Paged;
import dev.retinue.runtime.coder.FleetRules.Pace;
import dev.retinue.runtime.coder.client.Chat;
import dev.retinue.runtime.coder.client.ChatClient;
import dev.retinue.runtime.coder.client.Deadline;
import dev.retinue.runtime.coder.repository.AgentWorkspaces;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The fleet of a deployment whose agents are chats of Coder's own. Only those that were made here
/// count: in the others somebody sits.
public final class ChatFleet implements Fleet {
  private static final String NAME = "retinue-agent";
  private static final int LONGEST_NAME = 32;
  private static final int SLOWEST = 5;

  private final ChatClient client;
  private final int longestName;
  private final Pace pace;

  public ChatFleet(ChatClient client, int longestName, Pace pace) {
    this.client = client;
    this.longestName = longestName;
    this.pace = pace;
  }

  @Override
  public List<FleetAgent> agents(@Nullable FleetStatus status, @Nullable String project)
      throws InterruptedException {
    var found = new ArrayList<FleetAgent>();
    var organizations = client.organizations();
    for (var chat : client.all()) {
      var title = title(organizations, chat);
      boolean wanted = project == null || title.equalsIgnoreCase(project.strip());
      if (isOurs(chat) && wanted && (status == null || status.means(status(chat)))) {
        found.add(agent(chat, title, 0));
      }
    }
    return found;
  }

  private static boolean isOurs(Chat chat) {
    return AgentWorkspaces.isName(name(chat), LONGEST_NAME);
  }

  private static String name(Chat chat) {
    return chat.labels().getOrDefault(NAME, "");
  }

  private static String title(List<Chat.Organization> all, Chat chat) {
    return all.stream()
        .filter(it -> it.id().equals(chat.organizationId()))
        .map(Chat.Organization::title)
        .findFirst()
        .orElse(chat.organizationId());
  }

  private static FleetStatus status(Chat chat) {
    return switch (chat.status()) {
      case "running", "interrupting", "pending" -> FleetStatus.BUSY;
      case "waiting", "completed" -> FleetStatus.IDLE;
      case "error", "requires_action", "paused" -> FleetStatus.WAITING;
      default -> FleetStatus.FAILED;
    };
  }

  private static @Nullable String reason(Chat chat) {
    return switch (chat.status()) {
      case "error" -> chat.error();
      case "requires_action" -> "It waits for something that somebody does in Coder.";
      case "paused" -> "It is paused in Coder.";
      case "waiting", "completed", "running", "interrupting", "pending" -> null;
      default -> "Coder says nothing of it that is known.";
    };
  }

  private static FleetAgent agent(Chat chat, String project, int queued) {
    return new FleetAgent(
        name(chat),
        chat.id(),
        status(chat),
        reason(chat),
        FleetAgent.UNKNOWN_ROLE,
        project,
        chat.summary(),
        chat.createdAt(),
        chat.updatedAt(),
        queued,
        Map.of(),
        FleetAgent.Home.UNKNOWN);
  }

  private Chat require(String name) throws InterruptedException {
    return find(name)
        .orElseThrow(
            () ->
                new RetinueException(
                    ErrorCode.NOT_FOUND,
                    "There is no agent '%s'; list_agents says which there are."
                        .formatted(Excerpt.of(name))));
  }

  private Optional<Chat> find(String name) throws InterruptedException {
    return client.all().stream()
        .filter(it -> isOurs(it) && name(it).equalsIgnoreCase(name.strip()))
        .findFirst();
  }

  @Override
  public FleetAgent show(String name) throws InterruptedException {
    var chat = require(name);
    int queued = client.transcript(chat.id()).queued().size();
    return agent(chat, title(client.organizations(), chat), queued);
  }

  @Override
  public List<Project> projects() throws InterruptedException {
    return client.organizations().stream().map(ChatFleet::project).toList();
  }

  private static Project project(Chat.Organization organization) {
    return new Project(organization.id(), organization.title(), "Chats with Coder's own agent.");
  }

  @Override
  public Roles roles(String project) throws InterruptedException {
    return new Roles(project(organization(project)), List.of());
  }

  private Chat.Organization organization(String project) throws InterruptedException {
    var wanted = project.strip();
    return client.organizations().stream()
        .filter(it -> it.title().equalsIgnoreCase(wanted) || it.name().equalsIgnoreCase(wanted))
        .findFirst()
        .orElseThrow(
            () ->
                new RetinueException(
                    ErrorCode.NOT_FOUND,
                    "There is no project '%s'; list_agent_projects says which there are."
                        .formatted(Excerpt.of(project))));
  }

  @Override
  public FleetAgent create(Wanted wanted) throws InterruptedException {
    if (!AgentWorkspaces.isName(wanted.name(), longestName)) {
      throw refused(
          "An agent cannot be called '%s': a name has 1 to %d letters and digits, with single hyphens between them."
              .formatted(Excerpt.of(wanted.name()), longestName));
    }
    requireTask(wanted.task());
    var organization = organization(wanted.project());
    if (wanted.role() != null && !wanted.role().isBlank()) {
      throw new RetinueException(
          ErrorCode.NOT_FOUND,
          "Project '%s' has no roles; leave 'role' out.".formatted(organization.title()));
    }
    if (find(wanted.name()).isPresent()) {
      throw new RetinueException(
          ErrorCode.CONFLICT,
          "There is an agent '%s' already; choose another name.".formatted(wanted.name()));
    }
    var chat = client.create(organization.id(), wanted.task(), Map.of(NAME, wanted.name()));
    return agent(chat, organization.title(), 0);
  }

  private static void requireTask(String task) {
    if (task.isBlank()) {
      throw refused("The task is empty; say what the agent should do.");
    }
  }

  @Override
  public Done delete(String name) throws InterruptedException {
    var chat = require(name);
    if (chat.isBusy()) {
      client.interrupt(chat.id());
    }
    client.archive(chat.id());
    return new Done(
        name(chat),
        chat.id(),
        FleetStatus.DELETED,
        "Agent '%s' deleted successfully; Coder keeps its chat in the archive"
            .formatted(name(chat)));
  }

  @Override
  public Done restart(String name) throws InterruptedException {
    throw refused(
        "Agent '%s' is a chat of Coder and has no workspace to restart; cancel_agent_task interrupts it."
            .formatted(name(require(name))));
  }

  @Override
  public Assigned assign(Order order, Duration patience, Progress progress)
      throws InterruptedException {
    requireTask(order.task());
    var chat = require(order.agent());
    if (chat.isBusy() && !order.queue()) {
      throw new RetinueException(
          ErrorCode.CONFLICT,
          "Agent '%s' is busy; wait until it is idle, let the task wait with 'queue', or cancel what it does."
              .formatted(name(chat)));
    }
    int ahead = chat.isBusy() ? client.transcript(chat.id()).queued().size() : 0;
    boolean queued = client.send(chat.id(), order.task());
    var now = client.require(chat.id());
    var entry =
        new TaskEntry(
            name(chat), order.task(), null, queued ? TaskEntry.QUEUED : null, now.updatedAt());
    return new Assigned(entry, queued ? chat.id() : null, ahead);
  }

  /// Coder keeps what waits: an agent that is idle has nothing before it any more.
  @Override
  public Outcome await(String name, @Nullable String queued, Duration patience, Progress progress)
      throws InterruptedException {
    var deadline = Deadline.in(patience);
    var chat = require(name);
    for (int looks = 1; true; looks++) {
      var status = status(chat);
      var transcript = client.transcript(chat.id());
      if (status != FleetStatus.BUSY && transcript.queued().isEmpty()) {
        var answer = transcript.messages().stream().filter(it -> !it.input()).toList();
        return new Outcome(name(chat), status, answer.isEmpty() ? null : answer.getLast().text());
      }
      if (deadline.isOver()) {
        return new Outcome(name(chat), status, null);
      }
      progress.tell("Agent '%s' is %s".formatted(name(chat), status.word()));
      deadline.pause(pace.look().multipliedBy(Math.min(looks, SLOWEST)));
      chat = client.require(chat.id());
    }
  }

  @Override
  public Cancelled cancel(String name, boolean dropQueued) throws InterruptedException {
    var chat = require(name);
    if (dropQueued) {
      throw refused(
          "What waits for agent '%s' is kept by Coder; remove it there, and leave 'drop_queued' out."
              .formatted(name(chat)));
    }
    if (!chat.isBusy()) {
      throw refused(
          "Agent '%s' is %s and has no task to cancel.".formatted(name(chat), status(chat).word()));
    }
    var now = client.interrupt(chat.id());
    var done =
        new Done(
            name(chat),
            chat.id(),
            status(now),
            "Interrupt signal sent to agent '%s'".formatted(name(chat)));
    return new Cancelled(done, true, 0);
  }

  @Override
  public Paged<TaskEntry> history(String name, int page, int size) throws InterruptedException {
    var chat = require(name);
    var transcript = client.transcript(chat.id());
    var entries = new ArrayList<TaskEntry>();
    for (var it : transcript.messages()) {
      if (it.input()) {
        entries.add(new TaskEntry(name(chat), it.text(), null, null, it.at()));
      }
    }
    for (var it : transcript.queued()) {
      entries.add(new TaskEntry(name(chat), it.text(), null, TaskEntry.QUEUED, it.at()));
    }
    var said = chat.status().equals("error") ? chat.error() : chat.summary();
    if (said != null) {
      entries.add(new TaskEntry(name(chat), said, null, state(chat), chat.updatedAt()));
    }
    entries.sort(Comparator.comparing(TaskEntry::at).reversed());
    return Paged.of(entries, page, size);
  }

  private static String state(Chat chat) {
    return switch (status(chat)) {
      case BUSY -> "working";
      case IDLE -> "idle";
      default -> "failure";
    };
  }

  @Override
  public Log log(String name, int page, int size) throws InterruptedException {
    var chat = require(name);
    var entries =
        client.transcript(chat.id()).messages().stream()
            .map(it -> new LogEntry(it.at(), it.text(), Level.INFO, it.input()))
            .toList();
    return new Log(name(chat), Source.CONVERSATION, Paged.of(entries.reversed(), page, size));
  }

  private static RetinueException refused(String sentence) {
    return new RetinueException(ErrorCode.INVALID_INPUT, sentence);
  }

  @Override
  public void close() {
    client.close();
  }
}
