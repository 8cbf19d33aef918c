package dev.retinue.process.git;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import dev.retinue.process.ChildProcess;
import dev.retinue.process.Limiter;
import dev.retinue.process.Spawn;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Runs git in repositories that strangers have written to: hooks, filters, monitors, helpers,
/// pagers and remote programs that a repository names are not executed.
public final class Git {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int MOST_OUTPUT = 1 << 20;
  private static final String NOWHERE = "/dev/null";

  /// Above what the repository itself says.
  private static final List<String> DISOBEY =
      List.of(
          "core.fsmonitor=false",
          "core.hooksPath=" + NOWHERE,
          "core.attributesFile=" + NOWHERE,
          "core.excludesFile=" + NOWHERE,
          "core.pager=cat",
          "core.editor=false",
          "core.askPass=false",
          "core.sshCommand=false",
          "core.gitProxy=false",
          "core.alternateRefsCommand=true",
          "core.untrackedCache=false",
          "core.symlinks=true",
          "credential.helper=",
          "commit.gpgSign=false",
          "gpg.program=false",
          "diff.external=",
          "diff.ignoreSubmodules=all",
          "submodule.recurse=false",
          "fetch.recurseSubmodules=false",
          "gc.auto=0",
          "maintenance.auto=false",
          "protocol.allow=never",
          "protocol.file.allow=always",
          "protocol.ext.allow=never",
          "safe.directory=*");

  /// What those see that git starts itself: they do not hear what stands on our command line.
  private static final String GLOBAL =
      """
      [core]
      \tfsmonitor = false
      \thooksPath = /dev/null
      [safe]
      \tdirectory = *
      [protocol]
      \tallow = never
      [protocol "file"]
      \tallow = always
      [gc]
      \tauto = 0
      """;

  private final String program;
  private final Path folder;

  /// @param environment of this process, to find git in
  /// @param folder for its settings, and for what it says while it runs
  public Git(Map<String, String> environment, Path folder) {
    this.program = Limiter.find("git", environment).orElse("");
    this.folder = folder;
  }

  /// What it said, and how it ended.
  public record Answer(int exitCode, String output, String errors) {
    public boolean done() {
      return exitCode == 0;
    }
  }

  /// Runs it, and refuses if that fails.
  public String require(Path directory, String... words) throws InterruptedException {
    return require(directory, Map.of(), words);
  }

  public String require(Path directory, Map<String, String> more, String... words)
      throws InterruptedException {
    var answer = run(directory, more, words);
    if (!answer.done()) {
      throw new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE,
          "git %s failed in %s: %s"
              .formatted(words[0], directory, Excerpt.of(answer.errors().strip(), 400)));
    }
    return answer.output().strip();
  }

  public Answer run(Path directory, String... words) throws InterruptedException {
    return run(directory, Map.of(), words);
  }

  /// Runs it, and says how that ended.
  ///
  /// @param more variables that it sees besides
  public Answer run(Path directory, Map<String, String> more, String... words)
      throws InterruptedException {
    if (program.isEmpty()) {
      throw new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE, "git is not installed; install it: apt install git.");
    }
    @Nullable Path said = null;
    @Nullable Path errors = null;
    try {
      Files.createDirectories(folder);
      said = Files.createTempFile(folder, "git", ".out");
      errors = Files.createTempFile(folder, "git", ".err");
      var files = new Spawn.Files(Path.of(NOWHERE), said, errors);
      int exitCode =
          ChildProcess.run(command(words), directory, environment(more), files, PATIENCE);
      return new Answer(exitCode, text(said), text(errors));
    } catch (IOException e) {
      throw new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE, "git cannot be run: " + e.getMessage(), e);
    } finally {
      remove(said);
      remove(errors);
    }
  }

  private List<String> command(String... words) {
    var command = new ArrayList<String>();
    command.add(program);
    for (var setting : DISOBEY) {
      command.add("-c");
      command.add(setting);
    }
    command.addAll(List.of("--no-pager", "--literal-pathspecs", "--no-optional-locks"));
    command.addAll(List.of(words));
    return command;
  }

  private Map<String, String> environment(Map<String, String> more) throws IOException {
    var global = folder.resolve("git.config");
    if (!Files.exists(global)) {
      Files.writeString(global, GLOBAL);
    }
    var environment = new HashMap<String, String>();
    environment.put("PATH", "/usr/local/bin:/usr/bin:/bin");
    environment.put("LC_ALL", "C.UTF-8");
    environment.put("HOME", folder.toString());
    environment.put("GIT_CONFIG_NOSYSTEM", "1");
    environment.put("GIT_CONFIG_GLOBAL", global.toString());
    environment.put("GIT_ATTR_NOSYSTEM", "1");
    environment.put("GIT_TERMINAL_PROMPT", "0");
    environment.put("GIT_ASKPASS", "false");
    environment.put("SSH_ASKPASS", "false");
    environment.put("GIT_SSH_COMMAND", "false");
    environment.put("GIT_ALLOW_PROTOCOL", "file");
    environment.put("GIT_PROTOCOL_FROM_USER", "0");
    environment.put("GIT_NO_LAZY_FETCH", "1");
    environment.put("GIT_OPTIONAL_LOCKS", "0");
    environment.put("GIT_PAGER", "cat");
    environment.put("GIT_EDITOR", "false");
    environment.putAll(more);
    return environment;
  }

  /// The beginning of it.
  private static String text(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return new String(in.readNBytes(MOST_OUTPUT), StandardCharsets.UTF_8);
    }
  }

  private static void remove(@Nullable Path file) {
    try {
      if (file != null) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      // The next sweep takes it.
    }
  }
}
