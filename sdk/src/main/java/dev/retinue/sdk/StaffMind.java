package dev.retinue.sdk;

import dev.retinue.mcp.client.ClientOptions;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.client.McpClientException;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.RpcException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.core.JacksonException;

/// A member of the staff of the Retinue that runs here: the one that supervises this agent, else
/// the one whose data directory this person has.
record StaffMind(
    String agent, URI address, String token, String instructions, Supplier<Duration> remaining)
    implements Mind {
  static StaffMind of(String agent, Household house, Supplier<Duration> remaining) {
    var env = house.world().env();
    var url = Optional.ofNullable(env.get("RETINUE_URL")).filter(it -> !it.isBlank());
    var token = Optional.ofNullable(env.get("RETINUE_TOKEN")).filter(it -> !it.isBlank());
    if (url.isPresent() && token.isPresent()) {
      return new StaffMind(agent, endpoint(url.get()), token.get(), "", remaining);
    }
    var data = data(house.world(), env);
    try {
      var record = Json.WIRE.readTree(Files.readAllBytes(data.resolve("daemon.json")));
      var host = record.path("host").asString("127.0.0.1").replace("0.0.0.0", "127.0.0.1");
      var at =
          "http://%s:%d"
              .formatted(
                  host.contains(":") ? "[" + host + "]" : host, record.path("port").asInt(0));
      var owner = Files.readString(data.resolve("token")).strip();
      return new StaffMind(agent, endpoint(at), owner, "", remaining);
    } catch (IOException | JacksonException e) {
      throw new AgentException(
          ExitCode.FAILURE,
          "No Retinue runs here that could be asked for '%s'; start one with `retinue serve`."
              .formatted(agent));
    }
  }

  private static URI endpoint(String base) {
    return URI.create(base.replaceFirst("/+$", "") + "/mcp/sessions");
  }

  private static Path data(World world, Map<String, String> env) {
    var given = env.get("RETINUE_DATA");
    if (given != null && !given.isBlank()) {
      return world.directory().resolve(given);
    }
    var shared = env.get("XDG_DATA_HOME");
    return (shared == null || shared.isBlank()
            ? world.home().resolve(".local/share")
            : Path.of(shared))
        .resolve("retinue");
  }

  @Override
  public Mind told(String more) {
    return new StaffMind(agent, address, token, more, remaining);
  }

  @Override
  public String ask(String question) {
    var left = remaining.get();
    if (left.toMillis() < 1) {
      throw new AgentException(
          ExitCode.TIMEOUT, "There is no time left to ask %s.".formatted(agent));
    }
    var options = ClientOptions.named("retinue-sdk", "1").bearer(token).within(left);
    var message = instructions.isBlank() ? question : instructions + "\n\n" + question;
    var arguments =
        Json.object()
            .put("agent_file", agent)
            .put("message", message)
            .put("wait_seconds", Math.max(1, left.toSeconds()));
    try (var client = McpClient.at(address, options)) {
      var result = client.callTool("invoke_agent", arguments);
      var said = result.structuredContent();
      if (result.isError() || said == null || !said.path("response").isString()) {
        throw new AgentException(
            ExitCode.FAILURE,
            "%s did not answer: %s"
                .formatted(
                    agent,
                    reason(
                        result.json().toString(),
                        said == null ? "" : said.path("error").asString(""))));
      }
      return said.path("response").asString();
    } catch (McpClientException | RpcException e) {
      throw new AgentException(
          ExitCode.FAILURE, "%s did not answer: %s".formatted(agent, e.getMessage()));
    }
  }

  private static String reason(String whole, String error) {
    var text = error.isBlank() ? whole : error;
    return text.length() > 500 ? text.substring(0, 500) + "…" : text;
  }
}
