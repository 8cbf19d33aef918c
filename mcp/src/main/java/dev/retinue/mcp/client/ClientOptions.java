package dev.retinue.mcp.client;

import dev.retinue.mcp.LogLevel;
import dev.retinue.mcp.era.Meta;
import dev.retinue.mcp.model.Implementation;
import dev.retinue.mcp.rpc.Json;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// How a client behaves. Begin with [#named] and change what should be different.
///
/// @param input answers what the server asks; it is asked only for declared capabilities
/// @param listener hears what no request asked for, one notice after the other, on its own thread
/// @param limit how long a server may be silent about a request before it is cancelled
/// @param headers are sent with every HTTP request, such as `Authorization`
/// @param logLevel what the server should say for the client's log at least, or null for nothing
public record ClientOptions(
    Implementation client,
    Mode mode,
    Set<Capability> capabilities,
    InputHandler input,
    Consumer<Notice> listener,
    Duration limit,
    Map<String, String> headers,
    @Nullable LogLevel logLevel) {
  private static final Duration USUAL_LIMIT = Duration.ofSeconds(60);

  /// Which revision of the protocol is spoken.
  public sealed interface Mode {
    /// 2026-07-28 if the server knows it, otherwise 2025-11-25.
    record Auto() implements Mode {}

    record Modern() implements Mode {}

    /// A revision with a handshake. The server may answer with another one of them.
    record Legacy(String version) implements Mode {
      public Legacy {
        if (!LegacyDialect.VERSIONS.contains(version)) {
          throw new IllegalArgumentException(
              "There is no legacy revision '%s', only %s"
                  .formatted(version, LegacyDialect.VERSIONS));
        }
      }
    }
  }

  /// What a client can do for a server.
  public enum Capability {
    ELICITATION("elicitation"),
    SAMPLING("sampling"),
    ROOTS("roots"),
    TASKS("");

    private final String wireName;

    Capability(String wireName) {
      this.wireName = wireName;
    }
  }

  public ClientOptions {
    if (limit.isNegative() || limit.isZero()) {
      throw new IllegalArgumentException("The limit of a request must be positive, not " + limit);
    }
    capabilities = Set.copyOf(capabilities);
    headers = Map.copyOf(headers);
  }

  public static ClientOptions named(String name, String version) {
    return new ClientOptions(
        Implementation.of(name, version),
        new Mode.Auto(),
        Set.of(),
        InputHandler.NOBODY,
        _ -> {},
        USUAL_LIMIT,
        Map.of(),
        null);
  }

  public ClientOptions in(Mode newMode) {
    return new ClientOptions(
        client, newMode, capabilities, input, listener, limit, headers, logLevel);
  }

  /// Declares capabilities, and who lives up to them.
  public ClientOptions able(InputHandler newInput, Capability... declared) {
    return new ClientOptions(
        client, mode, Set.of(declared), newInput, listener, limit, headers, logLevel);
  }

  public ClientOptions hearing(Consumer<Notice> newListener) {
    return new ClientOptions(
        client, mode, capabilities, input, newListener, limit, headers, logLevel);
  }

  public ClientOptions within(Duration newLimit) {
    return new ClientOptions(
        client, mode, capabilities, input, listener, newLimit, headers, logLevel);
  }

  public ClientOptions logging(LogLevel least) {
    return new ClientOptions(client, mode, capabilities, input, listener, limit, headers, least);
  }

  public ClientOptions header(String name, String value) {
    var all = new LinkedHashMap<>(headers);
    all.put(name, value);
    return new ClientOptions(client, mode, capabilities, input, listener, limit, all, logLevel);
  }

  public ClientOptions bearer(String token) {
    return header("Authorization", "Bearer " + token);
  }

  /// The capabilities as they travel. Tasks are an extension of the modern era only.
  ObjectNode capabilitiesJson(boolean withTasks) {
    var json = Json.object();
    for (var capability : Capability.values()) {
      if (capability != Capability.TASKS && capabilities.contains(capability)) {
        json.putObject(capability.wireName);
      }
    }
    if (withTasks && capabilities.contains(Capability.TASKS)) {
      json.putObject("extensions").putObject(Meta.TASKS);
    }
    return json;
  }

  /// The record without what nobody should read by accident.
  @Override
  public String toString() {
    return "ClientOptions[%s, %s, %s, %s]".formatted(client.name(), mode, capabilities, limit);
  }
}
