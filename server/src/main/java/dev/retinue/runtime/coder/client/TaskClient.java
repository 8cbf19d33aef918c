package dev.retinue.runtime.coder.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.runtime.coder.client.AppClient.Message;
import dev.retinue.runtime.coder.client.CoderHttp.Header;
import dev.retinue.runtime.coder.client.CoderHttp.Question;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// The tasks of Coder, where it still has them: another way to an agent whose AgentAPI cannot be
/// reached. Whether there are any is found out once.
public final class TaskClient {
  private static final List<String> PLACES = List.of("/api/v2/tasks", "/api/experimental/tasks");
  private static final String NOT_READY = "not ready";
  private static final int NOT_THERE = 404;
  private static final int CONFLICT = 409;
  private static final int BAD_GATEWAY = 502;

  private final CoderAccess access;
  private final CoderHttp http;
  private final Versioned server;

  /// Null until somebody asked; empty for nowhere.
  private volatile @Nullable String place;

  /// Says which Coder it is.
  interface Versioned {
    CoderVersion version() throws InterruptedException;
  }

  TaskClient(CoderAccess access, CoderHttp http, Versioned server) {
    this.access = access;
    this.http = http;
    this.server = server;
  }

  /// Whether this deployment has tasks.
  public boolean areThere() throws InterruptedException {
    return !place().isEmpty();
  }

  private String place() throws InterruptedException {
    var known = place;
    if (known == null) {
      known = probe();
      place = known;
    }
    return known;
  }

  private String probe() throws InterruptedException {
    for (var path : PLACES) {
      var answer = ask("GET", path, null);
      if (answer.isGood() && answer.body().isObject()) {
        return path;
      }
      if (answer.status() != NOT_THERE) {
        throw CoderRefusals.ofApi(access, "to list tasks", answer);
      }
    }
    return "";
  }

  /// Says something to an agent; a conflict if it is busy.
  public void send(Workspace workspace, String text) throws InterruptedException {
    var body = CoderHttp.JSON.createObjectNode().put("input", text);
    var answer =
        http.once(question("POST", at(workspace, "send"), body), Deadline.in(AppClient.TIME));
    if (answer.isGood()) {
      return;
    }
    if (isBusy(answer)) {
      throw new RetinueException(
          ErrorCode.CONFLICT,
          "Agent '%s' is busy; wait until it is idle, let the task wait with 'queue', or cancel what it does."
              .formatted(workspace.name()));
    }
    throw CoderRefusals.ofApi(
        access, "to send a task to agent '%s'".formatted(workspace.name()), answer);
  }

  /// Before 2.32 a busy agent was a bad gateway.
  private static boolean isBusy(Answer answer) {
    var said = answer.body().path("message").asString("").toLowerCase(Locale.ROOT);
    return answer.status() == CONFLICT
        || (answer.status() == BAD_GATEWAY && said.contains(NOT_READY));
  }

  /// What was said, oldest first, or the end of it; nothing where there is no such task or nothing
  /// is kept of it.
  public Optional<List<Message>> messages(Workspace workspace) throws InterruptedException {
    var answer = ask("GET", at(workspace, "logs"), null);
    if (!answer.isGood()) {
      return Optional.empty();
    }
    var found = new ArrayList<Message>();
    for (var it : answer.body().path("logs")) {
      found.add(
          new Message(
              WorkspaceForm.time(it, "time"),
              WorkspaceForm.text(it, "type").equals("input"),
              WorkspaceForm.text(it, "content")));
    }
    return Optional.of(List.copyOf(found));
  }

  private String at(Workspace workspace, String what) throws InterruptedException {
    return "%s/%s/%s/%s"
        .formatted(place(), escaped(workspace.owner()), escaped(name(workspace)), what);
  }

  /// Since 2.28 a task has an id of its own, and is known by its name too; before, it has that of
  /// its workspace.
  private String name(Workspace workspace) throws InterruptedException {
    if (workspace.taskId() != null) {
      return workspace.taskId();
    }
    return server.version().isAtLeast(CoderVersion.TASKS_WITH_NAMES)
        ? workspace.name()
        : workspace.id();
  }

  private Answer ask(String method, String path, @Nullable ObjectNode body)
      throws InterruptedException {
    return http.ask(question(method, path, body), Deadline.in(AppClient.TIME));
  }

  private Question question(String method, String path, @Nullable ObjectNode body) {
    return new Question(
        method, access.at(path), new Header(CoderClient.HEADER, access.key()), body);
  }

  private static String escaped(String text) {
    return URLEncoder.encode(text, UTF_8).replace("+", "%20");
  }
}
