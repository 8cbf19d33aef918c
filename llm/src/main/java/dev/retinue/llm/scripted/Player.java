package dev.retinue.llm.scripted;

import dev.retinue.llm.scripted.Conversation.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// Finds the turn that a conversation has come to, and what is answered in it.
///
/// In texts and inputs `{{prompt}}`, `{{tool_result}}` (the last), `{{turn}}`, `{{model}}` and
/// `{{tools}}` stand for what they say.
final class Player {
  private static final Pattern NAME = Pattern.compile("\\{\\{(\\w+)}}");

  /// What claude writes into a conversation that was broken off, so that it can go on.
  private static final String OF_CLAUDE_ITSELF = "No response requested.";

  private static final int CHARACTERS_OF_A_TOKEN = 4;

  private final Conversation conversation;

  Player(Conversation conversation) {
    this.conversation = conversation;
  }

  /// A turn, and its number in its script.
  ///
  /// @param prompt the message that carries the script
  record Place(Turn turn, int number, String prompt) {}

  /// The newest script counts, and in it the turn after those that stand in the conversation. Who
  /// wants only an answer in a form, and offers no tools, wants a title or the like.
  Place find() {
    var messages = conversation.messages();
    boolean aside = conversation.schema() != null && conversation.tools().isEmpty();
    for (int i = messages.size() - 1; i >= 0 && !aside; i--) {
      if (messages.get(i) instanceof Message.User(var text)) {
        var script = Script.in(text);
        if (script.isPresent()) {
          return place(script.get(), turnsAfter(i), text);
        }
      }
    }
    var prompt = lastPrompt();
    if (conversation.schema() != null) {
      return new Place(Turn.structured(Instance.of(conversation.schema())), 0, prompt);
    }
    return new Place(Turn.text("There is no script in: " + shortened(prompt)), 0, prompt);
  }

  private static Place place(Script script, int number, String prompt) {
    var turn =
        number < script.turns().size()
            ? script.turns().get(number)
            : Turn.text("(the script has no turn %d)".formatted(number));
    return new Place(turn, number, prompt);
  }

  /// Several messages may be of one turn: a text before calls, and calls that are answered one by
  /// one.
  private int turnsAfter(int index) {
    int turns = 0;
    boolean inTurn = false;
    for (var message : conversation.messages().subList(index + 1, conversation.messages().size())) {
      switch (message) {
        case Message.Assistant(var _, var turn) when turn >= 0 -> {
          turns = Math.max(turns, turn + 1);
          inTurn = true;
        }
        case Message.Assistant(var text, var _) when text.equals(OF_CLAUDE_ITSELF) -> {}
        case Message.Assistant _ -> {
          turns += inTurn ? 0 : 1;
          inTurn = true;
        }
        case Message.User _, Message.ToolResult _ -> inTurn = false;
      }
    }
    return turns;
  }

  private String lastPrompt() {
    return conversation.messages().reversed().stream()
        .filter(Message.User.class::isInstance)
        .map(Message::text)
        .findFirst()
        .orElse("");
  }

  private static String shortened(String text) {
    return text.substring(0, Math.min(200, text.length()));
  }

  Reply reply(Place place) {
    var turn = place.turn();
    var values = values(place);
    var text = new StringBuilder(fill(turn.at("text").asString(""), values));
    text.append("0123456789abcdef".repeat(turn.at("big").asInt(0) / 16));
    var wanted = new ArrayList<Reply.Call>();
    if (turn.has("shell") || turn.has("tool")) {
      wanted.add(new Calls(conversation).of(fill(turn.json(), values)));
    }
    for (var call : turn.at("calls")) {
      wanted.add(new Calls(conversation).of(fill(call, values)));
    }
    if (turn.has("structured")) {
      var answer = fill(turn.at("structured"), values);
      new Calls(conversation)
          .structured(answer)
          .ifPresentOrElse(wanted::add, () -> text.append(answer));
    }
    return new Reply(
        conversation.model(),
        place.number(),
        turn.has("reasoning") ? fill(turn.at("reasoning").asString(""), values) : null,
        text.toString(),
        numbered(wanted, place.number()),
        tokens(turn.at("usage"), text.length()),
        turn.at("pieces").asInt(1),
        turn.at("cut").asBoolean(false));
  }

  private static List<Reply.Call> numbered(List<Reply.Call> calls, int turn) {
    var numbered = new ArrayList<Reply.Call>();
    for (var call : calls) {
      var id = Reply.callId(call.id(), turn, numbered.size(), Parts.unique());
      numbered.add(new Reply.Call(id, call.name(), call.space(), call.kind(), call.input()));
    }
    return numbered;
  }

  private Reply.Tokens tokens(JsonNode usage, int said) {
    long heard = conversation.system().length();
    for (var message : conversation.messages()) {
      heard += message.text().length();
    }
    return new Reply.Tokens(
        usage.path("input").asLong(1 + heard / CHARACTERS_OF_A_TOKEN),
        usage.path("output").asLong(1 + said / CHARACTERS_OF_A_TOKEN),
        usage.path("cached").asLong(0),
        usage.path("written").asLong(0),
        usage.path("reasoning").asLong(0));
  }

  private Map<String, String> values(Place place) {
    var results = conversation.toolResults();
    var values = new TreeMap<String, String>();
    values.put("prompt", Script.without(place.prompt()));
    values.put("tool_result", results.isEmpty() ? "" : results.getLast());
    values.put("turn", Integer.toString(place.number()));
    values.put("model", conversation.model());
    values.put("tools", String.join(",", conversation.toolNames()));
    return values;
  }

  private static String fill(String text, Map<String, String> values) {
    return NAME.matcher(text)
        .replaceAll(
            found -> Matcher.quoteReplacement(values.getOrDefault(found.group(1), found.group())));
  }

  /// In every text of it.
  private static JsonNode fill(JsonNode node, Map<String, String> values) {
    if (node.isString()) {
      return Tree.JSON.valueToTree(fill(node.stringValue(), values));
    }
    if (node.isObject()) {
      var filled = Tree.of();
      node.properties().forEach(it -> filled.set(it.getKey(), fill(it.getValue(), values)));
      return filled;
    }
    if (node.isArray()) {
      var filled = Tree.JSON.createArrayNode();
      node.forEach(it -> filled.add(fill(it, values)));
      return filled;
    }
    return node;
  }
}
