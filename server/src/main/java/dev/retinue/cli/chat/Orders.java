package dev.retinue.cli.chat;

import dev.retinue.cli.daemon.SessionApi;
import dev.retinue.cli.text.Amounts;
import dev.retinue.cli.text.Harmless;
import dev.retinue.cli.text.SessionTable;
import dev.retinue.cli.text.Style;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The commands of a conversation. What begins with a slash and is none of them is said to the
/// agent: its file may know commands of its own.
final class Orders {
  private static final Set<String> WORDS =
      Set.of(
          "help",
          "agents",
          "transfer",
          "fork",
          "sessions",
          "history",
          "steer",
          "stop",
          "cost",
          "new",
          "quit",
          "exit");

  /// What makes sense while somebody speaks.
  private static final Set<String> AT_ONCE =
      Set.of("help", "agents", "sessions", "steer", "stop", "cost");

  private static final int SESSIONS = 20;
  private static final int MESSAGES = 20;
  private static final int MOST_MESSAGES = 1_000;
  private static final int LINE = 160;

  static final String HELP =
      """
      /agents             who is on the staff
      /transfer <agent>   let another agent answer from now on
      /fork [<name>]      go on in a copy, and leave this one as it is
      /new [<agent>]      begin another conversation
      /sessions           which conversations there are
      /history [<n>]      what was said last
      /steer <text>       say something to the agent while it works
      /stop               interrupt the agent, as Ctrl-C does
      /cost               what this conversation has cost
      /quit               leave; retinue chat --continue goes on with it
      //<text>            say something that begins with a slash""";

  private final Desk desk;
  private final Current current;
  private final Showing showing;
  private final Style style;

  Orders(Desk desk, Current current, Showing showing, Style style) {
    this.desk = desk;
    this.current = current;
    this.showing = showing;
    this.style = style;
  }

  /// One of ours, as it was typed.
  record Order(String word, String rest) {
    static boolean isIn(String line) {
      return WORDS.contains(of(line).word);
    }

    static Order of(String line) {
      var text = line.strip();
      if (!text.startsWith("/")) {
        return new Order("", "");
      }
      var parts = text.substring(1).split("\\s+", 2);
      return new Order(
          parts[0].toLowerCase(Locale.ROOT), parts.length == 1 ? "" : parts[1].strip());
    }

    boolean leaves() {
      return word.equals("quit") || word.equals("exit");
    }

    boolean atOnce() {
      return AT_ONCE.contains(word);
    }
  }

  /// @param speaking the run that is at work, if one is
  void obey(Order order, @Nullable String speaking) throws InterruptedException {
    switch (order.word) {
      case "help" -> help();
      case "agents" -> agents();
      case "transfer" -> transfer(order.rest);
      case "fork" -> fork(order.rest);
      case "new" -> begin(order.rest);
      case "sessions" -> sessions();
      case "history" -> history(order.rest);
      case "steer" -> steer(order.rest, speaking);
      case "stop" -> {
        if (speaking != null) {
          showing.tell("interrupting it.");
        }
        stop(speaking);
      }
      case "cost" -> cost();
      default -> throw new IllegalStateException(order.word + " is no command");
    }
  }

  private void help() throws InterruptedException {
    showing.print(HELP);
    var own = Partner.of(desk, current.agent()).commands();
    if (!own.isEmpty()) {
      showing.print("%s knows /%s".formatted(current.agent(), String.join(", /", own)));
    }
  }

  /// What was probably meant by what is no command, if it is like one.
  Optional<String> meant(Order order) throws InterruptedException {
    return order.word.isEmpty()
        ? Optional.empty()
        : Partner.of(desk, current.agent()).meant(order.word, WORDS);
  }

  private void agents() throws InterruptedException {
    for (JsonNode agent : desk.ask(api -> api.staff())) {
      var name = Harmless.line(agent.path("name").asString(""), 60);
      var mark = name.equals(current.agent()) ? "* " : "  ";
      showing.print(
          mark
              + style.bold(name)
              + "  "
              + Harmless.line(agent.path("description").asString(""), LINE));
    }
  }

  private void transfer(String agent) throws InterruptedException {
    if (agent.isEmpty()) {
      showing.tell("say to whom: /transfer <agent>. /agents lists them.");
      return;
    }
    desk.ask(api -> new SessionApi(api).transfer(current.id(), agent));
    showing.tell("%s answers from now on.".formatted(current.refresh().path("agent").asString("")));
  }

  private void fork(String name) throws InterruptedException {
    var origin = current.id();
    var fork = desk.ask(api -> new SessionApi(api).fork(origin, name.isEmpty() ? null : name));
    current.moveTo(fork);
    showing.tell(
        "this is %s now; %s stays as it was."
            .formatted(Amounts.shortSession(current.id()), Amounts.shortSession(origin)));
  }

  private void begin(String agent) throws InterruptedException {
    var former = current.id();
    current.renew(agent);
    showing.tell(
        "a new conversation with %s; --session %s is the former one."
            .formatted(current.agent(), Amounts.shortSession(former)));
    new Greeting(desk, showing, style).welcome(Partner.of(desk, current.agent()));
  }

  private void sessions() throws InterruptedException {
    var list = desk.ask(api -> new SessionApi(api).list(false, SESSIONS));
    new SessionTable(style).lines(list, current.id()).forEach(showing::print);
  }

  private void history(String count) throws InterruptedException {
    int limit =
        count.matches("[1-9]\\d{0,5}")
            ? Math.min(Integer.parseInt(count), MOST_MESSAGES)
            : MESSAGES;
    var said = desk.ask(api -> new SessionApi(api).messages(current.id(), limit));
    if (said.isEmpty()) {
      showing.tell("nothing was said yet.");
    }
    said.forEach(message -> SessionTable.message(message, style).ifPresent(showing::print));
  }

  private void steer(String text, @Nullable String speaking) throws InterruptedException {
    if (text.isEmpty() || speaking == null) {
      showing.tell(text.isEmpty() ? "say what: /steer <text>." : "nobody is at work; just say it.");
      return;
    }
    // Not asked again: it might be heard twice.
    var steered = new SessionApi(desk.api()).steer(current.id(), text);
    showing.tell(
        steered.path("delivered").asString("").equals("steered")
            ? "it hears that as soon as it looks up."
            : "it cannot hear while it works; that is its next message.");
  }

  /// @param only the run that is meant; by the time that this is heard another may be at work
  void stop(@Nullable String only) throws InterruptedException {
    var stopped =
        desk.ask(api -> new SessionApi(api).interrupt(current.id(), only)).path("stopped");
    if (stopped.isEmpty()) {
      showing.tell("nobody is at work.");
    }
  }

  private void cost() throws InterruptedException {
    var session = current.refresh();
    var cost = Amounts.cost(session.path("cost"));
    var facts = JsonMapper.shared().createObjectNode().put("session_id", current.id());
    facts.set(
        "cost_usd", session.path("cost").isNumber() ? session.path("cost") : facts.nullNode());
    facts
        .put("messages", session.path("num_messages").asInt(0))
        .put("input_tokens", session.path("input_tokens").asLong(0))
        .put("output_tokens", session.path("output_tokens").asLong(0));
    showing.print(
        "cost",
        facts,
        "%s for %s: %s tokens in, %s out"
            .formatted(
                cost.equals("?") ? "some of it has no known price" : cost.equals("-") ? "$0" : cost,
                Amounts.counted(session.path("num_messages").asInt(0), "message"),
                Amounts.count(session.path("input_tokens").asLong(0)),
                Amounts.count(session.path("output_tokens").asLong(0))));
  }
}
