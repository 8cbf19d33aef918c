package dev.retinue.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.retinue.core.Grant;
import dev.retinue.core.Issuer;
import dev.retinue.core.Manners;
import dev.retinue.core.Money;
import dev.retinue.core.Network;
import dev.retinue.core.Permissions;
import dev.retinue.core.Retention;
import dev.retinue.core.RetinueException;
import dev.retinue.core.SessionLimits;
import dev.retinue.core.audit.AuditRules;
import dev.retinue.core.staff.Limits;
import dev.retinue.core.staff.Rate;
import dev.retinue.core.staff.Roots;
import dev.retinue.core.staff.Rules;
import java.io.File;
import java.io.IOException;
import java.net.URI;
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
  private static final RemoteSettings REMOTE =
      new RemoteSettings(
          URI.create("https://retinue.example.org"),
          new RemoteSettings.Tls(ToolServersTest.FILE, ToolServersTest.FILE),
          List.of(Network.find("10.0.0.7").orElseThrow(), Network.find("fd00::/8").orElseThrow()),
          new Issuer(
              "https://issuer.example.org/it",
              List.of("https://retinue.example.org/mcp"),
              URI.create("https://issuer.example.org/keys"),
              new Issuer.Scopes(
                  List.of("look", "see"), List.of("watch"), List.of("work"), List.of("rule")),
              new Grant(
                  List.of("relay"),
                  List.of("worker"),
                  List.of("/usr"),
                  5,
                  2,
                  Money.usd("5"),
                  Money.usd("50"))));

  @TempDir private Path folder;

  record Sample(String key, String variable, String other, String wrong) {
    /// Lists are in brackets in the file, and separated in a variable.
    static String inVariable(String key, String value) {
      var separator = key.equals("roots") ? File.pathSeparator : ",";
      return value.replaceAll("^\\[|]$", "").replace(", ", separator);
    }

    String inFile(String value) {
      var written = value.equals("[*]") ? "['*']" : value;
      return key.replace(".", ": {") + ": " + written + "}".repeat(key.split("\\.", -1).length - 1);
    }
  }

  static List<Sample> samples() {
    return SettingSamples.ALL;
  }

  @Test
  void every_key_of_one_value_has_a_sample() {
    var leaves = Leaf.of(Layout.of(Read.KNOWN, folder, Map.of()).shape());

    assertThat(SettingSamples.ALL)
        .extracting(Sample::key)
        .isEqualTo(leaves.stream().map(Leaf::path).toList());
    assertThat(SettingSamples.ALL)
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
        SettingSamples.ALL.stream()
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
                    Duration.ofHours(1),
                    true,
                    REMOTE),
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
                    32),
                new AuditRules(Duration.ofDays(30), true, Path.of("/var/log/audit.jsonl")),
                new Watching(
                    new Watching.Traces(
                        URI.create("http://otel.example/v1/traces"), "MY_HEADERS", 0.25, "house"),
                    Watching.LogFormat.JSON)));
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
