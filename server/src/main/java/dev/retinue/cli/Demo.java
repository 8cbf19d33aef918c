package dev.retinue.cli;

import dev.retinue.cli.daemon.Api;
import dev.retinue.cli.daemon.Daemons;
import dev.retinue.cli.daemon.Follower;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `retinue demo`: three scripted agents at work, to watch.
@Command(
    name = "demo",
    description = "Watch three agents at work. They play scripts: no key, no cost, 15 seconds.",
    footer = {
      "",
      "One of them starts a fourth, and one asks something; the demo answers it for you. They are "
          + "real runs of the daemon: 'retinue ps -a' and 'retinue logs' show them afterwards. (Where the "
          + "configuration has a staff of its own, they work in a daemon that lives only as long.)",
      "",
      "  retinue demo"
    })
final class Demo implements Callable<Integer>, TalksToDaemon {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);
  private static final Duration TO_READ = Duration.ofMillis(600);
  private static final int MOST_RUNS = 50;
  private static final String NEXT =
      """

      That was Retinue with a staff that plays scripts. What to do next:
        retinue ps -a                    see what has just happened
        retinue run "your own contract"  give an agent something to do
        retinue mcp --help               connect Claude Code, Codex or another MCP client""";

  /// Who does what.
  private record Part(String agent, String contract) {}

  private static final List<Part> PARTS =
      List.of(
          new Part("researcher", "the history of tea"),
          new Part("builder", "a shop for tea"),
          new Part("reviewer", "the change that sends invoices"));

  private final Terminal terminal;

  @Mixin private Reach reach = new Reach();
  @Mixin private JsonOption json = new JsonOption();

  Demo(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    var api = reach.require(terminal);
    if (hasActors(api)) {
      return play(reach.daemons(), api);
    }
    Reach.tell(
        terminal, "the staff of this daemon are others, so the demo has a house of its own.");
    try (var house = DemoHouse.open(sentence -> Reach.tell(terminal, sentence))) {
      return play(house.daemons(), house.api());
    }
  }

  private static boolean hasActors(Api api) throws InterruptedException {
    var scripted = new HashSet<String>();
    for (var agent : api.staff()) {
      if (agent.path("runtime").asString("").equals("scripted")) {
        scripted.add(agent.path("name").asString(""));
      }
    }
    return PARTS.stream().map(Part::agent).allMatch(scripted::contains);
  }

  private int play(Daemons daemons, Api api) throws InterruptedException {
    var roots = new ArrayList<String>();
    for (var part : PARTS) {
      roots.add(start(api, part));
    }
    var watched = terminal.isWatched() && !json.chosen();
    var scene = new DemoScene(terminal.out(), Reach.style(terminal), watched, json.chosen());
    try (var followers = Executors.newVirtualThreadPerTaskExecutor()) {
      do {
        for (var id : entering(api, scene, Set.copyOf(roots))) {
          followers.execute(() -> follow(daemons, api, id, scene));
        }
        scene.draw();
        Thread.sleep(BETWEEN_LOOKS);
      } while (!scene.isOver());
    }
    scene.end();
    if (json.chosen()) {
      json.print(terminal, answer -> scene.describe(answer.putArray("agents")));
    } else {
      terminal.out().println(NEXT);
    }
    return scene.allCompleted() ? ExitCode.OK : ExitCode.FAILED;
  }

  private static String start(Api api, Part part) throws InterruptedException {
    var request = JsonMapper.shared().createObjectNode();
    request.put("agent", part.agent()).put("contract", part.contract());
    return api.start(request).path("id").asString("");
  }

  /// Those of the play that were not on the scene yet, the oldest first.
  private static List<String> entering(Api api, DemoScene scene, Set<String> roots)
      throws InterruptedException {
    var entering = new ArrayList<String>();
    var runs = new ArrayList<JsonNode>();
    api.runs("limit=" + MOST_RUNS).path("agents").forEach(runs::add);
    for (var run : runs.reversed()) {
      if (roots.contains(run.path("root").asString("")) && scene.enter(run)) {
        entering.add(run.path("id").asString(""));
      }
    }
    return entering;
  }

  private void follow(Daemons daemons, Api api, String id, DemoScene scene) {
    try {
      new Follower(daemons, api, sentence -> Reach.tell(terminal, sentence))
          .follow(
              id,
              0,
              event -> {
                scene.hear(id, event);
                if (event.path("type").asString("").equals("asked")) {
                  answer(api, id, event);
                }
              });
    } catch (RetinueException e) {
      scene.lose(id, e.getMessage());
    } catch (InterruptedException e) {
      scene.lose(id, "nobody watched it to its end.");
      Thread.currentThread().interrupt();
    }
  }

  /// In the place of a person, who would first read the question.
  private static void answer(Api api, String id, JsonNode asked) {
    try {
      Thread.sleep(TO_READ);
      boolean leave = asked.path("kind").asString("").equals("permission");
      api.answer(id, asked.path("need").asString(""), leave ? "yes" : "Yes, call it 'invoices'.");
    } catch (RetinueException e) {
      if (e.code() != ErrorCode.CONFLICT) { // Somebody else was quicker.
        throw e;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
