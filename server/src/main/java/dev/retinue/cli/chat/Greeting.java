package dev.retinue.cli.chat;

import dev.retinue.cli.text.Amounts;
import dev.retinue.cli.text.Harmless;
import dev.retinue.cli.text.SessionTable;
import dev.retinue.cli.text.Style;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What somebody is told who sits down to a conversation.
public final class Greeting {
  private static final int SHORT = 400;

  private final Desk desk;
  private final Showing showing;
  private final Style style;

  public Greeting(Desk desk, Showing showing, Style style) {
    this.desk = desk;
    this.showing = showing;
    this.style = style;
  }

  /// Says it.
  ///
  /// @param begun whether it is a new one
  public void say(Current current, boolean begun) throws InterruptedException {
    showing.tell(
        "%s listens (session %s). /help says what you can do, Ctrl-D leaves."
            .formatted(current.agent(), Amounts.shortSession(current.id())));
    var partner = Partner.of(desk, current.agent());
    if (partner.runtime().equals(ScriptedRuntime.NAME)) {
      showing.tell(
          "It plays a script, which shows how a conversation looks and does nothing. With a key in the environment, "
              + "ANTHROPIC_API_KEY for instance, 'retinue chat assistant' thinks.");
    }
    if (!begun) {
      lastExchange(current.shown().path("messages"));
    }
    welcome(begun ? partner : partner.withoutWelcome());
  }

  /// What it says itself, and what it lacks to say more.
  void welcome(Partner partner) throws InterruptedException {
    if (!partner.welcome().isBlank()) {
      showing.print(Harmless.text(partner.welcome()).strip());
    }
    partner.unready(desk).ifPresent(showing::tell);
  }

  /// What was said last, and what was answered: who goes on wants to know where.
  private void lastExchange(JsonNode messages) {
    var last = new ArrayList<JsonNode>();
    for (var message : messages) {
      switch (message.path("type").asString("")) {
        case "user_message" -> {
          last.clear();
          last.add(message);
        }
        case "agent_message", "error" -> {
          if (last.size() > 1) {
            last.removeLast();
          }
          last.add(message);
        }
        default -> {}
      }
    }
    shown(last).forEach(showing::print);
  }

  private List<String> shown(List<JsonNode> messages) {
    return messages.stream()
        .flatMap(it -> SessionTable.message(shortened(it), style).stream())
        .toList();
  }

  private static JsonNode shortened(JsonNode message) {
    var text = message.path("content").asString("").strip();
    if (text.length() <= SHORT) {
      return message;
    }
    ObjectNode copy = message.deepCopy().asObject();
    int end = Character.isHighSurrogate(text.charAt(SHORT - 1)) ? SHORT - 1 : SHORT;
    return copy.put("content", text.substring(0, end) + " … (/history shows all of it)");
  }
}
