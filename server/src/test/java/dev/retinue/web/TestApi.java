package dev.retinue.web;

import dev.retinue.config.template.TemplateFiles;
import dev.retinue.config.template.TemplateReader;
import dev.retinue.core.Caller;
import dev.retinue.core.Digest;
import dev.retinue.core.Manners;
import dev.retinue.core.RunId;
import dev.retinue.core.staff.Callers;
import dev.retinue.core.staff.ChosenIds;
import dev.retinue.core.staff.Costs;
import dev.retinue.core.staff.Limits;
import dev.retinue.core.staff.Moves;
import dev.retinue.core.staff.PayloadLinks;
import dev.retinue.core.staff.Rules;
import dev.retinue.core.staff.RunTokens;
import dev.retinue.core.staff.Seats;
import dev.retinue.core.staff.SignIns;
import dev.retinue.core.staff.TokenDesk;
import dev.retinue.core.tool.ServerState;
import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.MemoryTaskStore;
import dev.retinue.mcp.ToolEntry;
import dev.retinue.mcp.era.Eras;
import dev.retinue.mcp.era.Stateful2025;
import dev.retinue.mcp.era.Stateless2026;
import dev.retinue.mcp.model.Implementation;
import dev.retinue.mcp.model.ToolInfo;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.transport.Hosts;
import dev.retinue.mcp.transport.HttpEndpoint;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.store.backup.ZipParcels;
import dev.retinue.store.files.SignOutFile;
import dev.retinue.testing.Spawning;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestData;
import dev.retinue.testing.TestStaff;
import dev.retinue.testing.Writer;
import dev.retinue.toolset.DefaultAgent;
import dev.retinue.toolset.Principal;
import dev.retinue.toolset.fleet.Fleets;
import dev.retinue.toolset.journal.Journals;
import dev.retinue.toolset.lifecycle.Lifecycle;
import dev.retinue.toolset.spawner.template.TemplateDesk;
import dev.retinue.toolset.spawner.template.TemplateSpawns;
import dev.retinue.toolset.spawner.template.Templates;
import dev.retinue.watch.Watchtower;
import dev.retinue.web.api.Api;
import dev.retinue.web.api.Examination;
import dev.retinue.web.http.Plain;
import dev.retinue.web.http.Route;
import dev.retinue.web.http.Visit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The whole HTTP edge before a real staff, for tests. The token of a caller is his name.
final class TestApi implements AutoCloseable {
  /// Servers of tools, one well and one not.
  private static final List<ServerState> TOOL_SERVERS =
      List.of(
          new ServerState(
              "files",
              "stdio",
              new ServerState.Health(ServerState.Phase.READY, null, 1, 4711L),
              2,
              List.of(
                  new ServerState.Offered(
                      "files__read", "[files] Reads.", true, "{\"type\":\"object\"}")),
              List.of("The tool 'odd' was left out: its input is no object.")),
          new ServerState(
              "web",
              "http",
              new ServerState.Health(ServerState.Phase.BACKING_OFF, "It hangs.", 3, null),
              0,
              List.of(),
              List.of()));

  static final Caller OWNER = Caller.owner();
  static final Caller ANNA = new Caller("anna", "anna", Caller.Scope.RUN, null);
  static final Caller BERT = new Caller("bert", "bert", Caller.Scope.RUN, null);
  static final Caller READER = new Caller("anna", "reader", Caller.Scope.READ, null);

  /// Whose token nobody knows.
  static final Caller NOBODY = new Caller("nobody", "nobody", Caller.Scope.ADMIN, null);

  /// A route that only tests have: whoever likes may read it, those who are let in write there.
  static final String OPEN_TO_ALL = "/open-to-all";

  private static final SecretKeySpec KEY = new SecretKeySpec(new byte[32], "HmacSHA256");

  private final TestStaff staff;
  private final Callers book;
  private final SignIns signIns;
  private final Costs costs;
  private final PayloadLinks links;
  private final Seats seats = new Seats();
  private final WebServer web;
  private final Api api;
  private final Map<String, Caller> callers = new ConcurrentHashMap<>();
  private final HttpClient http =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(30)).build();

  private final Duration quiet;

  /// What the doctor does when he is asked.
  volatile Examination examination =
      () ->
          List.of(
              new Examination.Finding("java", "ok", "Java 25", null),
              new Examination.Finding("port", "warn", "taken", "Choose another."));

  TestApi(Path folder) {
    this(folder, Duration.ofSeconds(15));
  }

  /// @param quiet for how long a stream may be silent
  TestApi(Path folder, Duration quiet) {
    this(folder, quiet, Rules.of(Limits.DEFAULT));
  }

  TestApi(Path folder, Duration quiet, Rules rules) {
    this(folder, quiet, rules, null);
  }

  /// @param writer who is on the staff, too
  TestApi(Path folder, Duration quiet, Rules rules, @Nullable Writer writer) {
    this(folder, quiet, rules, writer, null);
  }

  /// One with a fleet.
  static TestApi with(@Nullable Fleets fleets, Path folder) {
    return new TestApi(folder, Duration.ofSeconds(15), Rules.of(Limits.DEFAULT), null, fleets);
  }

  private TestApi(
      Path folder, Duration quiet, Rules rules, @Nullable Writer writer, @Nullable Fleets fleets) {
    this.quiet = quiet;
    var clock = new TestClock();
    var data = new TestData(folder, clock);
    book = new Callers(data.credentials(), data.runs(), new RunTokens(KEY), clock.surroundings());
    staff =
        TestStaff.on(data, clock, rules.granting(book))
            .hire("player", "")
            .hire("sleeper", "say working on it\nhang")
            .hire("talker", "say You said: {prompt}\ncomplete {prompt}");
    if (writer == null) {
      staff.begin(new ScriptedRuntime(clock));
    } else {
      staff.hire(writer.agent()).begin(new ScriptedRuntime(clock), writer.runtime(clock));
    }
    links = new PayloadLinks(KEY, clock);
    for (var caller : List.of(OWNER, ANNA, BERT, READER)) {
      callers.put("Bearer " + caller.name(), caller);
    }
    var server = new McpServer(Implementation.of("retinue", "1"), "");
    Lifecycle.tools(staff.staff(), who(), this::payloadUrl).forEach(server::add);
    var eras =
        new Eras(
            new Stateless2026(server, new MemoryTaskStore(clock, 10), () -> KEY, clock),
            new Stateful2025(server, clock));
    var endpoint = new HttpEndpoint(eras, Hosts.LOCAL, quiet);
    costs = new Costs(data.spendBook(), data.runs(), book, clock);
    signIns =
        new SignIns(KEY, this::holderOf, new SignOutFile(folder, clock), clock.surroundings());
    api =
        api(server, folder.resolve("journals"))
            .withFleet(fleets)
            .withMoves(moves(data, folder))
            .withDoctor(() -> examination.findings(), clock)
            .withTemplates(templates(folder.resolve("templates")))
            .withCallers(new TokenDesk(book, staff.staff()), costs, clock);
    web =
        WebServer.start(
            "127.0.0.1",
            0,
            new Site(
                Map.of("", endpoint, "lifecycle", endpoint),
                new NamesAndTokens(),
                api,
                Stream.concat(
                        new WatchRoutes(api.watch(), List::of, false).routes().stream(),
                        greetings())
                    .toList()));
  }

  private static Stream<Route> greetings() {
    return Stream.of(
        Route.open("GET", OPEN_TO_ALL, visit -> greet(visit, "everybody")),
        new Route("POST", OPEN_TO_ALL, visit -> greet(visit, visit.who().name())));
  }

  /// The token of some is their name; others have one that was made.
  private final class NamesAndTokens implements Gate {
    private final BearerGate tokens = new BearerGate(book);

    @Override
    public Optional<dev.retinue.mcp.Caller> enter(@Nullable String authorization) {
      Optional<dev.retinue.mcp.Caller> named =
          Optional.ofNullable(authorization).map(callers::get).map(Principal::new);
      return named.isPresent() ? named : tokens.enter(authorization);
    }

    @Override
    public Optional<String> why(@Nullable String authorization) {
      return tokens.why(authorization);
    }
  }

  /// Who has a token that was made.
  Callers book() {
    return book;
  }

  Costs costs() {
    return costs;
  }

  private Optional<Caller> holderOf(String digest) {
    return callers.values().stream()
        .filter(caller -> Digest.ofText(caller.name()).equals(digest))
        .findFirst();
  }

  private static void greet(Visit visit, String whom) {
    Plain.reply(visit.response(), visit.callback(), 200, "This is for " + whom + ".");
  }

  private Api api(McpServer server, Path place) {
    var journals = new Journals(staff.staff(), staff.register(), staff.clock(), place, null);
    return new Api(
        new Api.Desk(
            staff.staff(), staff.register(), links, seats, journals, new ChosenIds(KEY), signIns),
        new Api.House("1", () -> Map.of("lifecycle", infos(server)), () -> TOOL_SERVERS, quiet),
        who(),
        this::payloadUrl);
  }

  /// Those that come with Retinue, and those in this folder.
  private TemplateDesk templates(Path place) {
    var files = new TemplateFiles(List.of(place), Set.of(), new TemplateReader(_ -> {}));
    var spawns = new TemplateSpawns(staff.staff(), Spawning.spawns(staff, Manners.USUAL), who());
    return new TemplateDesk(new Templates(files, spawns, Json.object(), _ -> {}), spawns);
  }

  Seats seats() {
    return seats;
  }

  private DefaultAgent who() {
    return new DefaultAgent("player", staff.staff().roster(), staff.staff().crew()::runtime);
  }

  private static List<ToolInfo> infos(McpServer server) {
    return server.tools().values().stream().map(ToolEntry::info).toList();
  }

  private String payloadUrl(dev.retinue.core.Run run) {
    return "http://localhost:%d/api/agents/%s/payload?%s"
        .formatted(web.port(), run.id(), links.query(run));
  }

  SignIns signIns() {
    return signIns;
  }

  TestStaff staff() {
    return staff;
  }

  /// Those of REST.
  List<Route> routes() {
    return api.routes();
  }

  Watchtower watch() {
    return api.watch();
  }

  WebServer web() {
    return web;
  }

  int port() {
    return web.port();
  }

  RawClient raw() {
    return new RawClient(web.port());
  }

  /// An answer, with its body as text.
  record Answer(int status, String body, HttpResponse<byte[]> response) {
    JsonNode json() {
      return Json.WIRE.readTree(body);
    }

    String code() {
      return json().path("error").path("code").asString("");
    }

    String message() {
      return json().path("error").path("message").asString("");
    }
  }

  Answer get(Caller caller, String path, String... headers) {
    return send(caller, "GET", path, "", headers);
  }

  Answer post(Caller caller, String path, String body) {
    return send(caller, "POST", path, body, "Content-Type", "application/json");
  }

  Answer send(Caller caller, String method, String path, String body, String... headers) {
    var publisher = body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body);
    var request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + web.port() + path))
            .timeout(Duration.ofSeconds(60))
            .method(method, publisher)
            .header("Authorization", "Bearer " + caller.name());
    return send(headers.length == 0 ? request : request.headers(headers));
  }

  Answer send(HttpRequest.Builder request) {
    try {
      var response = http.send(request.build(), BodyHandlers.ofByteArray());
      return new Answer(
          response.statusCode(), new String(response.body(), StandardCharsets.UTF_8), response);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /// Lets another one in, by his name.
  Caller admit(Caller caller) {
    callers.put("Bearer " + caller.name(), caller);
    return caller;
  }

  void revoke(Caller caller) {
    callers.remove("Bearer " + caller.name());
  }

  private Moves moves(TestData data, Path folder) {
    var parcels = new ZipParcels(data.runs(), data.blobs(), folder, "1", staff.clock());
    return new Moves(staff.staff(), data.runs(), data.blobs(), parcels);
  }

  /// Starts one that plays this script.
  RunId play(Caller caller, String script) {
    var body = Json.object().put("contract", script).put("agent", "player");
    var answer = post(caller, "/api/agents", body.toString());
    if (answer.status() != 200) {
      throw new AssertionError(answer.body());
    }
    return RunId.of(answer.json().path("id").asString());
  }

  @Override
  public void close() {
    http.close();
    web.close();
    staff.close();
  }
}
