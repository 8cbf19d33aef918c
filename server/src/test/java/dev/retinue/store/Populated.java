package dev.retinue.store;

import dev.retinue.core.Account;
import dev.retinue.core.Agent;
import dev.retinue.core.Blob;
import dev.retinue.core.Budget;
import dev.retinue.core.CallTask;
import dev.retinue.core.Caller;
import dev.retinue.core.Commission;
import dev.retinue.core.Credential;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.FailureReason;
import dev.retinue.core.Grant;
import dev.retinue.core.Lineage;
import dev.retinue.core.Money;
import dev.retinue.core.Need;
import dev.retinue.core.Origin;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.Session;
import dev.retinue.core.Spend;
import dev.retinue.core.StartKey;
import dev.retinue.core.State;
import dev.retinue.core.Usage;
import dev.retinue.core.audit.Action;
import dev.retinue.core.audit.AuditEntry;
import dev.retinue.core.audit.Deed;
import dev.retinue.core.audit.Subject;
import dev.retinue.core.port.Memories;
import dev.retinue.store.sqlite.SqlScript;
import dev.retinue.store.sqlite.SqliteDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// Writes down a database of the present version that has everything in it, for all versions to
/// come: `Populated <file>`. Run it once when a step of the schema is added, and never again.
public final class Populated {
  private static final Instant NOON = Instant.parse("2026-11-15T12:00:00.123456Z");
  private static final LocalDate DAY = LocalDate.parse("2026-11-15");
  private static final Agent AGENT =
      new Agent(
          "writer",
          "Writes",
          new Agent.Means("scripted", "a-model"),
          "It's \"quoted\"; ünd – so on.\n",
          List.of("think"),
          new Agent.Limits(new Budget(Money.usd("2.5"), 9L, 8L, 7L, 6L), true));
  private static final Budget BUDGET = new Budget(Money.usd("1.5"), 1000L, 10L, 60L, 5L);
  private static final Usage USAGE = new Usage(Money.usd("0.25"), true, 10, 20, 5, 1);

  private final SqlRunStore store;
  private final Random random = new Random(1);

  private Populated(SqlRunStore store) {
    this.store = store;
  }

  public static void main(String[] args) throws Exception {
    var folder = Files.createTempDirectory("populated");
    var file = folder.resolve("retinue.db");
    var library = folder.resolve("native");
    Runnable onFatal =
        () -> {
          throw new IllegalStateException("the disk is fine");
        };
    try (var database = SqliteDatabase.open(file, library, SqlRunStore.migrations(), onFatal)) {
      var store = new SqlRunStore(database);
      new Populated(store).fill();
      requireEverything(store);
      fillRest(database);
    }
    Files.writeString(Path.of(args[0]), SqlScript.of(file, library));
  }

  /// A kind of event that is not here would not be looked for in later versions.
  private static void requireEverything(SqlRunStore store) {
    var kinds = store.feed(0, null, 1000).events().stream().map(it -> it.event().getClass());
    long missing = RunEvent.class.getPermittedSubclasses().length - kinds.distinct().count();
    if (missing != 0) {
      throw new IllegalStateException("%d kinds of events are not in it".formatted(missing));
    }
  }

  private void fill() {
    var root = keep(null, List.of(), List.of(created(), new RunEvent.Queued(NOON)));
    var above = List.of(new Lineage.Link(root.id(), "writer", true));
    keep(null, List.of(), List.of(created()));
    keep("session-1", above, working());
    keep(null, above, waiting());
    keep(null, above, completed());
    keep(null, above, failed());
    keep("session-1", above, stopped());
    var removed = keep(null, List.of(), completed());
    store.change(
        records -> {
          records.keep(AGENT);
          records.markRemoved(removed.id());
          records.remember(
              new StartKey("anna", "agent_start", "k 2", "digest"), removed.id(), NOON);
          records.remember(new StartKey("anna", "agent_start", "k 1", "digest"), root.id(), NOON);
          var times = new Session.Times(NOON, NOON.plusSeconds(1), null);
          var talk = new Session("session-1", "anna", "writer", "Chat", times, root.id());
          records.save(talk.leaving(List.of(removed.id())));
          var closed = new Session.Times(NOON, NOON.plusSeconds(1), NOON.plusSeconds(2));
          records.save(new Session("session-2", "anna", "writer", null, closed, null));
          records.noteOrigin("session-2", "session-1");
          records.noteSuccessor("session-2", "session-1");
          records.remember(
              new StartKey("anna", "create_session", "k 3", "digest"), "session-1", NOON);
          return root;
        });
  }

  private Run keep(@Nullable String session, List<Lineage.Link> above, List<RunEvent> events) {
    var id = RunId.random(RunId.Prefix.SPAWN, random);
    var commission =
        new Commission(
            "anna",
            new Commission.AgentRef("writer", AGENT.digest(), "scripted", "a-model"),
            new Lineage(above),
            new Commission.Terms(BUDGET, false, "/somewhere", session),
            Map.of("restart_of", "another"),
            NOON);
    var run =
        Run.create(id, commission)
            .apply(events)
            .activeFor(Duration.ofMillis(1234))
            .reserving(USAGE);
    store.change(
        records -> {
          records.insert(run, "Do it; don't wait.", events);
          records.save(run, List.of());
          records.save(Account.open(id, BUDGET).charge(run.dossier().usage()).reserve(USAGE));
          records.note(Spend.started(run, DAY));
          records.note(Spend.of(run, run.dossier().usage(), DAY));
          records.promise("anna", USAGE.cost());
          return run;
        });
    return run;
  }

  private static RunEvent created() {
    return new RunEvent.Created(NOON, "writer");
  }

  private static List<RunEvent> begun(RunEvent... more) {
    var events = new ArrayList<RunEvent>();
    events.add(created());
    events.add(new RunEvent.Queued(NOON));
    events.add(new RunEvent.Started(NOON));
    events.addAll(List.of(more));
    return events;
  }

  private static List<RunEvent> working() {
    return begun(
        new RunEvent.Said(NOON, "hello"),
        new RunEvent.Thought(NOON, "hm"),
        new RunEvent.ToolCalled(NOON, "call-1", "grep", "{\"a\":1}"),
        new RunEvent.ToolAnswered(NOON, "call-1", "nothing", true),
        new RunEvent.Noted(NOON, "cut off"),
        new RunEvent.Steered(NOON, "mind the gap"),
        new RunEvent.Told(NOON, "go on"),
        new RunEvent.Condensed(NOON, "so far"),
        new RunEvent.AgentSwitching(NOON, "writer", "editor", AGENT.digest()),
        new RunEvent.ModelFallback(NOON, "a/model", "b/model", "busy"),
        new RunEvent.Learned(NOON, Map.of("model", "a-model-1")),
        new RunEvent.Spent(NOON, USAGE),
        new RunEvent.Delivered(NOON, new Blob("aa/sp_x/payload-1.gz", 100, 50, 2)),
        new RunEvent.Printed(NOON, new Blob("aa/sp_x/output-1.gz", 100, 50, 1)),
        new RunEvent.Checked(NOON, "tests", false, "2 of 3"));
  }

  private static List<RunEvent> waiting() {
    return begun(new RunEvent.Asked(NOON, new Need("n1", Need.Kind.PERMISSION, "May I?", "{}")));
  }

  private static List<RunEvent> completed() {
    return begun(
        new RunEvent.Asked(NOON, new Need("n1", Need.Kind.BUDGET, "More?", null)),
        new RunEvent.BudgetRaised(NOON, BUDGET),
        new RunEvent.Answered(NOON, "n1", "raised"),
        new RunEvent.Completed(NOON, "done", State.Evidence.VERIFIED),
        new RunEvent.Released(NOON));
  }

  private static List<RunEvent> failed() {
    return begun(
        new RunEvent.Requeued(NOON, "restarted"),
        new RunEvent.Failed(NOON, FailureReason.INTERRUPTED, "restarted again"));
  }

  private static List<RunEvent> stopped() {
    return begun(
        new RunEvent.Stopped(NOON, "enough"),
        new RunEvent.Released(NOON),
        new RunEvent.ResultCameLate(NOON, "after all", null));
  }

  private static void fillRest(SqliteDatabase database) {
    var call = new CallTask.Call("spawn_claude", "digest", "{\"a\":1}", "{\"b\":2}", List.of());
    var span = new CallTask.Span(NOON, NOON, Duration.ofHours(1));
    var tasks = new SqlCallTasks(database);
    for (var status : CallTask.Status.values()) {
      tasks.insert(
          new CallTask("task-" + status.word(), "anna", call, status, span, "{}", "{}"), 100);
    }
    var credentials = new SqlCredentials(database);
    credentials.insert(new Credential("anna", "anna", Caller.Scope.RUN, "ab", NOON, null));
    credentials.insert(new Credential("bert", "bert", Caller.Scope.READ, "cd", NOON, null));
    credentials.revoke("bert", NOON);
    var grant =
        new Grant(
            List.of("sessions"),
            List.of("writer"),
            List.of("/somewhere"),
            5,
            2,
            Money.usd("1.5"),
            Money.usd("20"));
    var terms = new Credential.Terms(Caller.Scope.RUN, grant, NOON.plusSeconds(60));
    credentials.insert(new Credential("carl", "carl", terms, "ef", NOON, null));
    new SqlAudit(database)
        .append(
            new Deed(
                    Caller.owner()
                        .by(new Origin(Origin.Surface.MCP, "::1", "a client", "a_tool", "t1")),
                    Action.RUN_START,
                    new Subject("run", "sp_x", "session-1", "writer"),
                    NOON)
                .ended(AuditEntry.Result.of(ErrorCode.CONFLICT))
                .with("fact", "It's \"so\""));
    new SqlMemories(database)
        .add(
            new Memories.Shelf("anna", "writer"),
            new Memories.Note("mem_1", NOON, "fact", "It's \"so\"; ünd – so on."));
  }
}
