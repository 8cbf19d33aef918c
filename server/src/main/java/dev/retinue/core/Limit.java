package dev.retinue.core;

import dev.retinue.core.LimitHit.Whose;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// Every limit that somebody can meet, once. Whoever refuses because of a limit names one of these;
/// `GET /api/limits` and `docs/limits.md` list them.
public enum Limit {
  SLOTS("limits.slots", Whose.Kind.HOUSE, "Trees of runs at work at once; others wait in line."),
  RUNS_AT_WORK(
      "limits.runs-at-work",
      Whose.Kind.HOUSE,
      "Runs at work at once, those below others included; others wait in line."),
  RUNS_PER_CALLER(
      "limits.runs-per-caller",
      Whose.Kind.CALLER,
      "Trees of runs of one caller at work at once; others of its wait in line."),
  OPEN_RUNS("limits.open-runs-per-caller", Whose.Kind.CALLER, "Runs that have not ended."),
  DEPTH("limits.depth", Whose.Kind.RUN, "How many runs may stand below one another."),
  DESCENDANTS("limits.descendants", Whose.Kind.RUN, "Runs started below one root."),
  REQUESTS("limits.requests-per-second", Whose.Kind.CALLER, "Requests a second, in the long run."),
  REQUESTS_BURST(
      "limits.requests-burst", Whose.Kind.CALLER, "Requests at once, after a while of nothing."),
  STARTS("limits.starts-per-second", Whose.Kind.CALLER, "Starts a second, in the long run."),
  STARTS_BURST(
      "limits.starts-burst", Whose.Kind.CALLER, "Starts at once, after a while of nothing."),
  DISK_RESERVE(
      "limits.disk-reserve",
      Whose.Kind.HOUSE,
      "Bytes of the disk that stay free; else none begin."),
  MEMORY_RESERVE(
      "limits.memory-reserve",
      Whose.Kind.HOUSE,
      "Bytes of memory that stay free; else the programs of runs wait."),
  SESSIONS("sessions.max-sessions", Whose.Kind.HOUSE, "Sessions at hand at once."),
  SESSIONS_OF_CALLER(
      "sessions.max-per-caller", Whose.Kind.CALLER, "Sessions of one caller at hand at once."),
  SESSIONS_KEPT(
      "sessions.max-kept-per-caller",
      Whose.Kind.CALLER,
      "Sessions that are not closed, at hand or put away."),
  SESSION_QUEUE(
      "sessions.queue", Whose.Kind.SESSION, "Messages that wait while another is answered."),
  SESSION_MESSAGES("sessions.max-messages", Whose.Kind.SESSION, "Messages of one session."),
  SESSION_BYTES("sessions.max-bytes", Whose.Kind.SESSION, "Bytes said in one session."),
  BUDGET_COST("budget.max_cost_usd", Whose.Kind.RUN, "Dollars of a run and all below it."),
  BUDGET_TOKENS("budget.max_tokens", Whose.Kind.RUN, "Tokens of a run and all below it."),
  BUDGET_TURNS("budget.max_turns", Whose.Kind.RUN, "Turns of a run and all below it."),
  BUDGET_SECONDS("budget.max_seconds", Whose.Kind.RUN, "Seconds of a run and all below it."),
  BUDGET_RUNS("budget.max_runs", Whose.Kind.RUN, "Runs below a run."),
  TOKEN_DAY(
      "token.budget_per_day_usd", Whose.Kind.CALLER, "Dollars on one day (UTC) with a token."),
  TOKEN_MONTH(
      "token.budget_per_month_usd", Whose.Kind.CALLER, "Dollars in one month (UTC) with a token."),
  RECURSION(
      "agents.may-recurse",
      Whose.Kind.RUN,
      "How often an agent may be at work above itself, unless it may recurse."),
  FORKS("fixed.forks", Whose.Kind.SESSION, 100, "Forks of a fork, one of the other."),
  PAYLOAD("fixed.payload", Whose.Kind.RUN, 64L << 20, "Bytes kept of the result of a run."),
  TASKS("fixed.tasks", Whose.Kind.HOUSE, 40_000, "MCP tasks that have not ended."),
  TASKS_OF_CALLER(
      "fixed.tasks-per-caller", Whose.Kind.CALLER, 10_000, "MCP tasks that have not ended."),
  QUEUED_TASKS(
      "fixed.fleet-queue", Whose.Kind.AGENT, 20, "Tasks that wait for one agent of the fleet."),
  QUEUED_AGENTS(
      "fixed.fleet-queues", Whose.Kind.HOUSE, 500, "Agents of the fleet for whom tasks wait."),
  MEMORY("fixed.memory", Whose.Kind.CALL, 4_000, "Characters of one memory of an agent."),
  MEMORIES("fixed.memories", Whose.Kind.AGENT, 500, "Memories on one shelf of an agent."),
  MEMORIES_OF_CALLER(
      "fixed.memories-per-caller", Whose.Kind.CALLER, 5_000, "Memories of all agents of a caller."),
  TODOS("fixed.todos", Whose.Kind.RUN, 100, "Todos of one run."),
  TODO_LIST("fixed.todo-list", Whose.Kind.RUN, 40_000, "Characters of the todos of one run."),
  JOBS("fixed.jobs", Whose.Kind.RUN, 20, "Jobs of one run at work at once."),
  SCRIPT_TEXT("fixed.script-text", Whose.Kind.RUN, 1 << 20, "Characters of a text of a script."),
  OPEN_REQUESTS(
      "fixed.open-requests", Whose.Kind.HOUSE, 4_000, "Requests over HTTP that are not answered."),
  OPEN_REQUESTS_OF_CALLER(
      "fixed.open-requests-per-caller",
      Whose.Kind.CALLER,
      1_000,
      "Requests over HTTP that are not answered, streams included."),
  AT_WORK(
      "fixed.requests-at-work-per-core",
      Whose.Kind.CALLER,
      1,
      "Requests over HTTP worked on at once, while others ask too; more of its wait in turn."),
  CONNECTIONS(
      "fixed.connections", Whose.Kind.HOUSE, 5_000, "Connections over HTTP; others wait outside."),
  FAILED_SIGN_INS(
      "fixed.failed-sign-ins",
      Whose.Kind.CALLER,
      10,
      "Attempts to sign in with a browser that fail from one address; one more every 6 seconds."),
  STREAMS("fixed.streams", Whose.Kind.HOUSE, 2_000, "Streams of events over REST."),
  STREAMS_OF_CALLER(
      "fixed.streams-per-caller", Whose.Kind.CALLER, 500, "Streams of events over REST."),
  SOCKETS("fixed.sockets", Whose.Kind.HOUSE, 2_000, "WebSockets."),
  SOCKETS_OF_CALLER("fixed.sockets-per-caller", Whose.Kind.CALLER, 500, "WebSockets."),
  MCP_SESSIONS("fixed.mcp-sessions", Whose.Kind.HOUSE, 10_000, "Sessions of MCP clients."),
  MCP_SESSIONS_OF_CALLER(
      "fixed.mcp-sessions-per-caller", Whose.Kind.CALLER, 2_500, "Sessions of MCP clients."),
  MCP_SUBSCRIPTIONS(
      "fixed.mcp-subscriptions", Whose.Kind.HOUSE, 2_000, "Streams of subscriptions/listen."),
  MCP_SUBSCRIPTIONS_OF_CALLER(
      "fixed.mcp-subscriptions-per-caller",
      Whose.Kind.CALLER,
      500,
      "Streams of subscriptions/listen."),
  MCP_RESOURCES(
      "fixed.mcp-resources-per-connection",
      Whose.Kind.CONNECTION,
      1_000,
      "Resources that an MCP client of an older revision watches."),
  CONNECTION_REQUESTS(
      "fixed.requests-per-connection",
      Whose.Kind.CONNECTION,
      256,
      "Requests of a client on standard streams that are not answered."),
  FRONTS("fixed.fronts", Whose.Kind.HOUSE, 1_000, "Clients that started `retinue mcp`."),
  IMPORTS("fixed.imports", Whose.Kind.HOUSE, 4, "Imports under way at once."),
  IMPORTS_OF_CALLER("fixed.imports-per-caller", Whose.Kind.CALLER, 1, "Imports under way at once."),
  EXPORTS("fixed.exports", Whose.Kind.HOUSE, 4, "Exports under way at once."),
  EXPORTS_OF_CALLER("fixed.exports-per-caller", Whose.Kind.CALLER, 1, "Exports under way at once."),
  STORE_QUEUE("fixed.store-queue", Whose.Kind.HOUSE, 1024, "Changes that wait for the disk."),
  STORE_READERS("fixed.store-readers", Whose.Kind.HOUSE, 6, "Readers of the store at once.");

  private final String key;
  private final Whose.Kind whose;
  private final long fixed;
  private final String about;

  /// One that the operator sets.
  Limit(String key, Whose.Kind whose, String about) {
    this(key, whose, -1, about);
  }

  Limit(String key, Whose.Kind whose, long fixed, String about) {
    this.key = key;
    this.whose = whose;
    this.fixed = fixed;
    this.about = about;
  }

  /// Its name in the configuration or in a budget; `fixed.` and a word where nobody can set it.
  public String key() {
    return key;
  }

  /// Whom it bounds.
  public Whose.Kind whose() {
    return whose;
  }

  public boolean isFixed() {
    return key.startsWith("fixed.");
  }

  public String about() {
    return about;
  }

  /// How much it allows, where nobody can set that.
  public long bound() {
    if (!isFixed()) {
      throw new IllegalStateException(key + " is set by somebody");
    }
    return fixed;
  }

  /// The same for those who count in an `int`.
  public int count() {
    return Math.toIntExact(bound());
  }

  public static Optional<Limit> find(String key) {
    return Arrays.stream(values()).filter(it -> it.key.equals(key)).findFirst();
  }

  /// The limit of a budget, which goes by this name there.
  static Limit ofBudget(String name) {
    return find("budget." + name.toLowerCase(Locale.ROOT)).orElseThrow();
  }
}
