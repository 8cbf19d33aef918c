package dev.retinue.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.retinue.core.Manners;
import dev.retinue.core.Permissions;
import dev.retinue.core.Retention;
import dev.retinue.core.RetinueException;
import dev.retinue.core.SessionLimits;
import dev.retinue.core.staff.Limits;
import dev.retinue.core.staff.Rate;
import dev.retinue.core.staff.Roots;
import dev.retinue.core.staff.Rules;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// The settings from the file, the environment and the options.
final class SettingsTest {
  /// For each key its variable, another value than its default, and one that is wrong.
  private static final List<Sample> SAMPLES =
      List.of(
          new Sample("server.host", "RETINUE_SERVER_HOST", "localhost", "local host"),
          new Sample("server.port", "RETINUE_SERVER_PORT", "9000", "many"),
          new Sample("server.toolsets", "RETINUE_SERVER_TOOLSETS", "[relay]", "[relai]"),
          new Sample("server.auth", "RETINUE_SERVER_AUTH", "false", "no"),
          new Sample(
              "server.allowed-hosts",
              "RETINUE_SERVER_ALLOWED_HOSTS",
              "[retinue.example.org, 10.0.0.7]",
              "[*]"),
          new Sample("server.idle-exit", "RETINUE_SERVER_IDLE_EXIT", "1h", "soon"),
          new Sample("default-agent", "RETINUE_DEFAULT_AGENT", "worker", "No Body"),
          new Sample("hire-programs", "RETINUE_HIRE_PROGRAMS", "false", "maybe"),
          new Sample("roots", "RETINUE_ROOTS", "[/usr]", "[/there/is/no/such/folder]"),
          new Sample("trusted", "RETINUE_TRUSTED", "[/usr]", "[/there/is/no/such/folder]"),
          new Sample("templates", "RETINUE_TEMPLATES", "[/usr]", "[/there/is/no/such/folder]"),
          new Sample("agents", "RETINUE_AGENTS", "[/usr]", "[/there/is/no/such/folder]"),
          new Sample("journal-folder", "RETINUE_JOURNAL_FOLDER", ".retinue", "../elsewhere"),
          new Sample("limits.slots", "RETINUE_LIMITS_SLOTS", "7", "0"),
          new Sample("limits.runs-at-work", "RETINUE_LIMITS_RUNS_AT_WORK", "64", "1e3"),
          new Sample("limits.depth", "RETINUE_LIMITS_DEPTH", "3", "-1"),
          new Sample("limits.descendants", "RETINUE_LIMITS_DESCENDANTS", "12", "1.5"),
          new Sample(
              "limits.open-runs-per-caller", "RETINUE_LIMITS_OPEN_RUNS_PER_CALLER", "40", "none"),
          new Sample("limits.runs-per-caller", "RETINUE_LIMITS_RUNS_PER_CALLER", "5", "0"),
          new Sample("limits.requests-per-second", "RETINUE_LIMITS_REQUESTS_PER_SECOND", "9", "0"),
          new Sample("limits.requests-burst", "RETINUE_LIMITS_REQUESTS_BURST", "90", "x"),
          new Sample("limits.starts-per-second", "RETINUE_LIMITS_STARTS_PER_SECOND", "8", "0.5"),
          new Sample("limits.starts-burst", "RETINUE_LIMITS_STARTS_BURST", "80", "0"),
          new Sample("limits.disk-reserve", "RETINUE_LIMITS_DISK_RESERVE", "1GiB", "1GB"),
          new Sample("limits.memory-reserve", "RETINUE_LIMITS_MEMORY_RESERVE", "2GiB", "2G"),
          new Sample("limits.answer-deadline", "RETINUE_LIMITS_ANSWER_DEADLINE", "2h", "2"),
          new Sample("waiting.patience", "RETINUE_WAITING_PATIENCE", "50s", "2"),
          new Sample("waiting.long-patience", "RETINUE_WAITING_LONG_PATIENCE", "5m", "2h"),
          new Sample(
              "waiting.patient-clients",
              "RETINUE_WAITING_PATIENT_CLIENTS",
              "[cursor]",
              "[nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn]"),
          new Sample("waiting.stop-on-cancel", "RETINUE_WAITING_STOP_ON_CANCEL", "false", "maybe"),
          new Sample("waiting.disconnect-grace", "RETINUE_WAITING_DISCONNECT_GRACE", "2m", "2d"),
          new Sample("sessions.max-sessions", "RETINUE_SESSIONS_MAX_SESSIONS", "50", "0"),
          new Sample("sessions.max-per-caller", "RETINUE_SESSIONS_MAX_PER_CALLER", "5", "none"),
          new Sample(
              "sessions.max-kept-per-caller", "RETINUE_SESSIONS_MAX_KEPT_PER_CALLER", "70", "0"),
          new Sample("sessions.idle-timeout", "RETINUE_SESSIONS_IDLE_TIMEOUT", "2h", "2"),
          new Sample("sessions.queue", "RETINUE_SESSIONS_QUEUE", "0", "101"),
          new Sample("sessions.max-messages", "RETINUE_SESSIONS_MAX_MESSAGES", "20", "0"),
          new Sample("sessions.max-bytes", "RETINUE_SESSIONS_MAX_BYTES", "1MiB", "1MB"),
          new Sample("sessions.tool-time", "RETINUE_SESSIONS_TOOL_TIME", "1m", "2d"),
          new Sample(
              "sessions.allow-inline-agents",
              "RETINUE_SESSIONS_ALLOW_INLINE_AGENTS",
              "true",
              "maybe"),
          new Sample("retention.age", "RETINUE_RETENTION_AGE", "7d", "7"),
          new Sample("retention.runs", "RETINUE_RETENTION_RUNS", "1000", "1_000"),
          new Sample("retention.bytes", "RETINUE_RETENTION_BYTES", "512MiB", "half"),
          new Sample("retention.unseen-age", "RETINUE_RETENTION_UNSEEN_AGE", "14d", "-14d"),
          new Sample("retention.clone-age", "RETINUE_RETENTION_CLONE_AGE", "2d", "2"),
          new Sample("sandbox.tier", "RETINUE_SANDBOX_TIER", "2", "4"),
          new Sample("sandbox.readable", "RETINUE_SANDBOX_READABLE", "[/usr]", "[usr]"),
          new Sample("sandbox.writable", "RETINUE_SANDBOX_WRITABLE", "[/usr]", "[/nowhere]"),
          new Sample(
              "permissions.allow", "RETINUE_PERMISSIONS_ALLOW", "[Read, Bash(git *)]", "[Bash(]"),
          new Sample("permissions.ask", "RETINUE_PERMISSIONS_ASK", "[Bash(git push *)]", "[a b]"),
          new Sample("permissions.deny", "RETINUE_PERMISSIONS_DENY", "[mcp__github__*]", "[(x)]"),
          new Sample("permissions.otherwise", "RETINUE_PERMISSIONS_OTHERWISE", "deny", "allow"),
          new Sample("permissions.deadline", "RETINUE_PERMISSIONS_DEADLINE", "2m", "2"),
          new Sample(
              "mcp-config", "RETINUE_MCP_CONFIG", ToolServersTest.FILE.toString(), "/no/such.json"),
          new Sample(
              "fetch-networks",
              "RETINUE_FETCH_NETWORKS",
              "[wiki.intern, 10.1.0.0/16]",
              "[10.1.0.0/33]"),
          new Sample("fleet.default", "RETINUE_FLEET_DEFAULT", "lab", "The Lab"),
          new Sample(
              "fleet.projects",
              "RETINUE_FLEET_PROJECTS",
              "[Setup, Data]",
              "[nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn]"),
          new Sample("fleet.app", "RETINUE_FLEET_APP", "ccw", "a b"),
          new Sample("fleet.interrupt", "RETINUE_FLEET_INTERRUPT", "escape", "stop"),
          new Sample("fleet.longest-name", "RETINUE_FLEET_LONGEST_NAME", "32", "33"));

  @TempDir private Path folder;

  record Sample(String key, String variable, String other, String wrong) {
    /// Lists are in brackets in the file, and separated in a variable.
    static String inVariable(String key, String value) {
      var separator = key.equals("roots") ? File.pathSeparator : ",";
      return value.replaceAll("^\\[|]$", "").replace(", ", separator);
    }

    String inFile(String value) {
      int dot = key.indexOf('.');
      var written = value.equals("[*]") ? "['*']" : value;
      return dot < 0
          ? "%s: %s".formatted(key, written)
          : "%s: {%s: %s}".formatted(key.substring(0, dot), key.substring(dot + 1), written);
    }
  }

  static List<Sample> samples() {
    return SAMPLES;
  }

  @Test
  void every_key_of_one_value_has_a_sample() {
    var leaves = Leaf.of(Layout.of(Read.KNOWN, folder, Map.of()).shape());

    assertThat(SAMPLES).extracting(Sample::key).isEqualTo(leaves.stream().map(Leaf::path).toList());
    assertThat(SAMPLES)
        .extracting(Sample::variable)
        .isEqualTo(leaves.stream().map(Leaf::variable).toList())
        .doesNotHaveDuplicates()
        .doesNotContainAnyElementsOf(Variables.OTHERS);
  }

  @Test
  void without_anything_the_defaults_count() {
    var settings = read("", Map.of(), List.of()).settings();

    assertThat(settings.server())
        .isEqualTo(new Settings.Server("127.0.0.1", 8101, List.of(), true, List.of(), null));
    assertThat(settings.rules()).isEqualTo(Rules.DEFAULT);
    assertThat(settings.diskReserve()).isEqualTo(64 << 20);
    assertThat(settings.retention()).isEqualTo(Retention.DEFAULT);
    assertThat(settings.defaultAgent()).isNull();
    assertThat(settings.supervision()).isEqualTo(Settings.Supervision.NONE);
    assertThat(settings.thinking()).isEqualTo(Thinking.USUAL);
    assertThat(settings.fleet()).isEqualTo(FleetSettings.USUAL);
  }

  @Test
  void every_setting_arrives() {
    var all =
        SAMPLES.stream()
            .collect(
                Collectors.toMap(Sample::variable, it -> Sample.inVariable(it.key(), it.other())));

    assertThat(read("", all, List.of()).settings())
        .isEqualTo(
            new Settings(
                new Settings.Server(
                    "localhost",
                    9000,
                    List.of("relay"),
                    false,
                    List.of("retinue.example.org", "10.0.0.7"),
                    Duration.ofHours(1)),
                "worker",
                false,
                ".retinue",
                new Rules(
                    new Limits(7, 64, 3, 12, 40, new Limits.Share(5, 2L << 30)),
                    new Rate(9, 90),
                    new Rate(8, 80),
                    new Roots(List.of(Path.of("/usr")), null, null),
                    new SessionLimits(
                        50, 5, 70, Duration.ofHours(2), 0, 20, 1L << 20, Duration.ofMinutes(1))),
                1L << 30,
                new Retention(
                    Duration.ofDays(7), 1000, 512L << 20, Duration.ofDays(14), Duration.ofDays(2)),
                new Settings.Supervision(
                    new Permissions(
                        List.of("Read", "Bash(git *)"),
                        List.of("Bash(git push *)"),
                        List.of("mcp__github__*"),
                        Permissions.Otherwise.DENY,
                        Duration.ofMinutes(2),
                        false),
                    List.of(),
                    new Settings.Sandbox(2, List.of(Path.of("/usr")), List.of(Path.of("/usr"))),
                    List.of(Path.of("/usr")),
                    ToolServersTest.SERVERS),
                new Thinking(
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of("wiki.intern", "10.1.0.0/16"),
                    Duration.ofHours(2)),
                List.of(Path.of("/usr")),
                List.of(Path.of("/usr")),
                new Manners(
                    Duration.ofSeconds(50),
                    Duration.ofMinutes(5),
                    List.of("cursor"),
                    false,
                    Duration.ofMinutes(2)),
                true,
                new FleetSettings(
                    List.of(),
                    "lab",
                    List.of("Setup", "Data"),
                    "ccw",
                    FleetSettings.Interrupt.ESCAPE,
                    32)));
  }

  @ParameterizedTest
  @MethodSource("samples")
  void a_variable_counts_above_the_file_and_an_option_above_both(Sample sample) {
    var variable = Map.of(sample.variable(), Sample.inVariable(sample.key(), sample.other()));
    var option =
        List.of(new Given(sample.key(), "--it", Sample.inVariable(sample.key(), sample.other())));

    assertThat(setting(sample, read("", Map.of(), List.of())).origin()).isEqualTo("default");
    assertThat(setting(sample, read(sample.inFile(sample.other()), Map.of(), List.of())))
        .satisfies(it -> assertThat(it.value()).isEqualTo(sample.other()))
        .satisfies(it -> assertThat(it.origin()).matches(".*retinue\\.yaml:1:[0-9]+"));
    assertThat(setting(sample, read("", variable, List.of())))
        .isEqualTo(new Setting(sample.key(), sample.other(), sample.variable()));
    assertThat(setting(sample, read(sample.inFile(sample.other()), variable, option)))
        .isEqualTo(new Setting(sample.key(), sample.other(), "--it"));
  }

  @ParameterizedTest
  @MethodSource("samples")
  void what_is_wrong_is_refused_with_who_says_it(Sample sample) {
    var wrong = Sample.inVariable(sample.key(), sample.wrong());

    assertThat(refusal(sample.inFile(sample.wrong()), Map.of(), List.of()))
        .startsWith(folder.resolve("retinue.yaml") + ":1:");
    assertThat(refusal("", Map.of(sample.variable(), wrong), List.of()))
        .startsWith(sample.variable() + ": ");
    assertThat(refusal("", Map.of(), List.of(new Given(sample.key(), "--it", wrong))))
        .startsWith("--it: ");
  }

  @Test
  void what_is_wrong_is_wrong_also_below_what_is_right() {
    var right = List.of(new Given("server.port", "--port", "0"));

    assertThat(
            refusal("server: {port: x}", Map.of("RETINUE_SERVER_PORT", "y"), right)
                .lines()
                .toList())
        .hasSize(2)
        .satisfies(lines -> assertThat(lines.get(0)).contains("retinue.yaml:1:16: 'port' in"))
        .satisfies(
            lines ->
                assertThat(lines.get(1))
                    .isEqualTo(
                        "RETINUE_SERVER_PORT: 'port' in 'server' must be a whole number from 0 to"
                            + " 65535, but is the text 'y'."));
  }

  @Test
  void a_section_that_is_none_is_refused_whatever_the_environment_says() {
    assertThat(refusal("server: 8101", Map.of("RETINUE_SERVER_PORT", "1"), List.of()))
        .endsWith(
            ":1:9: 'server' in the configuration must be a section with keys, but is the number 8101.");
    assertThat(read("server:", Map.of("RETINUE_SERVER_PORT", "1"), List.of()).settings().server())
        .extracting(Settings.Server::port)
        .isEqualTo(1);
  }

  @Test
  void limits_that_do_not_go_together_are_refused_wherever_they_come_from() {
    assertThat(refusal("", Map.of("RETINUE_LIMITS_SLOTS", "1000"), List.of()))
        .isEqualTo(
            "RETINUE_LIMITS_SLOTS: limits must be positive, and no more slots than runs at work:"
                + " 1000 slots, 128 runs.");
  }

  @Test
  void text_that_looks_like_a_number_needs_no_quotes_in_a_variable() {
    var settings =
        Configuration.read(
                new Sources(null, Map.of("RETINUE_DEFAULT_AGENT", "007"), List.of()), Read.KNOWN)
            .settings();
    assertThat(settings.defaultAgent()).isEqualTo("007");
  }

  @Test
  void an_empty_variable_counts_as_not_set() {
    assertThat(
            read("", Map.of("RETINUE_SERVER_PORT", "", "RETINUE_ROOTS", " "), List.of())
                .settings()
                .server()
                .port())
        .isEqualTo(8101);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "RETINUE_SERVER_PROT | the variable RETINUE_SERVER_PROT means nothing to Retinue. Did you mean RETINUE_SERVER_PORT?",
        "RETINUE_WEATHER | the variable RETINUE_WEATHER means nothing to Retinue.",
        "RETINUE_DATA | -",
        "RETINUES | -",
      })
  void a_variable_that_means_nothing_is_told(String name, String warning) {
    assertThat(read("", Map.of(name, "/x"), List.of()).warnings())
        .isEqualTo(warning == null ? List.of() : List.of(warning));
  }

  @Test
  void roots_are_what_they_really_are() throws IOException {
    var real = Files.createDirectories(folder.resolve("home/work")).toRealPath();
    var link = Files.createSymbolicLink(folder.resolve("link"), real);
    var home = Map.of("HOME", folder.resolve("home").toString());

    assertThat(roots("roots: [%s]".formatted(link), home)).containsExactly(real);
    assertThat(roots("roots: [~/work]", home)).containsExactly(real);
    assertThat(refusal("roots: [%s, %s]".formatted(link, real), home, List.of()))
        .contains("repeats");
    assertThat(refusal("roots:\n- ~\n- /\n- '~'", home, List.of()).lines())
        .hasSize(3)
        .allSatisfy(line -> assertThat(line).contains("because all that is yours is in it"));
    assertThat(refusal("roots: [~/work]", Map.of(), List.of())).contains("absolute path");
  }

  private List<Path> roots(String yaml, Map<String, String> environment) {
    return read(yaml, environment, List.of()).settings().rules().roots().allowed();
  }

  private static Setting setting(Sample sample, Configuration configuration) {
    return configuration.effective().stream()
        .filter(it -> it.key().equals(sample.key()))
        .findFirst()
        .orElseThrow();
  }

  private Configuration read(String yaml, Map<String, String> environment, List<Given> options) {
    try {
      var file = Files.writeString(folder.resolve("retinue.yaml"), yaml);
      return Configuration.read(new Sources(file, new HashMap<>(environment), options), Read.KNOWN);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private String refusal(String yaml, Map<String, String> environment, List<Given> options) {
    var refusal =
        catchThrowableOfType(RetinueException.class, () -> read(yaml, environment, options));
    assertThat(refusal).isNotNull();
    return refusal.getMessage();
  }
}
