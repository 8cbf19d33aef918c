package dev.retinue.core.tool;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// An MCP server whose tools agents may use. Only the operator names one.
///
/// @param timeout how long a call of one of its tools may take
/// @param idle after how long without a run that uses it a shared one ends
/// @param tools which of its tools may be used; none means all of them
public record ToolServer(
    String name, Reach reach, Share share, Duration timeout, Duration idle, List<String> tools) {
  public static final Duration USUAL_TIMEOUT = Duration.ofSeconds(60);
  public static final Duration USUAL_IDLE = Duration.ofMinutes(10);

  /// What an agent names that is to have no tools.
  public static final String NONE = "none";

  /// A single underscore only, and none at the end: two of them stand between it and its tools.
  private static final Pattern NAME =
      Pattern.compile("[A-Za-z0-9]++(?:(?:-++|_)[A-Za-z0-9]++){0,20}");

  private static final int LONGEST_NAME = 32;

  public ToolServer {
    tools = List.copyOf(tools);
    checkName(name);
  }

  /// With what is usual.
  public ToolServer(String name, Reach reach) {
    this(name, reach, Share.DAEMON, USUAL_TIMEOUT, USUAL_IDLE, List.of());
  }

  /// Refuses what cannot be the name of a server, with a sentence.
  public static void checkName(String name) {
    if (name.length() > LONGEST_NAME || !NAME.matcher(name).matches() || name.equals(NONE)) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "The name of a tool server has at most %d letters, digits, '-' and single '_', begins and ends with a letter or digit, and is not '%s': '%s' does not fit."
              .formatted(LONGEST_NAME, NONE, Excerpt.of(name)));
    }
  }

  /// Who shares one of it.
  public enum Share {
    /// All runs of a daemon.
    DAEMON,
    /// Nobody: every run has its own, in its working directory.
    RUN
  }

  /// How one speaks with it.
  public sealed interface Reach {
    /// As people call it.
    String transport();
  }

  /// A program that is started, and spoken with over its standard streams.
  ///
  /// @param command a name on the `PATH`, or a full path
  /// @param environment what it sees besides what every program sees; `${NAME}` in a value is taken
  ///   from the daemon's own
  /// @param directory where it works; null for its run's, or a folder of its own
  public record Started(
      String command,
      List<String> arguments,
      Map<String, String> environment,
      @Nullable Path directory)
      implements Reach {
    public Started {
      arguments = List.copyOf(arguments);
      environment = Map.copyOf(environment);
    }

    @Override
    public String transport() {
      return "stdio";
    }

    /// Without what nobody should read by accident.
    @Override
    public String toString() {
      return "Started[%s, %s]".formatted(command, environment.keySet());
    }
  }

  /// One that is there anyway.
  ///
  /// @param headers sent with every request; `${NAME}` in a value is taken from the daemon's
  ///   environment
  public record Reached(URI url, Map<String, String> headers) implements Reach {
    public Reached {
      headers = Map.copyOf(headers);
    }

    @Override
    public String transport() {
      return "http";
    }

    /// Without what nobody should read by accident.
    @Override
    public String toString() {
      return "Reached[%s, %s]".formatted(url.getHost(), headers.keySet());
    }
  }
}
