package dev.retinue.cli;

import dev.retinue.cli.daemon.Api;
import dev.retinue.cli.text.EventText;
import dev.retinue.cli.top.Board;
import dev.retinue.cli.top.Key;
import dev.retinue.cli.top.Snapshots;
import dev.retinue.core.RetinueException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/// `retinue top`: the board in the terminal.
@Command(
    name = "top",
    description = "Watch all runs as they go, and log, answer or stop them.",
    footer = {
      "",
      "Arrows choose a run, Enter opens its log, s stops it, a answers what it waits for, e shows those that have ended, q leaves. Where nobody watches it prints the board once.",
      "",
      "Dollars with a * are invented: an agent that plays a script only pretends to spend them."
    })
final class TopCommand implements Callable<Integer>, TalksToDaemon {
  private static final int WIDTH = 120;
  private static final int BETWEEN_DRAWS_MILLIS = 250;
  private static final int DRAWS_BETWEEN_LOOKS = 4;

  private final Terminal terminal;

  @Option(names = "--once", description = "Print the board once, and end.")
  private boolean once;

  @Option(
      names = {"-a", "--all"},
      description = "Begin with those that have ended, too.")
  private boolean all;

  @Mixin private Reach reach = new Reach();
  @Mixin private JsonOption json = new JsonOption();

  TopCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (once || json.chosen() || !terminal.isWatched()) {
      var runs =
          reach.isNew() ? List.<JsonNode>of() : new Snapshots(reach.require(terminal)).runs(all);
      if (json.chosen()) {
        json.print(terminal, answer -> Snapshots.describe(runs, answer));
      } else {
        Board.once(runs, Reach.style(terminal), WIDTH, Instant.now())
            .forEach(terminal.out()::println);
      }
      return ExitCode.OK;
    }
    var api = reach.require(terminal);
    var screen = Screen.open(terminal.out(), System.getenv());
    Runtime.getRuntime().addShutdownHook(new Thread(screen::close, "screen"));
    try (screen) {
      watch(api, screen);
    }
    return ExitCode.OK;
  }

  private void watch(Api first, Screen screen) throws InterruptedException {
    var board = new Board(Reach.style(terminal), all);
    var keys = new ArrayBlockingQueue<Key>(1000);
    Thread.ofPlatform().daemon().name("keys").start(() -> listen(keys));
    var api = first;
    var logs = new Tail(new EventText(Reach.style(terminal), ZoneId.systemDefault()));
    for (int draw = 0; ; draw++) {
      try {
        if (draw % DRAWS_BETWEEN_LOOKS == 0) {
          board.show(new Snapshots(api).runs(board.showsEnded()));
          board.add(logs.more(api, board.opened()));
        }
      } catch (RetinueException e) {
        board.tellAway("The daemon does not answer; it is looked for.");
        api = reach.daemons().find().map(api::at).orElse(api);
      }
      screen.draw(board.draw(screen.size(), Instant.now()));
      var key = keys.poll(BETWEEN_DRAWS_MILLIS, TimeUnit.MILLISECONDS);
      for (; key != null; key = keys.poll()) {
        boolean ended = board.showsEnded();
        var opened = board.opened();
        var wish = board.press(key, Instant.now());
        if (wish instanceof Board.Wish.Leave) {
          return;
        }
        carryOut(api, wish, board);
        boolean other = ended != board.showsEnded() || !Objects.equals(opened, board.opened());
        if (wish != null || other) {
          draw = -1; // What it led to is to be seen at once.
        }
      }
    }
  }

  private static void carryOut(Api api, Board.@Nullable Wish wish, Board board)
      throws InterruptedException {
    try {
      switch (wish) {
        case Board.Wish.Stop(var run) -> {
          api.stop(run);
          board.tell("It is being stopped.");
        }
        case Board.Wish.Answer(var run, var need, var text) -> {
          api.answer(run, need, text);
          board.tell("It has its answer.");
        }
        case Board.Wish.Leave _ -> {}
        case null -> {}
      }
    } catch (RetinueException e) {
      board.tell(String.valueOf(e.getMessage()));
    }
  }

  /// A key of an arrow is several bytes, which come at once.
  private void listen(BlockingQueue<Key> keys) {
    var bytes = new byte[256];
    try {
      for (int count = terminal.in().read(bytes); count >= 0; count = terminal.in().read(bytes)) {
        for (var key : Key.of(new String(bytes, 0, count, StandardCharsets.UTF_8))) {
          keys.offer(key);
        }
      }
    } catch (IOException e) {
      // The terminal is gone.
    }
    keys.offer(new Key.Typed('q'));
    keys.offer(new Key.Typed('q'));
  }

  /// The log of one run, as it grows.
  private static final class Tail {
    private static final int PAGE = 500;
    private final EventText text;
    private String run = "";
    private long cursor;

    Tail(EventText text) {
      this.text = text;
    }

    List<String> more(Api api, @Nullable String opened) throws InterruptedException {
      if (opened == null) {
        run = "";
        return List.of();
      }
      if (!opened.equals(run)) {
        run = opened;
        // More than the board keeps nobody needs to fetch.
        cursor = Math.max(0, api.run(run).path("seq").asLong(0) - Board.MOST_LINES);
      }
      var lines = new ArrayList<String>();
      for (int count = PAGE; count == PAGE; ) {
        var page = api.events(run, cursor, PAGE).path("events");
        count = page.size();
        for (var event : page) {
          cursor = event.path("seq").asLong();
          text.timed(event).ifPresent(it -> it.lines().forEach(lines::add));
        }
      }
      return lines;
    }
  }
}
