package dev.retinue.cli;

import dev.retinue.cli.daemon.Api;
import dev.retinue.cli.daemon.Daemons;
import dev.retinue.cli.daemon.Follower;
import dev.retinue.cli.daemon.RunIds;
import dev.retinue.cli.text.Amounts;
import dev.retinue.cli.text.EventText;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.runtime.cli.Programs;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// `retinue run`: gives an agent a contract, and watches it to its end.
@Command(
    name = "run",
    description = "Give an agent something to do, and watch it to its end.",
    footer = {
      "",
      "The run belongs to the daemon: it goes on when this command ends. Ctrl-C leaves it alone and "
          + "says its id; a second Ctrl-C stops it. Ends with 0 if the run completed, 1 if it failed, 3 if "
          + "it was stopped, 4 if the daemon cannot be reached, 5 if its time was over.",
      "",
      "  retinue run \"write a haiku about tea to tea.txt\"",
      "  retinue run --agent reviewer --max-cost-usd 0.50 - < contract.md",
      "  id=$(retinue run --detach \"tidy up the tests\") && retinue wait $id"
    })
final class RunCommand implements Callable<Integer>, TalksToDaemon {
  private static final int LONGEST_CONTRACT = 4 << 20;

  private final Terminal terminal;

  @Parameters(
      paramLabel = "<contract>",
      description = "What the agent is to do; '-' reads it from standard input.")
  private String contract = "";

  @Option(
      names = "--agent",
      paramLabel = "<name>",
      description = "Who is to do it. Default: the configured one.")
  private @Nullable String agent;

  @Option(
      names = "--model",
      paramLabel = "<name>",
      description = "Another model than the agent's own.")
  private @Nullable String model;

  @Option(
      names = "--dir",
      paramLabel = "<folder>",
      description = "Where it works; one of the folders that the daemon allows.")
  private @Nullable Path directory;

  @Option(
      names = "--isolation",
      paramLabel = "<kind>",
      description =
          "none, or clone: it works on a clone of the git repository, and 'retinue fetch' brings its branch.")
  private @Nullable String isolation;

  @Option(
      names = "--max-cost-usd",
      paramLabel = "<dollars>",
      description = "What it may cost, with everything that it starts.")
  private @Nullable BigDecimal maxCostUsd;

  @Option(names = "--max-seconds", paramLabel = "<seconds>", description = "How long it may work.")
  private @Nullable Long maxSeconds;

  @Option(
      names = "--resume",
      paramLabel = "<id>",
      description = "Go on with the conversation of this run, which has ended.")
  private @Nullable String resume;

  @Option(
      names = {"-d", "--detach"},
      description = "Print the id and end; the run goes on.")
  private boolean detach;

  @Option(names = "--stop-on-interrupt", description = "Let the first Ctrl-C stop the run.")
  private boolean stopOnInterrupt;

  @Mixin private Reach reach = new Reach();
  @Mixin private JsonOption json = new JsonOption();

  RunCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    Numbers.requireNotNegative("--max-cost-usd", maxCostUsd);
    if (maxSeconds != null && maxSeconds < 1) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "--max-seconds must be 1 or more, and is %d.".formatted(maxSeconds));
    }
    var request = request();
    var api = reach.require(terminal);
    // Until the end: what works with our keys needs them again if the daemon starts anew.
    try (var workplace = new SeatedHere(reach.daemons(), api)) {
      return call(request, workplace);
    }
  }

  private int call(ObjectNode request, SeatedHere workplace) throws InterruptedException {
    var api = workplace.api();
    if (resume != null) {
      request.put("resume", new RunIds(api).require(resume));
    }
    var started = start(api, request);
    var id = started.path("id").asString("");
    if (detach) {
      terminal.out().println(json.chosen() ? started.toString() : id);
      var name = Amounts.shortId(id);
      Reach.tell(
          terminal,
          "it goes on; 'retinue result %1$s' waits for its result, 'retinue logs -f %1$s' follows it."
              .formatted(name));
      return ExitCode.OK;
    }
    Reach.tell(
        terminal, "%s works on it as %s.".formatted(started.path("agent").asString("?"), id));
    if (agent == null && started.path("runtime").asString("").equals("scripted")) {
      Reach.tell(
          terminal,
          "it plays a script, because there is no key and no program of an agent here; 'retinue agents' says what to install or set.");
    }
    var run = follow(workplace, id);
    if (json.chosen()) {
      terminal.out().println(run.toString());
    } else {
      Reach.tell(
          terminal,
          Endings.sentence(run, Reach.style(terminal), Instant.now()) + payload(run) + branch(run));
    }
    return Endings.exitCode(run);
  }

  private JsonNode start(Api api, ObjectNode request) throws InterruptedException {
    try {
      return api.start(request);
    } catch (RetinueException e) {
      // Who speaks with a token may not see all agents, and cannot end the daemon of another.
      boolean owns = !Daemons.isForeign(System.getenv());
      if (e.code() != ErrorCode.NOT_FOUND || agent == null || !owns || !isHere(agent)) {
        throw e;
      }
      throw new RetinueException(
          ErrorCode.NOT_FOUND,
          "%s '%s' is here now; if it was not when the daemon started, end that with 'kill %d': the next command starts it anew, and its runs go on."
              .formatted(e.getMessage(), agent, api.daemon().pid()),
          e);
    }
  }

  /// Whether a daemon that was started here now would have this agent.
  private boolean isHere(String name) {
    try {
      var configuration = ConfigOption.read(null, List.of(), System.getenv());
      var programs = new Programs(System.getenv());
      return AgentShelf.of(configuration, reach.daemons().data(), programs).all().stream()
          .anyMatch(it -> it.name().equals(name));
    } catch (RetinueException _) {
      return false; // Nothing starts with this configuration.
    }
  }

  private JsonNode follow(SeatedHere workplace, String id) throws InterruptedException {
    var text = new EventText(Reach.style(terminal), ZoneId.systemDefault());
    var follower =
        new Follower(
            reach.daemons(),
            workplace.api(),
            sentence -> Reach.tell(terminal, sentence),
            workplace::moveTo);
    Interrupts.handle(new Leaving(terminal, follower::api, id, stopOnInterrupt));
    var person = new Person(terminal, follower::api, id);
    return follower.follow(
        id,
        0,
        event -> {
          if (!json.chosen()) {
            text.of(event).ifPresent(terminal.out()::println);
            terminal.flush();
          }
          person.hear(event);
        });
  }

  private static String payload(JsonNode run) {
    var size = run.path("payload_size");
    return size.isNumber()
        ? " (its result has %d bytes: retinue result %s)"
            .formatted(size.asLong(), Amounts.shortId(run.path("id").asString("")))
        : "";
  }

  private static String branch(JsonNode run) {
    var branch = run.path("isolation").path("branch").asString("");
    return branch.isEmpty()
        ? ""
        : " (its branch is %s: retinue fetch %s)".formatted(branch, run.path("id").asString(""));
  }

  private ObjectNode request() {
    var request = JsonMapper.shared().createObjectNode().put("contract", contract());
    if (agent != null) {
      request.put("agent", agent);
    }
    if (model != null) {
      request.put("model", model);
    }
    if (directory != null) {
      request.put("working_directory", directory.toAbsolutePath().normalize().toString());
    }
    if (isolation != null) {
      request.put("isolation", isolation);
    }
    if (maxCostUsd != null || maxSeconds != null) {
      var budget = request.putObject("budget");
      if (maxCostUsd != null) {
        budget.put("max_cost_usd", maxCostUsd);
      }
      if (maxSeconds != null) {
        budget.put("max_seconds", maxSeconds);
      }
    }
    return request;
  }

  private String contract() {
    var text = contract.equals("-") ? input() : contract;
    if (text.isBlank()) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT, "the contract is empty: say what the agent is to do.");
    }
    return text;
  }

  private String input() {
    try {
      var bytes = terminal.in().readNBytes(LONGEST_CONTRACT + 1);
      if (bytes.length > LONGEST_CONTRACT) {
        throw new RetinueException(
            ErrorCode.INVALID_INPUT,
            "the contract on standard input is longer than %d bytes.".formatted(LONGEST_CONTRACT));
      }
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT, "standard input cannot be read: " + e.getMessage(), e);
    }
  }
}
