package dev.retinue.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.CallTask;
import dev.retinue.core.Dossier;
import dev.retinue.core.Money;
import dev.retinue.core.Recorded;
import dev.retinue.core.Run;
import dev.retinue.core.Spend;
import dev.retinue.core.StartKey;
import dev.retinue.core.Usage;
import dev.retinue.core.audit.ChainCheck;
import dev.retinue.core.port.Memories;
import dev.retinue.core.port.RunStore.RunQuery;
import dev.retinue.core.port.RunStore.SessionQuery;
import dev.retinue.store.sqlite.SqlScript;
import dev.retinue.store.sqlite.SqliteDatabase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What any former version wrote is read for ever. A new step of the schema needs its
/// `former/schema-v<n>.sql`, which `Populated` writes.
final class FormerSchemasTest {
  /// What the first version had; there can only be more.
  private static final int STATES = 7;

  private static final int KINDS_OF_EVENTS = 22;

  @TempDir private Path folder;

  static IntStream versions() {
    return IntStream.rangeClosed(1, SqlRunStore.migrations().latest());
  }

  @ParameterizedTest
  @MethodSource("versions")
  void everything_in_a_database_of_a_former_version_can_be_read(int version) throws Exception {
    var file = folder.resolve("retinue.db");
    var library = folder.resolve("native");
    SqlScript.make(file, library, script(version));
    try (var database =
        SqliteDatabase.open(
            file,
            library,
            SqlRunStore.migrations(),
            () -> {
              throw new AssertionError("the disk is fine");
            })) {
      var store = new SqlRunStore(database);
      assertRuns(store);
      assertThat(store.removed(10)).hasSize(version < 2 ? 0 : 1);
      assertThat(store.earlier(new StartKey("anna", "agent_start", "k 1", "digest"))).isPresent();
      assertSessions(store);
      assertThat(store.goingBy("session-2"))
          .map(it -> it.id())
          .contains(version < 5 ? "session-2" : "session-1");
      assertThat(store.earlierSession(new StartKey("anna", "create_session", "k 3", "digest")))
          .map(it -> it.session())
          .isEqualTo(version < 5 ? Optional.empty() : Optional.of("session-1"));
      assertTasks(new SqlCallTasks(database));
      assertCredentials(new SqlCredentials(database), version);
      assertSpend(store, new SqlSpendBook(database));
      assertThat(new SqlMemories(database).all(new Memories.Shelf("anna", "writer")))
          .hasSize(version < 3 ? 0 : 1);
      assertThat(database.read(AuditTrail::check))
          .matches(ChainCheck.Report::sound)
          .extracting(ChainCheck.Report::count)
          .isEqualTo(version < 8 ? 0L : 1L);
    }
  }

  private static void assertRuns(SqlRunStore store) {
    var runs = store.list(new RunQuery(null, List.of(), null, null, null, 1000)).runs();
    assertThat(runs.stream().map(run -> run.state().getClass()).distinct())
        .hasSizeGreaterThanOrEqualTo(STATES);
    var events = store.feed(0, null, 10_000).events();
    assertThat(events.stream().map(it -> it.event().getClass()).distinct())
        .hasSizeGreaterThanOrEqualTo(KINDS_OF_EVENTS);
    for (var run : runs) {
      assertThat(replayed(store, run)).isEqualTo(run);
      assertThat(store.prompt(run.id())).contains("Do it; don't wait.");
      assertThat(store.definition(run.commission().agent().digest())).isPresent();
      var account = store.account(run.id()).orElseThrow();
      assertThat(account.spent()).isEqualTo(run.dossier().usage());
      assertThat(account.reserved()).isEqualTo(run.tenure().reserved());
    }
    assertThat(store.open()).hasSizeGreaterThan(3);
  }

  private static Run replayed(SqlRunStore store, Run run) {
    var events = store.events(run.id(), 0, 1000).stream().map(Recorded::event).toList();
    var replayed =
        Run.create(run.id(), run.commission())
            .apply(events)
            .activeFor(run.tenure().active())
            .reserving(run.tenure().reserved());
    return new Run(
        run.id(),
        run.commission(),
        replayed.state(),
        replayed.tenure(),
        withVerdictsOf(run.dossier(), replayed.dossier()),
        replayed.sequence());
  }

  /// The first rows had no verdicts in them, only the events.
  private static Dossier withVerdictsOf(Dossier row, Dossier replayed) {
    return new Dossier(
        replayed.usage(),
        replayed.facts(),
        replayed.recentOutput(),
        replayed.payload(),
        replayed.output(),
        replayed.late(),
        row.verdicts());
  }

  private static void assertCredentials(SqlCredentials credentials, int version) {
    var now = Instant.parse("2026-11-15T12:00:01Z");
    assertThat(credentials.findByHash("ab").orElseThrow().counts(now)).isTrue();
    assertThat(credentials.findByHash("cd").orElseThrow().counts(now)).isFalse();
    assertThat(credentials.findByName("carl").map(it -> it.terms().grant().agents()))
        .isEqualTo(version < 7 ? Optional.empty() : Optional.of(List.of("writer")));
  }

  /// Also what was spent before there was a book.
  private static void assertSpend(SqlRunStore store, SqlSpendBook book) {
    var day = LocalDate.parse("2026-11-15");
    var sum =
        book.lines(day, day, "anna").stream()
            .map(Spend::sum)
            .reduce(Spend.Sum.NONE, Spend.Sum::plus);
    var runs = store.list(new RunQuery(null, List.of(), null, null, null, 1000)).runs();
    var spent = runs.stream().map(run -> run.dossier().usage()).reduce(Usage.NONE, Usage::plus);
    assertThat(sum.cost()).isGreaterThan(Money.ZERO).isGreaterThanOrEqualTo(spent.cost());
    assertThat(sum.invented()).isEqualTo(sum.cost());
    assertThat(sum.unpricedTokens()).isEqualTo(sum.inputTokens() + sum.outputTokens());
    assertThat(sum.runs()).isGreaterThanOrEqualTo(runs.size());
    assertThat(store.<Money>change(records -> records.spent("anna", day, day)))
        .isEqualTo(sum.cost());
  }

  private static void assertSessions(SqlRunStore store) {
    assertThat(store.sessions(new SessionQuery("anna", true, null, 10)).sessions()).hasSize(2);
    assertThat(store.sessions(new SessionQuery("anna", false, null, 10)).sessions()).hasSize(1);
  }

  private static void assertTasks(SqlCallTasks tasks) {
    for (var status : CallTask.Status.values()) {
      assertThat(tasks.find("task-" + status.word()).orElseThrow().status()).isEqualTo(status);
    }
    assertThat(tasks.open()).hasSize(2);
  }

  private static String script(int version) throws IOException {
    var name = "former/schema-v%d.sql".formatted(version);
    try (var resource = FormerSchemasTest.class.getResourceAsStream(name)) {
      assertThat(resource).as("%s, which Populated writes", name).isNotNull();
      return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
