package dev.retinue.sdk;

import dev.retinue.mcp.Call;
import dev.retinue.mcp.InputRequest;
import dev.retinue.mcp.rpc.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A client of MCP that waits for a call.
final class Client implements Attendant {
  private final Call call;
  private final Voice voice;
  private volatile @Nullable RuntimeException leaving;

  Client(Call call, Voice voice) {
    this.call = call;
    this.voice = voice;
  }

  @Override
  public void progress(double done, @Nullable Double total, String message) {
    voice.progress(message);
    call.progress(done, total, voice.masked(message));
  }

  @Override
  public String ask(String key, String question) {
    return field(key, question, Json.object().put("type", "string")).asString("");
  }

  @Override
  public boolean confirm(String key, String question) {
    return field(key, question, Json.object().put("type", "boolean")).asBoolean(false);
  }

  private JsonNode field(String key, String question, ObjectNode type) {
    if (!call.clientCan("elicitation")) {
      throw new AgentException(
          ExitCode.PERMISSION,
          "The agent asks \"%s\", and this client cannot be asked; give the answer with the call."
              .formatted(question));
    }
    var schema = Json.object().put("type", "object");
    schema.putObject("properties").set("answer", type.put("title", "Answer"));
    schema.putArray("required").add("answer");
    ObjectNode given;
    try {
      given = call.ask(key, new InputRequest.Elicit(voice.masked(question), schema));
    } catch (RuntimeException e) {
      leaving = e;
      throw e;
    }
    if (!given.path("action").asString("").equals("accept")) {
      throw new AgentException(
          ExitCode.PERMISSION, "The question \"%s\" was not answered.".formatted(question));
    }
    return given.path("content").path("answer");
  }

  /// Whether this is no failure, but the way in which a handler is left that has asked something.
  boolean hasAsked(Exception failure) {
    return failure.equals(leaving);
  }
}
