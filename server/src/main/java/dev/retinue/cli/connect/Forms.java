package dev.retinue.cli.connect;

import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// How each client wants to be told of a server. A token never stands in it: a client is told of
/// the variable that has it.
final class Forms {
  private static final JsonMapper JSON = JsonMapper.shared();

  private Forms() {}

  static ObjectNode json(Client client, Entry entry) {
    return switch (entry) {
      case Entry.Stdio it -> stdio(client, it);
      case Entry.Http it -> http(client, it);
    };
  }

  /// What the variables of a server are called.
  static String variables(Client client) {
    return client == Client.OPENCODE ? "environment" : "env";
  }

  private static ObjectNode stdio(Client client, Entry.Stdio entry) {
    var server = JSON.createObjectNode();
    switch (client) {
      case CLAUDE_CODE, VSCODE -> server.put("type", "stdio");
      case OPENCODE -> server.put("type", "local");
      case CLAUDE_DESKTOP, CODEX, CURSOR, GEMINI -> {}
    }
    if (client == Client.OPENCODE) {
      var command = server.putArray("command").add(entry.command());
      entry.arguments().forEach(command::add);
    } else {
      server.put("command", entry.command());
      var arguments = server.putArray("args");
      entry.arguments().forEach(arguments::add);
    }
    var variables = new TreeMap<>(entry.environment());
    entry.lent().forEach(name -> variables.put(name, lent(name)));
    put(server, variables(client), variables);
    if (client == Client.OPENCODE) {
      server.put("enabled", true);
    }
    return server;
  }

  private static ObjectNode http(Client client, Entry.Http entry) {
    var server = JSON.createObjectNode();
    switch (client) {
      case CLAUDE_CODE, VSCODE -> server.put("type", "http");
      case OPENCODE -> server.put("type", "remote");
      case CLAUDE_DESKTOP, CODEX, CURSOR, GEMINI -> {}
    }
    server.put(client == Client.GEMINI ? "httpUrl" : "url", entry.url());
    if (entry.variable() != null) {
      server
          .putObject("headers")
          .put("Authorization", "Bearer " + reference(client, entry.variable()));
    }
    if (client == Client.OPENCODE) {
      server.put("enabled", true);
    }
    return server;
  }

  /// A variable of the client under the same name.
  static String lent(String name) {
    return "$" + name;
  }

  private static String reference(Client client, String variable) {
    return switch (client) {
      case CURSOR, VSCODE -> "${env:%s}".formatted(variable);
      case OPENCODE -> "{env:%s}".formatted(variable);
      case CLAUDE_CODE, CLAUDE_DESKTOP, CODEX, GEMINI -> "${%s}".formatted(variable);
    };
  }

  private static void put(ObjectNode server, String name, Map<String, String> values) {
    if (!values.isEmpty()) {
      var node = server.putObject(name);
      values.forEach(node::put);
    }
  }
}
