package dev.retinue.cli;

import dev.retinue.cli.daemon.Api;
import dev.retinue.cli.daemon.Daemons;
import dev.retinue.cli.daemon.Follower;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.llm.scripted.ScriptedLlm;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `retinue demo`: agents at work, to watch, that play scripts or whose model does.
@Command(
    name = "demo",
    description = "Watch agents at work. They play scripts: no key, no cost, 15 seconds.",
    footer = {
      "",
      "Three are at work. One of them starts a fourth, and one asks something; the demo answers it for you. They "
          + "are real runs of the daemon: 'retinue ps -a' and 'retinue logs' show them afterwards. (Where the "
          + "configuration has a staff of its own, they work in a daemon that lives only as long.)",
      "",
      "With --llm two others think: the loop that asks a model is real, and the model is a script on this machine. "
          + "They have a daemon of their own, and nothing of yours is touched.",
      "",
      "With --fleet three work in workspaces of Coder, which is invented on this machine as well.",
      "",
      "  retinue demo",
      "  retinue demo --llm",
      "  retinue demo --fleet"
    })
final class Demo implements Callable<Integer>, TalksToDaemon {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);
  private static final Duration TO_READ = Duration.ofMillis(600);
  private static final int MOST_RUNS = 50;
  private final Terminal terminal;

  @Mixin private Reach reach = new Reach();
  @Mixin private JsonOption json = new JsonOption();

  @Option(
      names = "--llm",
      description = "Show two agents that think with a model, which plays a script.")
  private boolean thinking;

  @Option(
      names = "--fleet",
      description = "Show three agents in workspaces of a Coder that is invented.")
  private boolean afar;

  Demo(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (thinking && afar) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT, "--llm and --fleet are two demonstrations; choose one of them.");
    }
    if (afar) {
      return playAfar();
    }
    return thinking ? think() : playScripts();
  }

  private int playAfar() throws InterruptedException {
    try (var fleet = DemoFleet.open();
        var house = open(DemoFleet.CONFIGURATION, fleet.variables())) {
      return play(DemoFleet.PLAY, house.daemons(), house.api(), false);
    }
  }

  private int think() throws InterruptedException {
    try (var llm = ScriptedLlm.start();
        var house = open(DemoPlay.household(llm), Map.of())) {
      return play(DemoPlay.THOUGHTS, house.daemons(), house.api(), false);
    }
  }

  private int playScripts() throws InterruptedException {
    var api = reach.require(terminal);
    if (hasActors(api)) {
      return play(DemoPlay.SCRIPTS, reach.daemons(), api, true);
    }
    Reach.tell(
        terminal, "the staff of this daemon are others, so the demo has a house of its own.");
    try (var house = open("", Map.of())) {
      return play(DemoPlay.SCRIPTS, house.daemons(), house.api(), false);
    }
  }

  private DemoHouse open(String configuration, Map<String, String> variables)
      throws InterruptedException {
    return DemoHouse.open(configuration, variables, sentence -> Reach.tell(terminal, sentence));
  }

  private static boolean hasActors(Api api) throws InterruptedException {
    var scripted = new HashSet<String>();
    for (var agent : api.staff()) {
      if (agent.path("runtime").asString("").equals("scripted")) {
        scripted.add(agent.path("name").asString(""));
      }
    }
    return DemoPlay.SCRIPTS.parts().stream().map(DemoPlay.Part::agent).allMatch(scripted::contains);
  }

  /// @param lasting whether the house is still there when the play is over
  private int play(DemoPlay play, Daemons daemons, Api api, boolean lasting)
      throws InterruptedException {
    var roots = new ArrayList<String>();
    for (var part : play.parts()) {
      roots.add(start(api, part));
    }
    if (lasting) {
      Interrupts.handle(this::leave);
    }
    var watched = terminal.isWatched() && !json.chosen();
    var scene = new DemoScene(terminal.out(), Reach.style(terminal), watched, json.chosen());
    try (var followers = Executors.newVirtualThreadPerTaskExecutor()) {
      do {
        for (var id : entering(api, scene, Set.copyOf(roots))) {
          followers.execute(() -> follow(play, daemons, api, id, scene));
        }
        scene.draw();
        Thread.sleep(BETWEEN_LOOKS);
      } while (!scene.isOver());
    }
    scene.end();
    if (json.chosen()) {
      json.print(terminal, answer -> scene.describe(answer.putArray("agents")));
    } else {
      terminal.out().println(Called.in(play.next()));
      if (lasting) {
        tellConsole(api);
      }
    }
    return scene.allCompleted() ? ExitCode.OK : ExitCode.FAILED;
  }

  private void leave() {
    terminal.err().println();
    Reach.tell(
        terminal,
        "they go on without you. 'retinue top' shows them, 'retinue answer' what they ask; 'retinue stop --all' stops all that is at work.");
    terminal.flush();
    Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
  }

  /// The same runs, in a browser. The link is for whoever sits here, and for no file that keeps
  /// what is printed; one who may not make a link still has the rest.
  private void tellConsole(Api api) throws InterruptedException {
    if (!terminal.isWatched()) {
      tellOfConsole();
      return;
    }
    try {
      var link = api.signInLink().path("url").asString("");
      terminal.out().println();
      terminal.out().println("All of it in your browser (this link signs you in, once):");
      terminal.out().println("  " + link);
    } catch (RetinueException e) {
      tellOfConsole();
    }
  }

  private void tellOfConsole() {
    terminal
        .out()
        .println(Called.in("  retinue console                  the same in your browser"));
  }

  private static String start(Api api, DemoPlay.Part part) throws InterruptedException {
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

  private void follow(DemoPlay play, Daemons daemons, Api api, String id, DemoScene scene) {
    try {
      new Follower(daemons, api, sentence -> Reach.tell(terminal, sentence))
          .follow(
              id,
              0,
              event -> {
                scene.hear(id, event);
                if (event.path("type").asString("").equals("asked")) {
                  answer(play, api, id, event);
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
  private static void answer(DemoPlay play, Api api, String id, JsonNode asked) {
    try {
      Thread.sleep(TO_READ);
      boolean leave = asked.path("kind").asString("").equals("permission");
      api.answer(id, asked.path("need").asString(""), leave ? "yes" : play.answer());
    } catch (RetinueException e) {
      if (e.code() != ErrorCode.CONFLICT) { // Somebody else was quicker.
        throw e;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
