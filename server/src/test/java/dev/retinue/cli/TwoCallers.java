package dev.retinue.cli;

import dev.retinue.core.Agent;
import dev.retinue.core.Caller;
import dev.retinue.core.Manners;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.staff.Staff;
import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.client.ClientOptions;
import dev.retinue.mcp.client.ClientOptions.Capability;
import dev.retinue.mcp.client.InputHandler;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.transport.Hosts;
import dev.retinue.runtime.coder.FleetScene;
import dev.retinue.runtime.coder.fake.Mode;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.toolset.Principal;
import dev.retinue.toolset.Toolsets;
import dev.retinue.toolset.fleet.Fleets;
import dev.retinue.web.Site;
import dev.retinue.web.WebServer;
import dev.retinue.web.http.Route;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Everything that a daemon serves, a fleet too, and callers at it, each with a token that is his
/// name. Bert has one of everything; Anna tries to get at it.
final class TwoCallers implements AutoCloseable {
  /// On whom all look: who comes with this name may see everything, and do nothing.
  static final Caller WALL = new Caller("wall", "wall", Caller.Scope.WATCH, null);

  static final Caller ANNA = caller("anna");
  static final Caller BERT = caller("bert");

  /// All, also those to come.
  private static final List<String> TOOLSETS = List.copyOf(Toolsets.names());

  private static final String STREAM_TOO = "application/json, text/event-stream";
  private static final String VERSION = "2025-06-18";

  private final FleetScene fleet = new FleetScene(Mode.CURRENT);
  private final Household household;
  private final Assembly.Served served;
  private final WebServer web;
  private final HttpClient http = HttpClient.newHttpClient();
  private String mcpSession = "";

  TwoCallers(Path place) {
    household =
        Household.open(
                Household.Settings.in(place, () -> {}),
                () ->
                    Stream.of("player", "mate", "claude", "codex").map(TwoCallers::member).toList(),
                List.of(new ScriptedRuntime(InstantSource.system())),
                _ -> {})
            .with(new Fleets(Map.of("test", fleet.fleet), "test"));
    served =
        Assembly.served(
            household,
            new Assembly.Serving(
                TOOLSETS, "player", Hosts.LOCAL, run -> "/" + run.id(), List.of(), Manners.USUAL));
    web =
        WebServer.start(
            "127.0.0.1",
            0,
            new Site(
                served.endpoints(),
                header ->
                    Optional.ofNullable(header)
                        .map(it -> new Principal(caller(it.substring("Bearer ".length())))),
                served.api()));
  }

  static Caller caller(String name) {
    boolean watches = name.equals(WALL.name());
    return watches ? WALL : new Caller(name, name, Caller.Scope.RUN, null);
  }

  private static Agent member(String name) {
    return new Agent(
        name,
        "plays its contract",
        new Agent.Means(ScriptedRuntime.NAME, null),
        "",
        List.of(),
        Agent.Limits.NONE);
  }

  /// What one has, or what nobody has.
  ///
  /// @param run one that waits for an answer
  /// @param ended one that is done, with a result
  record Things(String run, String ended, String session, String task, String need) {
    /// Of the same form, and of nobody.
    Things ofNobody() {
      return new Things(
          altered(run), altered(ended), altered(session), altered(task), need + "-not");
    }

    /// The last letters are random in every id.
    private static String altered(String id) {
      var end = id.substring(id.length() - 6);
      var other = end.equals("aaaaaa") ? "bbbbbb" : "aaaaaa";
      return id.substring(0, id.length() - 6) + other;
    }

    /// The text with a word in place of each id.
    String without(String text) {
      return text.replace(run, "RUN")
          .replace(ended, "ENDED")
          .replace(session, "SESSION")
          .replace(task, "TASK")
          .replace(need, "NEED");
    }
  }

  /// One of everything.
  Things thingsOf(Caller caller) throws InterruptedException {
    var run = start(caller, "ask Sure?\ncomplete ok");
    var ended = start(caller, "deliver secret\ncomplete a secret");
    await(caller, ended, true);
    var need = await(caller, run, false);
    var session =
        post(caller, "/api/sessions", "{\"agent\":\"player\",\"title\":\"secret\"}")
            .json()
            .path("id")
            .asString();
    return require(new Things(run, ended, session, task(caller), need));
  }

  private static Things require(Things things) {
    var none = Stream.of(things.run, things.ended, things.session, things.task, things.need);
    if (none.anyMatch(String::isEmpty)) {
      throw new AssertionError("Something is missing: " + things);
    }
    return things;
  }

  private String start(Caller caller, String script) {
    var body = Json.object().put("contract", script).put("agent", "player");
    return post(caller, "/api/agents", body.toString()).json().path("id").asString();
  }

  /// What it waits for then, if it does not end.
  private String await(Caller caller, String id, boolean end) throws InterruptedException {
    var run =
        household
            .staff()
            .await(
                caller,
                RunId.of(id),
                it -> end ? it.ended() : it.state() instanceof State.Waiting,
                Duration.ofSeconds(30));
    return run.state() instanceof State.Waiting(var needs) ? needs.getFirst().id() : "";
  }

  private String task(Caller caller) {
    try (var client = modern(caller)) {
      return client.callToolAsTask("agent_start", Json.object().put("contract", "hang")).id();
    }
  }

  /// A client that knows tasks.
  McpClient modern(Caller caller) {
    return McpClient.at(
        at("/mcp"),
        ClientOptions.named("test", "1")
            .in(new ClientOptions.Mode.Modern())
            .header("Authorization", "Bearer " + caller.name())
            .able(InputHandler.NOBODY, Capability.TASKS));
  }

  /// What is counted, as Prometheus reads it.
  String numbers() {
    return household.condition().watch().text();
  }

  Staff staff() {
    return household.staff();
  }

  McpServer server() {
    return served.server();
  }

  List<Route> routes() {
    return served.api().routes();
  }

  URI at(String path) {
    return URI.create("http://localhost:%d%s".formatted(web.port(), path));
  }

  /// All of an answer that its reader can tell apart.
  record Answer(int status, String headers, String body) {
    JsonNode json() {
      return Json.WIRE.readTree(body);
    }

    /// With a word in place of each id.
    Answer without(Things its) {
      return new Answer(status, its.without(headers), its.without(body));
    }
  }

  Answer post(Caller caller, String path, String body) {
    return send(caller, "POST", path, body);
  }

  Answer send(Caller caller, String method, String path, String body, String... headers) {
    var request =
        HttpRequest.newBuilder(at(path))
            .timeout(Duration.ofSeconds(60))
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
            .header("Authorization", "Bearer " + caller.name())
            .header("Content-Type", "application/json")
            .header("Accept", path.startsWith("/mcp") ? STREAM_TOO : "application/json");
    try {
      var answer =
          http.send(
              (headers.length == 0 ? request : request.headers(headers)).build(),
              BodyHandlers.ofString());
      answer.headers().firstValue("Mcp-Session-Id").ifPresent(it -> mcpSession = it);
      var told =
          answer.headers().map().entrySet().stream()
              .filter(it -> !it.getKey().equalsIgnoreCase("Date"))
              .toList();
      return new Answer(answer.statusCode(), told.toString(), answer.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /// The MCP session that was begun last.
  String mcpSession() {
    return mcpSession;
  }

  /// One request of MCP, always with the same id.
  Answer rpc(Caller caller, String method, ObjectNode params) {
    if (mcpSession.isEmpty()) {
      var hello = Json.object().put("protocolVersion", VERSION);
      hello.putObject("capabilities");
      hello.putObject("clientInfo").put("name", "test").put("version", "1");
      send(caller, "POST", "/mcp", message("initialize", hello));
    }
    return send(
        caller,
        "POST",
        "/mcp",
        message(method, params),
        "Mcp-Session-Id",
        mcpSession,
        "MCP-Protocol-Version",
        VERSION);
  }

  private static String message(String method, ObjectNode params) {
    var message = Json.object().put("jsonrpc", "2.0").put("id", 1).put("method", method);
    message.set("params", params);
    return message.toString();
  }

  /// All that is heard on a socket until it is closed, and its code.
  Answer listen(Caller caller, String path) {
    var heard = new ConcurrentLinkedQueue<String>();
    var closed = new CompletableFuture<Integer>();
    var listener =
        new WebSocket.Listener() {
          @Override
          public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
            heard.add(data.toString());
            socket.request(1);
            return CompletableFuture.completedStage(null);
          }

          @Override
          public CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
            heard.add(reason);
            closed.complete(code);
            return CompletableFuture.completedStage(null);
          }
        };
    open(caller, path, listener);
    return new Answer(closed.orTimeout(30, TimeUnit.SECONDS).join(), "", String.join("", heard));
  }

  /// What is heard first on a socket, which is left then.
  String hello(Caller caller, String path) {
    var heard = new CompletableFuture<String>();
    var text = new StringBuilder();
    var listener =
        new WebSocket.Listener() {
          @Override
          public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
              heard.complete(text.toString());
            }
            socket.request(1);
            return CompletableFuture.completedStage(null);
          }
        };
    var socket = open(caller, path, listener);
    try {
      return heard.orTimeout(30, TimeUnit.SECONDS).join();
    } finally {
      socket.abort();
    }
  }

  /// What is answered on a socket to what is said there after its first words.
  String answer(Caller caller, String path, String said) {
    var heard = new CompletableFuture<String>();
    var text = new StringBuilder();
    var listener =
        new WebSocket.Listener() {
          private boolean spoken;

          @Override
          public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
            text.append(data);
            if (last && spoken) {
              heard.complete(text.toString());
            } else if (last) {
              spoken = true;
              text.setLength(0);
              return socket.sendText(said, true).thenRun(() -> socket.request(1));
            }
            socket.request(1);
            return CompletableFuture.completedStage(null);
          }
        };
    var socket = open(caller, path, listener);
    try {
      return heard.orTimeout(30, TimeUnit.SECONDS).join();
    } finally {
      socket.abort();
    }
  }

  private WebSocket open(Caller caller, String path, WebSocket.Listener listener) {
    return http.newWebSocketBuilder()
        .header("Authorization", "Bearer " + caller.name())
        .buildAsync(URI.create(at(path).toString().replace("http:", "ws:")), listener)
        .join();
  }

  @Override
  public void close() {
    try (fleet;
        household;
        web;
        http) {
      // In this order, as the daemon does it.
    }
  }
}
