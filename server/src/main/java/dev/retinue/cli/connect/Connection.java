package dev.retinue.cli.connect;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A client, and what its settings say of Retinue.
public final class Connection {
  private final Client client;
  private final SettingsFile file;
  private final Optional<SkillFile> skill;

  private Connection(Client client, SettingsFile file, Optional<SkillFile> skill) {
    this.client = client;
    this.file = file;
    this.skill = skill;
  }

  public static Connection of(Client client, Scope scope, Places places, InstantSource clock) {
    var path = places.settings(client, scope);
    // It reads both; who has the one with comments keeps his servers there.
    var commented = path.resolveSibling(path.getFileName() + "c");
    if (client == Client.OPENCODE && !Files.exists(path) && Files.exists(commented)) {
      path = commented;
    }
    return new Connection(
        client,
        SettingsFile.at(path, clock),
        places
            .skill(client, scope, Skill.NAME)
            .map(it -> new SkillFile(SettingsFile.at(it, clock))));
  }

  /// What was done.
  ///
  /// @param file the settings
  /// @param changed whether they were changed
  /// @param backup where they are kept as they were; null if there is no need
  /// @param skill what was done about the skill; null if nothing was
  /// @param still what connects the client after an undo, as it did before; null if nothing does
  public record Done(
      Path file,
      boolean changed,
      @Nullable Path backup,
      @Nullable SkillChange skill,
      @Nullable String still) {}

  public Path file() {
    return file.path();
  }

  public Optional<Path> skill() {
    return skill.map(it -> it.file().path());
  }

  /// Whether anybody but us has put something there, where it has its settings.
  public boolean isUsed() {
    var folder = file.path().toAbsolutePath().getParent();
    var name = String.valueOf(file.path().getFileName());
    if (folder == null || !Files.isDirectory(folder)) {
      return false;
    }
    try (var files = Files.list(folder)) {
      if (files.map(it -> it.getFileName().toString()).anyMatch(it -> isTheirs(it, name))) {
        return true;
      }
      return file.read().isPresent() && !readable(settings()::without).isEmpty();
    } catch (IOException | RetinueException e) {
      return true; // There is something, and it is not ours to read.
    }
  }

  private boolean isTheirs(String found, String settings) {
    boolean ours = found.startsWith(settings) || (skill.isPresent() && found.equals(Skill.FOLDER));
    return !ours;
  }

  /// What its settings say of Retinue, on one line.
  public Optional<String> find() {
    return settings().find();
  }

  /// What would be written, alone: as it would stand in a new file.
  public String alone(Entry entry) {
    return Settings.of(client, "").with(entry).text();
  }

  /// Whether to write it would change anything.
  public boolean isConnected(Entry entry) {
    var settings = settings();
    return readable(() -> settings.with(entry)).text().equals(settings.text());
  }

  public Done write(Entry entry) {
    var former = file.read();
    var settings = settings(former);
    var text = readable(() -> settings.with(entry)).text();
    boolean changed = !former.orElse("").equals(text);
    var backup = changed ? file.replace(former, text) : Optional.<Path>empty();
    var installed = skill.map(SkillFile::install).orElse(null);
    return new Done(file.path(), changed, backup.orElse(null), installed, null);
  }

  /// Takes the last change back: all of the file as it was if nobody else has changed it since, and
  /// else only what was written into it. The skill goes with the last entry.
  public Done undo() {
    var text = file.read();
    var settings = settings(text);
    boolean connected = settings.find().isPresent();
    if (connected) {
      takeBack(text, settings);
    }
    var still = find();
    // As long as the client has our tools, its model should know how to use them.
    var removed =
        still.isPresent() ? Optional.<SkillChange>empty() : skill.flatMap(SkillFile::remove);
    return new Done(file.path(), connected, null, removed.orElse(null), still.orElse(null));
  }

  private void takeBack(Optional<String> text, Settings settings) {
    var kept = file.former();
    if (kept.isEmpty()) {
      var rest = readable(settings::without);
      if (rest.isEmpty()) {
        file.delete(text);
      } else {
        file.restore(text, rest.text());
      }
      return;
    }
    var former = settings(kept.get().read());
    boolean untouched = rest(former).equals(rest(settings));
    var before = untouched ? former : readable(() -> settings.like(former));
    file.restore(text, before.text());
    kept.get().delete();
  }

  /// What is not ours. With a table at its end goes the empty line before it.
  private String rest(Settings settings) {
    return readable(settings::without).text().stripTrailing();
  }

  private Settings settings() {
    return settings(file.read());
  }

  private Settings settings(Optional<String> text) {
    return readable(
        () -> {
          var settings = Settings.of(client, text.orElse(""));
          settings.find();
          return settings;
        });
  }

  private Settings readable(Supplier<Settings> action) {
    try {
      return action.get();
    } catch (Unreadable e) {
      throw new RetinueException(
          ErrorCode.CONFLICT,
          "%s cannot be read as %s writes it (line %d: %s), so it was left as it is. Correct it, or add by hand what 'retinue connect %s' shows."
              .formatted(file.path(), client.title(), e.line(), e.why(), client.word()),
          e);
    }
  }

  /// What to know about a client, in order.
  public List<String> hints(Entry entry) {
    var hints = new ArrayList<String>();
    switch (client) {
      case CLAUDE_CODE ->
          hints.add(
              "Where nobody can be asked, allow its tools: claude -p --allowedTools mcp__retinue");
      case CODEX ->
          hints.add(
              "Where nobody can be asked, allow its tools: codex exec -c 'mcp_servers.retinue.default_tools_approval_mode=\"approve\"'");
      case CLAUDE_DESKTOP, CURSOR, VSCODE ->
          hints.add("Restart %s to have it start the server.".formatted(client.title()));
      case GEMINI, OPENCODE -> {}
    }
    if (entry instanceof Entry.Http(_, var variable) && variable != null) {
      hints.add(
          "%s takes the token from %s of its environment.".formatted(client.title(), variable));
    }
    return List.copyOf(hints);
  }
}
