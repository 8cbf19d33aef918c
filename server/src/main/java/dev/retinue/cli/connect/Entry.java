package dev.retinue.cli.connect;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// How a client gets to Retinue.
public sealed interface Entry {
  /// Under which name clients know it.
  String NAME = "retinue";

  /// The variable with the token, for clients that can be told of one.
  String TOKEN = "RETINUE_TOKEN";

  /// It starts a program, and speaks over its standard streams.
  ///
  /// @param environment what it has besides what the client has
  /// @param lent names of variables that it may have of the client's, where that asks
  record Stdio(String command, Map<String, String> environment, List<String> lent)
      implements Entry {
    public Stdio {
      environment = new TreeMap<>(environment);
      lent = lent.stream().sorted().toList();
    }

    List<String> arguments() {
      return List.of("mcp");
    }
  }

  /// A daemon listens at this address already.
  ///
  /// @param variable which has the token; null where none is needed
  record Http(String url, @Nullable String variable) implements Entry {}
}
