package dev.retinue.cli.connect;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Settings in JSON, as all clients but one have them.
record JsonSettings(Client client, JsonText json) implements Settings {
  private static final JsonMapper STRICT = JsonMapper.shared();

  /// What says how a server is reached: of one entry all of it is ours, and the rest its user's.
  private static final Set<String> WAYS =
      Set.of("type", "command", "args", "url", "httpUrl", "headers");

  static JsonSettings of(Client client, String text) {
    if (!client.takesComments() && !text.isBlank()) {
      requireStrict(client, text);
    }
    return new JsonSettings(client, new JsonText(text));
  }

  private static void requireStrict(Client client, String text) {
    try {
      STRICT.readTree(text.startsWith("\uFEFF") ? text.substring(1) : text);
    } catch (JacksonException e) {
      new JsonScan(text).root(); // Says it better, where it finds it too.
      throw new Unreadable(
          e.getLocation() == null ? 1 : e.getLocation().getLineNr(),
          "%s reads no comments, and no comma at the end of a list".formatted(client.title()));
    }
  }

  private List<String> path() {
    return List.of(client.list(), Entry.NAME);
  }

  @Override
  public String text() {
    return json.text();
  }

  @Override
  public Optional<String> find() {
    return json.find(path()).map(Object::toString);
  }

  @Override
  public Settings with(Entry entry) {
    var wanted = Forms.json(client, entry);
    var former = json.find(path()).filter(it -> it.isObject()).map(it -> (ObjectNode) it);
    former.ifPresent(it -> keep(it, wanted));
    return new JsonSettings(client, json.with(path(), wanted));
  }

  /// What its user added to the entry stays there.
  private void keep(ObjectNode former, ObjectNode wanted) {
    var variables = Forms.variables(client);
    former
        .properties()
        .forEach(
            it -> {
              if (it.getKey().equals(variables) && it.getValue().isObject()) {
                if (!wanted.has("url") && !wanted.has("httpUrl")) {
                  wanted.set(
                      variables,
                      merged((ObjectNode) it.getValue(), wanted.withObject("/" + variables)));
                }
              } else if (!WAYS.contains(it.getKey()) && !wanted.has(it.getKey())) {
                wanted.set(it.getKey(), it.getValue());
              }
            });
  }

  /// A key that its user has put there himself is not taken for that of the client.
  private static ObjectNode merged(ObjectNode former, ObjectNode wanted) {
    var merged = former.deepCopy();
    wanted
        .properties()
        .forEach(
            it -> {
              boolean lent = it.getValue().asString("").equals(Forms.lent(it.getKey()));
              if (!lent || !merged.has(it.getKey())) {
                merged.set(it.getKey(), it.getValue());
              }
            });
    return merged;
  }

  @Override
  public Settings without() {
    var rest = json.without(path());
    boolean listIsEmpty =
        rest.find(List.of(client.list())).filter(it -> it.isObject() && it.isEmpty()).isPresent();
    return new JsonSettings(client, listIsEmpty ? rest.without(List.of(client.list())) : rest);
  }

  @Override
  public Settings like(Settings former) {
    var before = new JsonText(former.text());
    if (before.find(path()).isPresent()) {
      return new JsonSettings(client, json.like(before, path()));
    }
    boolean hadList = before.find(List.of(client.list())).isPresent();
    return hadList ? new JsonSettings(client, json.without(path())) : without();
  }

  @Override
  public boolean isEmpty() {
    return text().isBlank() || text().strip().equals("{}");
  }
}
