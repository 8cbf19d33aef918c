package dev.retinue.store.files;

import dev.retinue.core.Digest;
import dev.retinue.core.fleet.SentTasks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// What agents of the fleet were told, in one small file for each of them.
public final class SentTaskFiles implements SentTasks {
  private static final JsonMapper JSON = JsonMapper.shared();
  private static final int MOST_TASKS = 200;
  private static final int MOST_AGENTS = 10_000;
  private static final int LONGEST = 20_000;
  private static final String ENDING = ".json";

  private final Path folder;

  /// @param folder made when there is something to keep
  public SentTaskFiles(Path folder) {
    this.folder = folder;
  }

  @Override
  public synchronized void add(Sent sent) {
    var kept = new ArrayList<>(of(sent.workspace()));
    kept.add(sent);
    var json = JSON.createArrayNode();
    for (var it : kept.subList(Math.max(0, kept.size() - MOST_TASKS), kept.size())) {
      json.addObject().put("task", shortened(it.task())).put("at", it.at().toString());
    }
    try {
      PrivateFiles.makeFolders(folder);
      var file = file(sent.workspace());
      if (!Files.exists(file)) {
        makeRoom();
      }
      PrivateFiles.replace(file, JSON.writeValueAsBytes(json));
    } catch (IOException e) {
      throw DiskTrouble.refusal("keep what an agent was told", folder, e);
    }
  }

  private static String shortened(String task) {
    return task.length() > LONGEST ? task.substring(0, LONGEST) + "…" : task;
  }

  /// Those who were told nothing for longest are forgotten.
  private void makeRoom() throws IOException {
    var files = PrivateFiles.list(folder, path -> path.toString().endsWith(ENDING));
    if (files.size() < MOST_AGENTS) {
      return;
    }
    var oldest = files.getFirst();
    for (var file : files) {
      oldest = PrivateFiles.modified(file).isBefore(PrivateFiles.modified(oldest)) ? file : oldest;
    }
    Files.deleteIfExists(oldest);
  }

  @Override
  public List<Sent> of(String workspace) {
    var found = new ArrayList<Sent>();
    try {
      for (var it : JSON.readTree(Files.readAllBytes(file(workspace)))) {
        var at = Instant.parse(it.path("at").asString(""));
        found.add(new Sent(workspace, it.path("task").asString(""), at));
      }
    } catch (NoSuchFileException _) {
      return List.of();
    } catch (IOException e) {
      throw DiskTrouble.refusal("read what an agent was told", folder, e);
    } catch (JacksonException | DateTimeException _) {
      // Somebody wrote into it: what cannot be read is begun anew.
      return List.of();
    }
    return List.copyOf(found);
  }

  /// What a server calls its workspaces is no name for a file.
  private Path file(String workspace) {
    return folder.resolve(Digest.ofText(workspace).substring(0, 32) + ENDING);
  }
}
