package dev.retinue.watch;

import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.port.Observer;
import dev.retinue.core.trace.Concern;
import dev.retinue.core.trace.Tracer;
import dev.retinue.mcp.CallObserver;
import dev.retinue.mcp.Caller;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// From where everything is seen: counts what happens, and tells it to whoever asks.
public final class Watchtower implements Observer, AutoCloseable {
  /// What HTTP says of the text.
  public static final String TEXT_TYPE = Exposition.TYPE;

  private static final int MOST_AGENTS = 200;
  private static final int MOST_LIMITS = 50;

  private final String version;
  private final LongSupplier nanoTime;
  private final long begun;
  private final ToolCalls calls;
  private final RunNumbers runs;
  private final Tracer tracer;
  private final RunSpans runSpans;
  private final EventLog log = new EventLog();
  private final Recent recentCommits;
  private final Names limits = new Names(MOST_LIMITS);
  private volatile Supplier<Set<String>> staff = Set::of;
  private volatile @Nullable Sights sights;
  private volatile boolean keeps = true;

  private final WebRequests requests = new WebRequests();
  private final Histogram commits =
      Histogram.ofSeconds("retinue_store_commit_seconds", "How long commits of the store took.");
  private final Histogram batches =
      Histogram.ofNumbers(
          List.of(1L, 2L, 4L, 8L, 16L, 32L, 64L, 128L, 256L, 512L),
          "retinue_store_batch_changes",
          "How many changes were made durable by one commit.");
  private final Counter failures =
      new Counter("retinue_store_failures_total", "Changes that the store could not keep.");
  private final Counter processes =
      new Counter(
          "retinue_processes_total",
          "Programs of runs: spawned, exited, killed, reaped, stalled.",
          "fate");
  private final Counter refusals =
      new Counter("retinue_refusals_total", "Refusals by limits.", "limit");
  private final Counter audited =
      new Counter("retinue_audit_entries_total", "Entries of the audit trail.");
  private final Counter spans =
      new Counter(
          "retinue_trace_spans_total",
          "Spans for a collector: exported, failed, dropped for lack of room.",
          "outcome");
  private final List<Family> families;

  /// One that keeps no spans.
  public Watchtower(String version, LongSupplier nanoTime) {
    this(version, nanoTime, _ -> Tracer.OFF);
  }

  /// @param tracing makes what keeps spans, and counts what becomes of them
  public Watchtower(
      String version, LongSupplier nanoTime, Function<ObjLongConsumer<String>, Tracer> tracing) {
    this.tracer = tracing.apply((outcome, many) -> spans.add(many, outcome));
    this.runSpans = new RunSpans(tracer);
    this.version = version;
    this.nanoTime = nanoTime;
    this.begun = nanoTime.getAsLong();
    this.calls = new ToolCalls(nanoTime, this::refused);
    this.runs = new RunNumbers(nanoTime, new Names(MOST_AGENTS, () -> staff.get()));
    this.recentCommits = new Recent(begun);
    for (var fate : Fate.values()) {
      processes.add(0, word(fate));
    }
    this.families = families();
  }

  /// From now on these agents are called by their names, and all others *other*.
  public void staffed(Supplier<Set<String>> names) {
    staff = new Remembered(names, nanoTime);
  }

  /// From now on what becomes of runs and calls is in the log, or not any more.
  public void tellLog(boolean really) {
    log.turn(really);
  }

  /// From now on this can be seen.
  public void look(Sights other) {
    sights = other;
  }

  /// Counts the calls of tools, and gives them their place in a trace.
  ///
  /// @param concern who a caller is, and which run, if it is one
  public CallObserver calls(Function<Caller, Concern> concern) {
    var told = new ToldCalls(calls, log, nanoTime, concern);
    return new TracedCalls(told, tracer, runSpans, concern);
  }

  @Override
  public Tracer tracer() {
    return tracer;
  }

  @Override
  public void found(Collection<Run> open) {
    runs.found(open);
    open.forEach(runSpans::note);
  }

  @Override
  public void happened(Run run, List<RunEvent> events) {
    runs.happened(run, events);
    runSpans.note(run);
    if (log.isOn()) {
      events.forEach(event -> log.happened(run, event));
    }
  }

  @Override
  public void committed(int changes, long nanos) {
    keeps = true;
    commits.observe(nanos);
    batches.observe(changes);
    recentCommits.add(nanoTime.getAsLong(), nanos);
  }

  @Override
  public void notCommitted(int changes) {
    keeps = false;
    failures.add(changes);
  }

  /// Whether the store could keep what it was last given.
  public boolean storeKeeps() {
    return keeps;
  }

  @Override
  public void processes(Fate fate, int many) {
    processes.add(many, word(fate));
  }

  private static String word(Fate fate) {
    return fate.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public void refused(String limit) {
    refusals.add(1, limits.of(limit));
  }

  @Override
  public void audited() {
    audited.add(1);
  }

  /// A request over HTTP was answered.
  ///
  /// @param route where it went, as a template; empty if nowhere
  public void answered(String route, String method, int code, long nanos) {
    requests.answered(route, method, code, nanos);
  }

  /// Everything, as Prometheus reads it.
  public String text() {
    var out = new Exposition();
    families.forEach(out::write);
    return out.toString();
  }

  /// What there is, for its documentation.
  ///
  /// @param labels their names
  public record Described(String name, String type, List<String> labels, String help) {}

  public List<Described> described() {
    return families.stream()
        .map(it -> new Described(it.name(), it.type().word(), it.labels(), it.help()))
        .toList();
  }

  private List<Family> families() {
    var all = new ArrayList<Family>();
    all.add(
        new Gauge(
            Family.Type.GAUGE,
            "retinue_info",
            "Which Retinue this is; always 1.",
            () -> Map.of(List.of(version), 1.0),
            "version"));
    all.addAll(calls.families());
    all.addAll(requests.families());
    all.addAll(runs.families());
    all.add(seen("retinue_queue_length", "Runs in line.", it -> it.load().get().waiting()));
    all.add(
        new Gauge(
            "retinue_queue_oldest_seconds",
            "For how long the one has waited that waits longest.",
            () -> runs.open().oldestSeconds()));
    all.add(seen("retinue_slots", "Trees of runs that may work.", it -> it.load().get().slots()));
    all.add(seen("retinue_slots_used", "Trees of runs at work.", it -> it.load().get().trees()));
    all.add(
        seen(
            "retinue_runs_busy",
            "Runs at work, without those that wait for one below them.",
            it -> it.load().get().busy()));
    all.add(
        seen(
            "retinue_runs_busy_max",
            "Runs that may be at work.",
            it -> it.load().get().mostBusy()));
    all.addAll(List.of(commits, batches, failures));
    all.add(
        seen(
            "retinue_store_bytes",
            "The database on the disk, with its log.",
            it -> it.storeBytes().getAsLong()));
    all.addAll(List.of(processes, refusals, audited, spans));
    all.add(seen("retinue_sessions", "Conversations at hand.", it -> it.sessions().get().open()));
    all.add(
        seen(
            "retinue_sessions_busy",
            "Conversations in which somebody speaks.",
            it -> it.sessions().get().busy()));
    all.add(
        seen("retinue_connections", "HTTP connections.", it -> it.ways().connections().getAsInt()));
    all.add(
        seen("retinue_streams", "Open streams of events.", it -> it.ways().streams().getAsInt()));
    all.add(seen("retinue_sockets", "Open WebSockets.", it -> it.ways().sockets().getAsInt()));
    all.add(
        seen(
            "retinue_mcp_sessions",
            "Sessions of MCP clients over HTTP.",
            it -> it.ways().clients().getAsInt()));
    all.add(
        seen(
            "retinue_fronts", "Clients on standard streams.", it -> it.ways().fronts().getAsInt()));
    all.addAll(Machine.families());
    return List.copyOf(all);
  }

  private Gauge seen(String name, String help, ToDoubleFunction<Sights> look) {
    return new Gauge(
        name,
        help,
        () -> {
          var now = sights;
          return now == null ? Double.NaN : look.applyAsDouble(now);
        });
  }

  /// For how long it has been there.
  public Duration uptime() {
    return Duration.ofNanos(nanoTime.getAsLong() - begun);
  }

  /// How the house is now.
  public Vitals vitals() {
    long now = nanoTime.getAsLong();
    var called = calls.summary();
    var stored = recentCommits.summary(now);
    var seen = sights;
    var load = seen == null ? null : seen.load().get();
    return new Vitals(
        uptime().toSeconds(),
        version,
        called.perSecond(),
        runs.eventsPerSecond(),
        called.p50(),
        called.p99(),
        calls.vitals(),
        runs.open().byState(),
        load == null ? new Vitals.Slots(0, 0) : new Vitals.Slots(load.trees(), load.slots()),
        new Vitals.Queue(load == null ? 0 : load.waiting(), runs.open().oldestSeconds()),
        new Vitals.Store(
            stored.p50(),
            stored.p99(),
            stored.perSecond(),
            seen == null ? 0 : seen.storeBytes().getAsLong()),
        seen == null ? 0 : seen.ways().streams().getAsInt(),
        seen == null ? 0 : seen.ways().sockets().getAsInt(),
        seen == null ? 0 : seen.sessions().get().open(),
        seen == null ? Map.of() : seen.ways().frontVersions().get(),
        Machine.vitals());
  }

  /// Sends the spans that wait, if that is quick.
  @Override
  public void close() {
    tracer.close();
  }
}
