package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.retinue.cli.serve.Logs;
import dev.retinue.config.Watching.LogFormat;
import dev.retinue.core.Caller;
import dev.retinue.core.Run;
import dev.retinue.core.Workplace;
import dev.retinue.core.staff.StartRequest;
import dev.retinue.core.staff.Surroundings;
import dev.retinue.core.staff.Trouble;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.store.files.DataFolder;
import dev.retinue.store.sqlite.SqliteDatabase;
import dev.retinue.testing.Collector;
import dev.retinue.watch.Watchtower;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.LogManager;
import java.util.logging.SimpleFormatter;
import java.util.logging.StreamHandler;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A secret that is planted wherever one can be is found nowhere else: not in logs, any file of the
/// data directory, answers, numbers, spans, or the command line of any program.
final class CanaryTest {
  private static final Caller OWNER = Caller.owner();

  /// What a program printed is kept as it was written.
  private static final Pattern PRINTED = Pattern.compile("blobs/.*/(payload|output)-[0-9]+\\.gz");

  private static final Set<String> TOLD =
      Set.of(
          "token-of-a-program",
          "key-of-several-lines",
          "secret-with-quotes",
          "secret-of-digits",
          "key-that-was-lent");

  @TempDir private Path folder;
  private final Map<String, String> canaries = new TreeMap<>();
  private final Map<String, String> seen = new TreeMap<>();
  private final List<String> answers = new ArrayList<>();
  private final ByteArrayOutputStream logged = new ByteArrayOutputStream();
  private final Map<Handler, Formatter> before = new HashMap<>();
  private final StreamHandler sink = new StreamHandler(logged, new SimpleFormatter());
  private final Recording children = new Recording();
  private Collector collector;
  private HttpServer gossip;

  private String canary(String place) {
    return canaries.computeIfAbsent(place, it -> "canary-%s-5f3a9c".formatted(it));
  }

  /// One that looks in a way of its own.
  private String canary(String place, String text) {
    return canaries.computeIfAbsent(place, _ -> text);
  }

  @BeforeEach
  void open() throws IOException {
    children.enable("jdk.ProcessStart");
    children.start();
    collector = Collector.start();
    // A provider that repeats the key which it refuses.
    gossip = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
    gossip.createContext(
        "/",
        exchange -> {
          try (exchange) {
            var key = exchange.getRequestHeaders().getFirst("x-api-key");
            var said = "{\"error\":{\"message\":\"no such key: %s\"}}".formatted(key);
            var bytes = said.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(401, bytes.length);
            exchange.getResponseBody().write(bytes);
          }
        });
    gossip.start();
    var root = LogManager.getLogManager().getLogger("");
    root.addHandler(sink);
    for (var handler : root.getHandlers()) {
      before.put(handler, handler.getFormatter());
    }
  }

  @AfterEach
  void close() {
    children.close();
    collector.close();
    gossip.stop(0);
    Logs.write(LogFormat.TEXT);
    LogManager.getLogManager().getLogger("").removeHandler(sink);
    before.forEach(Handler::setFormatter);
  }

  private Map<String, String> environment() {
    return Map.ofEntries(
        Map.entry("HOME", folder.toString()),
        Map.entry("PATH", "/usr/bin:/bin"),
        Map.entry("HOUSE_KEY", canary("key-in-the-environment")),
        Map.entry("ANTHROPIC_API_KEY", canary("key-of-anthropic")),
        Map.entry("OUR_LINTER_TOKEN", canary("token-of-a-program")),
        Map.entry(
            "OUR_SIGNING_KEY",
            canary(
                "key-of-several-lines",
                "-----BEGIN PRIVATE KEY-----\nMIICanary5f3a9cBgkqhkiG9w0BAQEFAASC\nsignedCanary5f3a9c==\n-----END PRIVATE KEY-----")),
        Map.entry("OUR_QUOTED_SECRET", canary("secret-with-quotes", "ca\"na\\ry-5f\t3a9c")),
        Map.entry("OUR_PIN_SECRET", canary("secret-of-digits", "5300300100900")),
        Map.entry("CODER_URL", "http://127.0.0.1:1"),
        Map.entry("CODER_SESSION_TOKEN", canary("token-of-coder")),
        Map.entry("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url().toString()),
        Map.entry(
            "OTEL_EXPORTER_OTLP_HEADERS",
            "authorization=Bearer%20"
                + canary("header-of-the-collector", "canary+of/the=collector-5f3a9c")
                    .replace("+", "%2B")
                    .replace("/", "%2F")
                    .replace("=", "%3D")));
  }

  private Household house() throws IOException {
    var script = folder.resolve("tell.sh");
    Files.writeString(
        script,
        """
        #!/bin/sh
        cat >/dev/null
        tr '\\0' ' ' </proc/$$/cmdline >'%s'
        echo "I found $OUR_LINTER_TOKEN"
        printf '%%s\\n' "$OUR_SIGNING_KEY" "I saw $OUR_QUOTED_SECRET" "I dialled $OUR_PIN_SECRET" "I was lent $OPENAI_API_KEY"
        """
            .formatted(folder.resolve("cmdline")));
    assertThat(script.toFile().setExecutable(true)).isTrue();
    var url = "http://127.0.0.1:" + gossip.getAddress().getPort();
    var config = folder.resolve("retinue.yaml");
    Files.writeString(
        config,
        """
        audit: {prompts: true, file: "%s"}
        providers:
          house: {api: anthropic, base-url: "%s", key-env: HOUSE_KEY}
          lab: {api: anthropic, base-url: "%s", key: "%s"}
        mcp-servers:
          web: {url: "http://127.0.0.1:1/mcp", headers: {Authorization: "Bearer %s"}}
          files: {command: /bin/sh, args: ["-c", "echo $API_TOKEN >&2; exit 3"], env: {API_TOKEN: "%s"}}
        staff:
          thinker: {description: thinks, runtime: llm, model: house/large, tools: [web, files]}
          labrat: {description: thinks, runtime: llm, model: lab/large}
          usual: {description: thinks, runtime: llm, model: anthropic/claude-sonnet-4-5}
          teller: {description: tells, runtime: program, program: {command: "%s", environment: [OUR_LINTER_TOKEN, OUR_SIGNING_KEY, OUR_QUOTED_SECRET, OUR_PIN_SECRET, OPENAI_API_KEY]}}
          player: {description: plays, runtime: scripted}
        """
            .formatted(
                folder.resolve("data/audit.jsonl"),
                url,
                url,
                canary("key-in-the-configuration"),
                canary("header-of-a-tool-server"),
                canary("variable-of-a-tool-server"),
                script));
    var environment = new HashMap<>(environment());
    environment.put("ANTHROPIC_BASE_URL", url);
    var configuration = ConfigOption.read(config, List.of(), environment);
    var settings = configuration.settings();
    Secrets.learn(settings, environment);
    var tracing = new Tracing(settings.watching().traces(), environment);
    var watch = new Watchtower("1", System::nanoTime, tracing.tracer());
    watch.tellLog(true);
    var data = folder.resolve("data");
    var workshop = new Workshop(data, settings, environment, watch);
    var fleet = FleetWing.of(settings, data, environment);
    var household =
        Household.open(
                new Household.Settings(
                    data,
                    settings.rules(),
                    0,
                    Surroundings.real(),
                    () -> {},
                    workshop.commands(),
                    workshop::remember,
                    watch),
                fleet.staff(configuration.staff()),
                workshop.runtimes(),
                workshop.reaper())
            .with(workshop)
            .with(fleet.fleets());
    household.auditing().begin(settings.audit(), "the-configuration");
    return household;
  }

  private void play(ServedDaemon daemon, String agent, String prompt) throws InterruptedException {
    var staff = daemon.household().staff();
    var keys = Map.of("OPENAI_API_KEY", canary("key-that-was-lent"));
    var lender = OWNER.at(new Workplace(null, keys));
    var run = staff.start(lender, StartRequest.of(agent, prompt));
    Run ended =
        staff.await(OWNER, run.id(), it -> it.ended() && !it.ending(), Duration.ofSeconds(60));
    answers.add(ended.toString());
    answers.add(staff.feed().read(OWNER, run.id(), 0, 1_000).toString());
    var token = daemon.ownerToken();
    answers.add(daemon.get("/api/agents/" + run.id(), token).body());
    answers.add(daemon.get("/api/agents/" + run.id() + "/events", token).body());
  }

  @Test
  void a_secret_is_found_nowhere_but_where_it_was_planted()
      throws IOException, InterruptedException {
    Logs.write(LogFormat.JSON);
    try (var daemon = ServedDaemon.of(house())) {
      canaries.put("owner-token", daemon.ownerToken());
      var token = daemon.token("anna", Caller.Scope.RUN);
      canaries.put("token-of-a-caller", token);
      for (var agent : List.of("thinker", "labrat", "usual", "teller")) {
        play(daemon, agent, "Do it.");
      }
      misbehave(daemon, token);
      Logs.write(LogFormat.TEXT);
      misbehave(daemon, token);
      Trouble.note(
          "somebody said " + canary("key-in-the-configuration"),
          new IOException(canary("key-in-the-environment")));
      daemon.get("/api/tools", daemon.ownerToken());
      seen.put("metrics", daemon.get("/metrics", daemon.ownerToken()).body());
      seen.put("audit", daemon.get("/api/audit", daemon.ownerToken()).body());
      collector.await("invoke_agent teller");
      look(", at work");
    }
    sink.flush();
    seen.put("logs", logged.toString(StandardCharsets.UTF_8));
    seen.put("traces", collector.text());
    seen.put("answers", String.join("\n", answers));
    seen.put("store", dump());
    look(", at rest");
    seen.put("command lines", commandLines());
    // The program wrote it itself: nobody has masked it.
    seen.put("command line", Files.readString(folder.resolve("cmdline")));

    assertThat(canaries).hasSizeGreaterThanOrEqualTo(15);
    assertThat(seen.get("logs")).contains("\"event\":\"run.completed\"").contains("***");
    assertThat(seen.get("answers")).contains("I found ***", "I was lent ***");
    assertThat(seen.get("command lines")).contains("tell.sh", "echo $API_TOKEN");
    assertThat(seen.keySet())
        .anyMatch(it -> it.startsWith("audit.jsonl"))
        .anyMatch(it -> it.startsWith("retinue.db,"))
        .anyMatch(it -> it.startsWith("journals/"));
    assertThat(seen)
        .anySatisfy((where, text) -> assertThat(text).contains(canary("key-that-was-lent")));
    assertThat(seen.get("answers")).contains("I saw ***").contains("I dialled ***");
    assertThat(seen.get("command line")).contains("tell.sh");
    seen.forEach(
        (where, text) ->
            canaries.forEach(
                (place, secret) -> {
                  if (!isPlanted(place, where)) {
                    forms(secret).forEach(it -> assertNone(place, it, where, text));
                  }
                }));
  }

  private static boolean isPlanted(String place, String where) {
    return where.startsWith("token,")
        ? place.equals("owner-token")
        : PRINTED.matcher(where).find() && TOLD.contains(place);
  }

  private static void assertNone(String place, String secret, String where, String text) {
    assertThat(text.contains(secret))
        .as("%s is in %s: %s", place, where, around(text, secret))
        .isFalse();
  }

  /// As it is, as JSON writes it, and what is secret of each of its lines.
  private static List<String> forms(String secret) {
    var quoted = Json.WIRE.writeValueAsString(secret);
    var forms = new ArrayList<>(List.of(secret, quoted.substring(1, quoted.length() - 1)));
    secret.lines().filter(it -> it.startsWith("MII")).forEach(forms::add);
    return forms;
  }

  /// Every file of the data directory.
  private void look(String when) throws IOException {
    EveryFile.below(folder.resolve("data")).forEach((file, text) -> seen.put(file + when, text));
  }

  /// Of every child of this process, whoever started it.
  private String commandLines() throws IOException {
    var file = folder.resolve("children.jfr");
    children.stop();
    children.dump(file);
    return RecordingFile.readAllEvents(file).stream()
        .map(it -> it.getString("command"))
        .collect(Collectors.joining("\n"));
  }

  /// What callers do who have no right to, or make mistakes.
  private void misbehave(ServedDaemon daemon, String token) {
    var bearer = canary("token-of-somebody-else");
    answers.add(daemon.get("/api/agents", bearer).body());
    answers.add(daemon.get("/api/agents", "eyJhbGciOiJub25lIn0." + canary("oauth-token")).body());
    var cookie = "retinue_session=" + canary("cookie");
    answers.add(daemon.get("/api/agents", "", "Cookie", cookie).body());
    // Of a shape that is known, although nobody has told us of it.
    var wanted = Json.object().put("agent_id", "sk-" + canary("argument-of-a-call"));
    try (var client = daemon.client(token);
        var owner = daemon.client(daemon.ownerToken())) {
      answers.add(client.callTool("agent_stop", wanted).toString());
      answers.add(owner.callTool("list_agents", Json.object()).toString());
    }
  }

  private String dump() {
    var layout = new DataFolder(folder.resolve("data"));
    return SqliteDatabase.look(
        layout.database(),
        folder,
        sql -> {
          var tables = new ArrayList<String>();
          try (var rows =
              sql.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").executeQuery()) {
            while (rows.next()) {
              tables.add(rows.getString(1));
            }
          }
          var text = new StringBuilder();
          for (var table : tables) {
            try (var rows = sql.prepare("SELECT * FROM \"" + table + "\"").executeQuery()) {
              int columns = rows.getMetaData().getColumnCount();
              while (rows.next()) {
                for (int i = 1; i <= columns; i++) {
                  text.append(rows.getString(i)).append('\n');
                }
              }
            }
          }
          return text.toString();
        });
  }

  private static String around(String text, String secret) {
    int at = text.indexOf(secret);
    return at < 0
        ? ""
        : text.substring(
            Math.max(0, at - 200), Math.min(text.length(), at + secret.length() + 100));
  }
}
