package dev.retinue.cli.front;

import dev.retinue.mcp.rpc.Codec;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.RpcException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The first line that a front says to the daemon: for whom it speaks. All lines after it are the
/// client's own.
///
/// @param directory where the client was started
/// @param keys what the client's environment has for providers of models
/// @param only whom alone the client wants to speak with; null for everything that is offered
public record Hello(
    String version, String token, String directory, Map<String, String> keys, @Nullable Only only) {
  private static final String MARK = "retinue-front";

  /// Agents that are tools of their own.
  ///
  /// @param agent a name on the staff, or a file
  /// @param name one of that file; null for all
  /// @param sessions whether one can go on with what was said
  public record Only(String agent, @Nullable String name, boolean sessions) {}

  public Hello(String version, String token, String directory, Map<String, String> keys) {
    this(version, token, directory, keys, null);
  }

  public Hello {
    keys = Map.copyOf(keys);
  }

  /// The line, without its end.
  public byte[] line() {
    var json = Json.object().put(MARK, version).put("token", token).put("directory", directory);
    var all = json.putObject("keys");
    new TreeMap<>(keys).forEach(all::put);
    if (only != null) {
      json.putObject("only")
          .put("agent", only.agent)
          .put("name", only.name)
          .put("sessions", only.sessions);
    }
    return Json.WIRE.writeValueAsBytes(json);
  }

  /// What a line says, if it is one of these.
  public static Optional<Hello> read(byte[] line) {
    try {
      var json = Codec.parse(line);
      var version = Json.text(json, MARK);
      var token = Json.text(json, "token");
      var directory = Json.text(json, "directory");
      return version == null || token == null || directory == null
          ? Optional.empty()
          : Optional.of(
              new Hello(version, token, directory, keys(Json.child(json, "keys")), only(json)));
    } catch (RpcException e) {
      return Optional.empty();
    }
  }

  private static @Nullable Only only(JsonNode json) {
    var only = Json.child(json, "only");
    var agent = Json.text(only, "agent");
    return agent == null
        ? null
        : new Only(agent, Json.text(only, "name"), only.path("sessions").asBoolean(false));
  }

  private static Map<String, String> keys(ObjectNode json) {
    var keys = new TreeMap<String, String>();
    json.properties().forEach(key -> keys.put(key.getKey(), key.getValue().asString("")));
    return keys;
  }

  /// Never what is secret in it.
  @Override
  public String toString() {
    return "Hello[%s, %s, %s]".formatted(version, directory, keys.keySet());
  }

  /// What the daemon says to it.
  ///
  /// @param offers names exactly what it offers
  /// @param seat names this connection
  /// @param refusal why it does not speak with this front, if it does not
  public record Reply(String version, String offers, String seat, @Nullable String refusal) {
    private static final String MARK = "retinue-daemon";

    /// The line, without its end.
    public byte[] line() {
      var json = Json.object().put(MARK, version).put("offers", offers).put("seat", seat);
      if (refusal != null) {
        json.put("refusal", refusal);
      }
      return Json.WIRE.writeValueAsBytes(json);
    }

    /// What a line says, if it is one of these.
    public static Optional<Reply> read(byte[] line) {
      try {
        var json = Codec.parse(line);
        var version = Json.text(json, MARK);
        var offers = Json.text(json, "offers");
        var seat = Json.text(json, "seat");
        return version == null || offers == null
            ? Optional.empty()
            : Optional.of(
                new Reply(version, offers, seat == null ? "" : seat, Json.text(json, "refusal")));
      } catch (RpcException e) {
        return Optional.empty();
      }
    }
  }
}
