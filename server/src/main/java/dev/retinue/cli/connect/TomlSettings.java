package dev.retinue.cli.connect;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Settings in TOML, as Codex has them.
record TomlSettings(String text) implements Settings {
  private static final List<String> PATH = List.of(Client.CODEX.list(), Entry.NAME);
  private static final List<String> VARIABLES = List.of(Client.CODEX.list(), Entry.NAME, "env");

  /// What says how a server is reached, either way.
  private static final Set<String> WAYS =
      Set.of(
          "command",
          "args",
          "env_vars",
          "url",
          "bearer_token_env_var",
          "http_headers",
          "env_http_headers");

  private static final Set<String> WITH_VARIABLES =
      Stream.concat(WAYS.stream(), Stream.of("env")).collect(Collectors.toSet());

  @Override
  public Optional<String> find() {
    return new TomlText(text).find(PATH).map(Object::toString);
  }

  @Override
  public Settings with(Entry entry) {
    var values = new LinkedHashMap<String, String>();
    var variables = new LinkedHashMap<String, String>();
    switch (entry) {
      case Entry.Stdio it -> {
        values.put("command", TomlValue.of(it.command()));
        values.put("args", TomlValue.of(it.arguments()));
        if (!it.lent().isEmpty()) {
          values.put("env_vars", TomlValue.of(it.lent()));
        }
        it.environment().forEach((name, value) -> variables.put(name, TomlValue.of(value)));
      }
      case Entry.Http it -> {
        values.put("url", TomlValue.of(it.url()));
        if (it.variable() != null) {
          values.put("bearer_token_env_var", TomlValue.of(it.variable()));
        }
      }
    }
    // Codex refuses to start over variables for a server that it does not start itself.
    boolean started = entry instanceof Entry.Stdio;
    var former = started ? new TomlText(text) : new TomlText(text).without(VARIABLES);
    var changed = former.with(PATH, values, started ? WAYS : WITH_VARIABLES);
    return new TomlSettings(withVariables(changed, variables).text());
  }

  private static TomlText withVariables(TomlText toml, Map<String, String> variables) {
    if (variables.isEmpty()) {
      return toml;
    }
    var there = toml.find(PATH).orElse(Map.of());
    if (there.containsKey("env")) {
      requireSame(there.get("env"), variables);
      return toml;
    }
    return toml.with(VARIABLES, variables, Set.of());
  }

  /// Variables that somebody wrote on one line are his.
  private static void requireSame(String written, Map<String, String> variables) {
    variables.forEach(
        (name, value) -> {
          if (!written.contains(name + " = " + value)) {
            throw new Unreadable(
                1,
                "env of [mcp_servers.retinue] is written on one line; put %s = %s into it, or make it a table, [mcp_servers.retinue.env]"
                    .formatted(name, value));
          }
        });
  }

  @Override
  public Settings without() {
    return new TomlSettings(new TomlText(text).without(PATH).text());
  }

  @Override
  public Settings like(Settings former) {
    return new TomlSettings(new TomlText(text).like(new TomlText(former.text()), PATH).text());
  }

  @Override
  public boolean isEmpty() {
    return text.isBlank();
  }
}
