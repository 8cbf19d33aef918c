package dev.retinue.store.files;

import dev.retinue.core.Digest;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Limit;
import dev.retinue.core.LimitHit;
import dev.retinue.core.RetinueException;
import dev.retinue.core.fleet.QueuedTasks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Tasks that wait for agents of the fleet, in one small file for each agent.
public final class QueuedTaskFiles implements QueuedTasks {
  private static final JsonMapper JSON = JsonMapper.shared();
  private static final int MOST_AGENTS = Limit.QUEUED_AGENTS.count();
  private static final int LONGEST = 100_000;
  private static final LimitHit.Frees BEGUN =
      LimitHit.Frees.when("a task that waits is begun or removed");
  private static final String ENDING = ".json";

  private final Path folder;

  /// @param folder made when there is something to keep
  public QueuedTaskFiles(Path folder) {
    this.folder = folder;
  }

  @Override
  public synchronized void add(Queued queued) {
    if (queued.task().length() > LONGEST) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "A task of more than %d characters cannot wait; put it into a file of the workspace and name that."
              .formatted(LONGEST));
    }
    var waiting = of(queued.workspace());
    boolean full = waiting.size() >= MOST;
    if (full || (waiting.isEmpty() && files().size() >= MOST_AGENTS)) {
      var hit =
          full
              ? LimitHit.fixed(Limit.QUEUED_TASKS, LimitHit.Whose.agent(queued.workspace()), BEGUN)
              : LimitHit.fixed(Limit.QUEUED_AGENTS, LimitHit.Whose.HOUSE, BEGUN);
      throw hit.refusal(
          "Too many tasks wait already; wait until some are done, or remove them with cancel_agent_task and drop_queued.");
    }
    change(
        queued.workspace(),
        all -> {
          all.add(queued);
          return all;
        });
  }

  @Override
  public synchronized void replace(Queued queued) {
    change(
        queued.workspace(),
        all -> {
          all.replaceAll(it -> it.id().equals(queued.id()) ? queued : it);
          return all;
        });
  }

  @Override
  public synchronized void remove(Queued queued) {
    change(
        queued.workspace(),
        all -> {
          all.removeIf(it -> it.id().equals(queued.id()));
          return all;
        });
  }

  @Override
  public synchronized List<Queued> of(String workspace) {
    return read(file(workspace)).stream().filter(it -> it.workspace().equals(workspace)).toList();
  }

  @Override
  public synchronized List<Queued> all(String deployment) {
    return files().stream()
        .flatMap(file -> read(file).stream())
        .filter(it -> it.deployment().equals(deployment))
        .toList();
  }

  private void change(String workspace, UnaryOperator<List<Queued>> change) {
    var file = file(workspace);
    var all = change.apply(new ArrayList<>(read(file)));
    try {
      if (all.isEmpty()) {
        Files.deleteIfExists(file);
        return;
      }
      PrivateFiles.makeFolders(folder);
      var json = JSON.createArrayNode();
      all.forEach(it -> json.add(json(it)));
      PrivateFiles.replace(file, JSON.writeValueAsBytes(json));
    } catch (IOException e) {
      throw DiskTrouble.refusal("keep a task for an agent", folder, e);
    }
  }

  private static ObjectNode json(Queued queued) {
    var json =
        JSON.createObjectNode()
            .put("id", queued.id())
            .put("deployment", queued.deployment())
            .put("workspace", queued.workspace())
            .put("task", queued.task())
            .put("at", queued.at().toString());
    var attempt = queued.attempt();
    if (attempt != null) {
      json.putObject("attempt")
          .put("build", attempt.build())
          .put("said", attempt.said())
          .put("at", attempt.at().toString());
    }
    return json;
  }

  private List<Queued> read(Path file) {
    var found = new ArrayList<Queued>();
    try {
      for (var it : JSON.readTree(Files.readAllBytes(file))) {
        found.add(
            new Queued(
                text(it, "id"),
                text(it, "deployment"),
                text(it, "workspace"),
                text(it, "task"),
                Instant.parse(text(it, "at")),
                attempt(it.path("attempt"))));
      }
    } catch (NoSuchFileException _) {
      return List.of();
    } catch (IOException e) {
      throw DiskTrouble.refusal("read what waits for an agent", folder, e);
    } catch (JacksonException | DateTimeException _) {
      // Somebody wrote into it: what cannot be read is given to nobody.
      return List.of();
    }
    return found;
  }

  private static @Nullable Attempt attempt(JsonNode json) {
    return json.isObject()
        ? new Attempt(
            text(json, "build"), json.path("said").asInt(0), Instant.parse(text(json, "at")))
        : null;
  }

  private static String text(JsonNode json, String key) {
    return json.path(key).asString("");
  }

  private List<Path> files() {
    try {
      return PrivateFiles.list(folder, path -> path.toString().endsWith(ENDING));
    } catch (IOException e) {
      throw DiskTrouble.refusal("read what waits for agents", folder, e);
    }
  }

  /// What a server calls its workspaces is no name for a file.
  private Path file(String workspace) {
    return folder.resolve(Digest.ofText(workspace).substring(0, 32) + ENDING);
  }
}
