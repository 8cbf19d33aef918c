package dev.retinue.bench.peer;

import com.sun.net.httpserver.HttpServer;
import dev.retinue.core.Caller;
import dev.retinue.core.Manners;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.InputRequest;
import dev.retinue.mcp.LogLevel;
import dev.retinue.mcp.ToolEntry;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.runtime.coder.CoderFleet;
import dev.retinue.runtime.coder.FleetRules;
import dev.retinue.runtime.coder.client.CoderAccess;
import dev.retinue.runtime.coder.client.CoderClient;
import dev.retinue.runtime.coder.fake.FakeCoder;
import dev.retinue.runtime.coder.fake.Mode;
import dev.retinue.runtime.coder.fake.Stage;
import dev.retinue.store.files.QueuedTaskFiles;
import dev.retinue.store.files.SentTaskFiles;
import dev.retinue.toolset.Principal;
import dev.retinue.toolset.fleet.FleetTools;
import dev.retinue.toolset.fleet.Fleets;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Lists the same workspaces again and again: as Retinue does, or as bare HTTP and JSON. What the
/// pretended Coder says is made once, and then only repeated.
final class FleetWorker {
  private static final int AGENTS = 500;
  private static final String LIST = "/api/v2/workspaces?q=owner%3Ame";
  private static final JsonMapper JSON = JsonMapper.shared();

  private final FakeCoder coder;
  private final URI repeated;
  private final HttpClient http = HttpClient.newHttpClient();
  private final ToolEntry tool;

  private FleetWorker(Path folder) throws IOException {
    this.coder = FakeCoder.start(Mode.CURRENT);
    var setup = coder.project("Setup", "coder");
    for (int i = 0; i < AGENTS; i++) {
      coder.workspace("agent-" + i, setup, i % 2 == 0 ? Stage.IDLE : Stage.BUSY);
    }
    this.repeated = repeat();
    var clock = InstantSource.system();
    var fleet =
        new CoderFleet(
            new CoderClient(new CoderAccess("bench", repeated, coder.token()), clock),
            FleetRules.USUAL,
            new SentTaskFiles(folder.resolve("fleet")),
            new QueuedTaskFiles(folder.resolve("queue")),
            clock,
            FleetRules.Pace.USUAL);
    this.tool =
        FleetTools.toolset(new Fleets(Map.of("bench", fleet), "bench"), Manners.USUAL)
            .tools()
            .stream()
            .filter(it -> it.info().name().equals("list_agents"))
            .findFirst()
            .orElseThrow();
  }

  static void main(String[] args) throws Exception {
    var worker = new FleetWorker(Path.of(args[0]));
    var lines = new java.io.BufferedReader(new java.io.InputStreamReader(System.in));
    for (var line = lines.readLine(); line != null; line = lines.readLine()) {
      long begin = System.nanoTime();
      int found = line.equals("retinue") ? worker.retinue() : worker.bare();
      if (found != AGENTS) {
        throw new IllegalStateException("listed " + found);
      }
      System.out.println((System.nanoTime() - begin) / 1e6);
    }
    System.exit(0);
  }

  private URI repeat() throws IOException {
    var known = new ConcurrentHashMap<String, byte[]>();
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/",
        exchange -> {
          var path = exchange.getRequestURI().toString();
          var body = known.computeIfAbsent(path, this::fetch);
          exchange.getResponseHeaders().add("Content-Type", "application/json");
          exchange.sendResponseHeaders(200, body.length);
          try (var out = exchange.getResponseBody()) {
            out.write(body);
          }
        });
    server.start();
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  private byte[] fetch(String path) {
    return fetch(URI.create(coder.url() + path));
  }

  private byte[] fetch(URI address) {
    var request =
        HttpRequest.newBuilder(address).header("Coder-Session-Token", coder.token()).build();
    try {
      return http.send(request, BodyHandlers.ofByteArray()).body();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private int retinue() throws Exception {
    var answer = tool.handler().handle(Json.object(), new OwnersCall());
    return answer.structuredContent().path("total_count").asInt();
  }

  private int bare() {
    return JSON.readTree(fetch(URI.create(repeated + LIST))).path("workspaces").size();
  }

  /// A call of the owner, who hears nothing meanwhile.
  private static final class OwnersCall implements Call {
    @Override
    public dev.retinue.mcp.Caller caller() {
      return new Principal(Caller.owner());
    }

    @Override
    public String id() {
      return "bench";
    }

    @Override
    public ObjectNode meta() {
      return Json.object();
    }

    @Override
    public boolean clientCan(String capability) {
      return false;
    }

    @Override
    public void progress(double done, Double total, String message) {}

    @Override
    public void log(LogLevel level, String logger, JsonNode data) {}

    @Override
    public Map<String, ObjectNode> ask(Map<String, InputRequest> questions) {
      throw new IllegalStateException("nobody is there");
    }

    @Override
    public String remember(String key, Supplier<String> begin) {
      return begin.get();
    }

    @Override
    public void releaseConnection() {}
  }
}
