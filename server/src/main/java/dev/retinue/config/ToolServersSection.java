package dev.retinue.config;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.tool.ToolServer;
import dev.retinue.core.tool.ToolServer.Share;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The section `mcp-servers`: the servers whose tools agents may use. Only here, and in
/// `mcp_config.json`, can one be named; callers never do.
final class ToolServersSection {
  static final String NAME = "mcp-servers";

  private static final int LONGEST = 4_000;

  static final Key<String> COMMAND =
      Key.optional(
          "command",
          Kinds.words(LONGEST),
          "The program that is started: a name on the `PATH` of the daemon, or a full path.");
  static final Key<List<String>> ARGUMENTS =
      Key.of(
          "args",
          new Items<>("a list of words", Kinds.text(LONGEST), ",", true),
          List.of(),
          "What stands behind it on its command line, word for word.");
  static final Key<Map<String, String>> ENVIRONMENT =
      Key.of(
          "env",
          new Pairs("a variable", Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,199}")),
          Map.of(),
          "What it sees besides what every program may; `${NAME}` is a variable of the daemon.");
  static final Key<URI> URL =
      Key.optional(
          "url", WebAddress.kind(), "Where it is, in place of `command`: Streamable HTTP.");
  static final Key<Map<String, String>> HEADERS =
      Key.of(
          "headers",
          new Pairs("a header", Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}")),
          Map.of(),
          "What is sent with every request; `${NAME}` is a variable of the daemon.");
  private static final Key<Share> SHARE =
      Key.of(
          "share",
          Kinds.oneOf(Share.class),
          Share.DAEMON,
          "Who shares one: all runs of the daemon, or each run has its own, in its working directory.");
  private static final Key<Duration> TIMEOUT =
      Key.of(
          "timeout",
          Kinds.duration(Duration.ofSeconds(1), Duration.ofHours(2)),
          ToolServer.USUAL_TIMEOUT,
          "How long a call of a tool may take.");
  private static final Key<Duration> IDLE =
      Key.of(
          "idle-exit",
          Kinds.duration(Duration.ofSeconds(1), Duration.ofDays(30)),
          ToolServer.USUAL_IDLE,
          "After how long without a run that uses it a shared one ends.");
  private static final Key<List<String>> TOOLS =
      Key.of(
          "tools",
          Kinds.listOf("names", Kinds.words(200)),
          List.of(),
          "Which of its tools agents may use; an empty list means all.");

  private final Key<Path> directory;

  private ToolServersSection(@Nullable Path home) {
    directory =
        Key.optional(
            "working-directory",
            new Folder(home),
            "Where its program works; else the run's, or a folder of its own.");
  }

  /// @param home what `~` stands for, where the system tells
  static Key<List<ToolServer>> key(@Nullable Path home) {
    var section = new ToolServersSection(home);
    var keys =
        List.<Key<?>>of(
            COMMAND,
            ARGUMENTS,
            ENVIRONMENT,
            section.directory,
            URL,
            HEADERS,
            SHARE,
            TIMEOUT,
            IDLE,
            TOOLS);
    return Key.of(
        NAME,
        new Members<>(
            exclusive(new Shape<>(keys, section::server), section.directory),
            ToolServer::checkName),
        List.of(),
        "MCP servers whose tools agents may use, each under its name.");
  }

  /// A program and an address have nothing in common.
  static <T> Shape<T> exclusive(Shape<T> shape, Key<Path> directory) {
    return shape
        .notBoth(COMMAND, URL)
        .notBoth(URL, ARGUMENTS)
        .notBoth(URL, ENVIRONMENT)
        .notBoth(URL, directory)
        .notBoth(COMMAND, HEADERS);
  }

  private ToolServer server(Values values) {
    return new ToolServer(
        values.name(),
        reach(values, values.find(directory).orElse(null)),
        values.require(SHARE),
        values.require(TIMEOUT),
        values.require(IDLE),
        values.require(TOOLS));
  }

  /// How one speaks with it.
  static ToolServer.Reach reach(Values values, @Nullable Path directory) {
    var url = values.find(URL);
    if (url.isPresent()) {
      return new ToolServer.Reached(url.get(), values.require(HEADERS));
    }
    var command =
        values
            .find(COMMAND)
            .orElseThrow(
                () ->
                    refusal(
                        "The tool server '%s' has neither 'command' nor 'url'; add one of them."
                            .formatted(values.name())));
    if (command.contains("/") && !command.startsWith("/")) {
      throw refusal(
          "The command of the tool server '%s' must be a name on the PATH or a full path; write its full path."
              .formatted(values.name()));
    }
    return new ToolServer.Started(
        command, values.require(ARGUMENTS), values.require(ENVIRONMENT), directory);
  }

  private static RetinueException refusal(String sentence) {
    return new RetinueException(ErrorCode.INVALID_INPUT, sentence);
  }

  /// All of them, each name once.
  ///
  /// @param file those of `mcp_config.json`
  static List<ToolServer> together(List<ToolServer> section, McpConfigFile.Found file) {
    var all = new ArrayList<>(section);
    for (var server : file.servers()) {
      if (section.stream().anyMatch(it -> it.name().equals(server.name()))) {
        throw refusal(
            "The tool server '%s' is in '%s' and in '%s'; remove one of them."
                .formatted(server.name(), NAME, file.path()));
      }
      all.add(server);
    }
    return all;
  }
}
