package dev.retinue.cli.chat;

import dev.retinue.cli.chat.Lines.Heard;
import dev.retinue.cli.chat.Orders.Order;
import dev.retinue.cli.daemon.SessionApi;
import dev.retinue.cli.text.Style;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A conversation, line by line: what is typed is said to the agent, and what it does is shown
/// until it has answered.
public final class Talk {
  private static final int MOST_WAITING = 100;

  private final Desk desk;
  private final Current current;
  private final Lines lines;
  private final Showing showing;
  private final boolean watched;
  private final Orders orders;
  private final Deque<String> typed = new ArrayDeque<>();
  private final AtomicInteger interrupts = new AtomicInteger();
  private volatile @Nullable Turn turn;
  private Runnable hook = () -> {};
  private volatile boolean left;

  /// @param watched whether somebody sits there, who can answer questions and correct mistakes
  public Talk(
      Desk desk, Current current, Lines lines, Showing showing, Style style, boolean watched) {
    this.desk = desk;
    this.current = current;
    this.lines = lines;
    this.showing = showing;
    this.watched = watched;
    this.orders = new Orders(desk, current, showing, style);
  }

  /// Does this before each turn: who reads lines may have changed what Ctrl-C does.
  public void onTurn(Runnable hook) {
    this.hook = hook;
  }

  /// Until nothing comes any more, or one leaves; without a person also until a turn goes wrong.
  ///
  /// @return the turn that went wrong
  public Optional<JsonNode> converse() throws InterruptedException {
    boolean warned = false;
    while (!left) {
      switch (next()) {
        case Heard.End _ -> {
          return Optional.empty();
        }
        case Heard.Interrupt _ -> {
          if (warned) {
            return Optional.empty();
          }
          warned = true;
          showing.tell("Ctrl-C again, Ctrl-D or /quit leaves.");
        }
        case Heard.Line(var text) -> {
          warned = false;
          var order = Order.of(text);
          if (order.leaves()) {
            return Optional.empty();
          }
          var wrong = text.isBlank() ? Optional.<JsonNode>empty() : hear(text.strip(), order);
          if (wrong.isPresent() && !watched) {
            return wrong;
          }
        }
      }
    }
    return Optional.empty();
  }

  private Heard next() {
    var waiting = typed.poll();
    return waiting == null ? lines.next(current.agent() + "> ") : new Heard.Line(waiting);
  }

  private Optional<JsonNode> hear(String text, Order order) throws InterruptedException {
    try {
      if (Order.isIn(text)) {
        orders.obey(order, null);
        return Optional.empty();
      }
      // Two slashes are one that means nothing.
      boolean command = text.startsWith("/") && !text.startsWith("//");
      var meant = command ? orders.meant(order) : Optional.<String>empty();
      if (meant.isPresent()) {
        throw new RetinueException(
            ErrorCode.INVALID_INPUT,
            "there is no /%s; did you mean /%s? //%1$s says it to the agent."
                .formatted(order.word(), meant.get()));
      }
      return say(text.startsWith("//") ? text.substring(1) : text);
    } catch (RetinueException e) {
      if (!watched) {
        throw e;
      }
      showing.tell(e.getMessage());
      return Optional.empty();
    }
  }

  /// Says it, and shows what comes of it.
  ///
  /// @return the turn, if it went wrong
  public Optional<JsonNode> say(String text) throws InterruptedException {
    var key = UUID.randomUUID().toString();
    var accepted = desk.ask(api -> new SessionApi(api).send(current.id(), text, key));
    current.touch();
    int before = accepted.path("before").asInt(0);
    if (before > 0) {
      showing.tell("%d before it; it waits for its turn.".formatted(before));
    }
    return follow(accepted.path("run_id").asString(""));
  }

  /// Shows what somebody does who is at work already.
  public Optional<JsonNode> follow(String run) throws InterruptedException {
    interrupts.set(0);
    var begun = new Turn(desk, showing, current.id(), run, watched);
    var me = Thread.currentThread();
    turn = begun;
    hook.run();
    try {
      var ended =
          begun.follow(() -> lines.meanwhile().ifPresent(it -> hearMeanwhile(begun, it, me)));
      if (watched) {
        current.refresh();
      }
      return ended.path("state").asString("").equals("completed")
          ? Optional.empty()
          : Optional.of(ended);
    } catch (InterruptedException e) {
      if (!left) {
        throw e;
      }
      showing.tell("it goes on without you: retinue chat --session %s".formatted(current.id()));
      return Optional.empty();
    } finally {
      turn = null;
    }
  }

  /// A command, an answer, or what is to be said next.
  ///
  /// @param follower who waits for the end of the turn
  private void hearMeanwhile(Turn at, Heard heard, Thread follower) {
    switch (heard) {
      case Heard.Line(var line) when !Order.of(line).leaves() -> hearMeanwhile(at, line);
      case Heard.Interrupt _ -> interrupt();
      case Heard.Line _, Heard.End _ -> {
        left = true;
        follower.interrupt();
      }
    }
  }

  private void hearMeanwhile(Turn at, String line) {
    var order = Order.of(line);
    try {
      if (order.atOnce()) {
        orders.obey(order, at.run());
      } else if (!line.isBlank() && !at.questions().answer(line.strip())) {
        later(line);
      }
    } catch (RetinueException e) {
      showing.tell(e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void later(String line) {
    if (typed.size() < MOST_WAITING) {
      typed.add(line);
      showing.tell(
          Order.isIn(line.strip())
              ? "that is done when it has answered."
              : "that is said when it has answered; /steer says it now.");
    } else {
      showing.tell("that is too much at once, and was not taken: wait until it has answered.");
    }
  }

  /// Ctrl-C while somebody speaks: the first interrupts the turn.
  ///
  /// @return whether one leaves
  public boolean interrupt() {
    var at = turn;
    if (at == null || interrupts.incrementAndGet() > 1) {
      return true;
    }
    showing.tell("interrupting it; Ctrl-C again leaves.");
    try {
      orders.stop(at.run());
    } catch (RetinueException e) {
      showing.tell(e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return false;
  }
}
