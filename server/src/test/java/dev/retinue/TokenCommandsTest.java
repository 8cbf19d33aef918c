package dev.retinue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Caller;
import dev.retinue.core.Commission;
import dev.retinue.core.RunId;
import dev.retinue.core.staff.StartRequest;
import dev.retinue.store.files.DataDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TokenCommandsTest {
  @TempDir Path temporary;
  private Path data = Path.of("");

  @BeforeEach
  void choose() {
    data = temporary.resolve("data");
  }

  @Test
  void a_token_stands_alone_on_standard_output_and_is_not_shown_again() {
    var answer = token("create", "ci");
    assertThat(answer.ok()).matches("rtn_[0-9A-Za-z_-]{43}\n");
    assertThat(answer.err())
        .isEqualTo("The token of 'ci', with the scope 'run'. Keep it: it is not shown again.\n");
    assertThat(token("list").ok() + token("list", "--json").ok())
        .doesNotContain(answer.out().strip())
        .doesNotContain(hash(answer.out().strip()));
  }

  @Test
  void a_token_counts_at_once_for_a_daemon_that_runs_and_ends_at_once() {
    try (var daemon = TestHousehold.in(data)) {
      var callers = daemon.household().callers();
      var made = token("create", "anna", "--scope", "read", "--json").json();
      var token = made.path("token").asString();

      assertThat(callers.authenticate(token))
          .contains(new Caller("anna", "anna", Caller.Scope.READ, null));
      assertThat(token("revoke", "anna").ok()).isEqualTo("The token of 'anna' is revoked.\n");
      assertThat(callers.authenticate(token)).isEmpty();
    }
  }

  @Test
  void a_token_that_was_made_without_a_daemon_is_known_to_the_next() {
    var token = token("create", "anna").ok().strip();
    try (var daemon = TestHousehold.in(data)) {
      assertThat(daemon.household().callers().authenticate(token)).isPresent();
    }
  }

  @Test
  void the_list_shows_the_owner_and_those_who_were_revoked() {
    TestHousehold.in(data).close();
    token("create", "anna", "--scope", "admin").ok();
    token("create", "bert").ok();
    assertThat(token("revoke", "bert", "--json").json().path("revoked").asBoolean()).isTrue();

    var lines = token("list").ok().lines().toList();
    assertThat(lines).hasSize(4);
    assertThat(lines.get(0)).matches("NAME +SCOPE +STATE +CREATED +ENDS +LIMITS");
    assertThat(lines.get(1)).matches("owner +admin +active +\\S+Z +- +-");
    assertThat(lines.get(2)).matches("anna +admin +active +\\S+Z +- +-");
    assertThat(lines.get(3)).matches("bert +run +revoked +\\S+Z +\\S+Z +-");

    var json = token("list", "--json").json().path("tokens");
    assertThat(json).hasSize(3);
    assertThat(json.get(1).path("name").asString()).isEqualTo("anna");
    assertThat(json.get(1).path("scope").asString()).isEqualTo("admin");
    assertThat(json.get(1).path("created_at").asString()).endsWith("Z");
    assertThat(json.get(1).path("revoked_at").isNull()).isTrue();
    assertThat(json.get(2).path("revoked_at").asString()).endsWith("Z");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "2 | create Anna | The name of a token has at most 64 lower-case letters",
        "2 | create anna --scope reed | The scope is one of read, watch, run, admin, not 'reed'. Did you mean 'read'?",
        "2 | create anna --toolset session | There is no toolset 'session', only lifecycle, spawner, sessions, fleet, relay and compat. Did you mean 'sessions'?",
        "2 | create anna --expires soon | 'soon' is no time; write it like 30d",
        "2 | create anna --rate 0 | rate of a token is a number from 1 to 1000000, not 0.",
        "2 | create anna --per-day -1 | budget_per_day_usd of a token must be 0 or more.",
        "2 | change taken --clear agent | 'agent' cannot be cleared",
        "1 | change nobody --rate 5 | There is no token 'nobody'; 'retinue token list' shows",
        "1 | rotate owner | The owner's token cannot be rotated",
        "1 | show nobody | There is no token 'nobody'; 'retinue token list' shows",
        "2 | create | Missing required parameter: '<name>'.",
        "1 | create owner | The name 'owner' is that of the token in the data directory",
        "1 | revoke owner | The owner's token cannot be revoked",
        "1 | revoke nobody | There is no token 'nobody'; 'retinue token list' shows",
        "1 | create taken | There is a token 'taken' already; revoke it first",
        "2 | creat x | there is no command 'creat'. Did you mean 'create'? See: retinue token --help",
      })
  void what_cannot_be_is_refused_with_a_sentence(int exitCode, String words, String sentence) {
    token("create", "taken").ok();
    var answer = token((Object[]) words.split(" ", -1));
    assertThat(answer.exitCode()).as(answer.toString()).isEqualTo(exitCode);
    assertThat(answer.out()).isEmpty();
    assertThat(answer.err()).startsWith("retinue: " + sentence);
  }

  @Test
  void what_a_token_allows_is_shown_and_changed_while_the_daemon_runs() {
    try (var daemon = TestHousehold.in(data)) {
      var callers = daemon.household().callers();
      var made =
          token(
                  "create",
                  "ci",
                  "--scope",
                  "read",
                  "--toolset",
                  "sessions,relay",
                  "--rate",
                  "7",
                  "--concurrency",
                  "2",
                  "--per-day",
                  "1.5",
                  "--expires",
                  "30d",
                  "--json")
              .json();
      assertThat(made.path("toolsets").toString()).isEqualTo("[\"sessions\",\"relay\"]");
      assertThat(made.path("budget_per_day_usd").decimalValue()).isEqualByComparingTo("1.5");
      assertThat(callers.of("ci").rate()).isEqualTo(7);

      assertThat(token("change", "ci", "--per-month", "20", "--clear", "rate,per-day").ok())
          .containsPattern("rate +as usual")
          .containsPattern("per day +any")
          .containsPattern("per month +20 USD")
          .containsPattern("concurrency +2 trees");
      assertThat(callers.of("ci").rate()).isNull();
      assertThat(callers.of("ci").concurrency()).isEqualTo(2);
      assertThat(token("show", "ci", "--json").json().path("state").asString()).isEqualTo("active");
      assertThat(token("list").ok()).contains("sessions+relay, 2 at once, 20 USD a month");
    }
  }

  @Test
  void a_rotated_token_is_another_and_the_old_one_is_dead_when_the_command_ends() {
    try (var daemon = TestHousehold.in(data)) {
      var callers = daemon.household().callers();
      var old = token("create", "ci").ok().strip();
      assertThat(callers.authenticate(old)).isPresent();

      var fresh = token("rotate", "ci").ok().strip();
      assertThat(callers.authenticate(old)).isEmpty();
      assertThat(callers.authenticate(fresh)).isPresent();

      var next = token("rotate", "ci", "--grace", "1h").ok().strip();
      assertThat(callers.authenticate(fresh)).isPresent();
      assertThat(callers.authenticate(next)).isPresent();
      assertThat(token("list").ok()).containsPattern("ci +run +ending");
    }
  }

  @Test
  void an_agent_that_is_not_there_is_doubted() {
    var answer = token("create", "ci", "--agent", "claud", "--root", temporary.resolve("none"));
    assertThat(answer.ok()).startsWith("rtn_");
    assertThat(answer.err())
        .contains("There is no agent 'claud' on the staff now")
        .contains("There is no folder '");
  }

  @Test
  void a_name_can_be_given_again_and_the_old_token_stays_dead() {
    var old = token("create", "anna").ok().strip();
    token("revoke", "anna").ok();
    var fresh = token("create", "anna").ok().strip();
    try (var daemon = TestHousehold.in(data)) {
      assertThat(daemon.household().callers().authenticate(old)).isEmpty();
      assertThat(daemon.household().callers().authenticate(fresh)).isPresent();
    }
  }

  @Test
  void token_alone_says_what_there_is() {
    assertThat(Answer.to("token").ok()).startsWith("Usage: retinue token").contains("revoke");
    assertThat(Answer.to("token", "create", "--help").ok())
        .startsWith("Usage: retinue token create");
  }

  @Test
  void the_data_directory_is_made_private_where_it_is_missing() throws IOException {
    token("create", "anna").ok();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data)))
        .isEqualTo("rwx------");
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(data.resolve("retinue.db"))))
        .isEqualTo("rw-------");
    assertThat(data.resolve("daemon.json")).doesNotExist();
  }

  @Test
  void a_directory_that_somebody_else_is_setting_up_is_left_to_him() {
    try (var _ = DataDirectory.open(data, "1.2.3", InstantSource.system())) {
      var answer = token("list");
      assertThat(answer.exitCode()).isOne();
      assertThat(answer.err()).contains("is being set up").contains("try again");
      assertThat(data.resolve("retinue.db")).doesNotExist();
    }
  }

  @Test
  void a_daemon_that_writes_all_the_time_does_not_keep_a_token_from_being_made() {
    var over = new AtomicBoolean();
    try (var daemon = TestHousehold.in(data);
        var crowd = Executors.newVirtualThreadPerTaskExecutor()) {
      var ready = ready(daemon);
      for (int i = 0; i < 32; i++) {
        crowd.execute(
            () -> {
              while (!over.get()) {
                daemon.household().staff().define(Caller.owner(), ready, "hang");
              }
            });
      }
      try {
        for (int i = 0; i < 5; i++) {
          token("create", "t" + i).ok();
          token("revoke", "t" + i).ok();
        }
      } finally {
        over.set(true);
      }
    }
  }

  private static RunId ready(TestHousehold daemon) {
    return daemon
        .household()
        .staff()
        .start(
            Caller.owner(),
            new StartRequest(
                "player", null, StartRequest.Manner.PLAIN, Commission.Terms.NONE, null))
        .id();
  }

  private Answer token(Object... words) {
    var all = new ArrayList<Object>();
    all.add("token");
    all.addAll(List.of(words));
    all.add("--data");
    all.add(data);
    return Answer.to(all.toArray());
  }

  private static String hash(String token) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(token.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
