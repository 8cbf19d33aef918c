package dev.retinue.examples;

import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.testing.Player;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/// What a transcript makes everybody do: the calls in it are the script of the model, those of a
/// member stand in the task that the member gets.
///
/// @param agent who begins
/// @param task what it is asked
/// @param items what it then does
record Play(String agent, String task, List<Item> items) {
  static final String CALLS = "calls `";
  static final String CALLS_TOO = "at the same time calls `";
  static final String MEMBER = "the member `";
  static final String ASKS = "asks somebody";
  static final String ANSWER = "the answer";
  static final String SAYS = "says";
  static final String COMPLETED = "**completed**";

  /// They are played by programs that were written for it.
  private static final Set<String> PROGRAMS = Set.of("claude", "codex");

  private static final Pattern DOCUMENT =
      Pattern.compile("(?s).*?\nThe task for `([^`]+)`:\n\n~~~text\n(.*?)\n~~~\n\n(.*)");
  private static final Pattern ARGUMENT = Pattern.compile("`(\\w+)`: `(.*)`");
  private static final Pattern LONG_ARGUMENT = Pattern.compile("`(\\w+)`:");
  private static final String BEGIN = "<llm-script>";
  private static final String END = "</llm-script>";

  static Play of(String transcript) {
    var match = DOCUMENT.matcher(transcript);
    if (!match.matches()) {
      throw new AssertionError("there is no task in: " + transcript);
    }
    return new Play(match.group(1), match.group(2), Item.read(match.group(3)));
  }

  /// The task with the script in it.
  String prompt() {
    return task + " " + script(items);
  }

  /// What is answered to those who ask, in this order.
  List<String> answers() {
    return answers(items).toList();
  }

  private static Stream<String> answers(List<Item> items) {
    return items.stream()
        .flatMap(
            it ->
                Stream.concat(
                    Stream.of(it).filter(one -> one.text().startsWith(ANSWER)).map(Item::said),
                    answers(it.items())));
  }

  /// One that may stand in another one, which does not play it.
  private static String script(List<Item> items) {
    var turns = new ArrayList<List<Turn>>();
    for (var item : items) {
      if (item.text().startsWith(CALLS)) {
        turns.add(new ArrayList<>(List.of(call(item))));
      } else if (item.text().startsWith(CALLS_TOO)) {
        turns.getLast().add(call(item));
      }
    }
    var text = ScriptedLlm.script(turns.stream().map(Play::turn).toArray(Turn[]::new));
    return BEGIN
        + text.substring(BEGIN.length(), text.length() - END.length()).replace("<", "\\u003c")
        + END;
  }

  private static Turn turn(List<Turn> calls) {
    return calls.size() == 1 ? calls.getFirst() : Turn.calls(calls.toArray(Turn[]::new));
  }

  private static Turn call(Item item) {
    var input = Json.object();
    for (var one : item.items()) {
      var argument = ARGUMENT.matcher(one.text());
      if (argument.matches()) {
        input.set(argument.group(1), Json.WIRE.readTree(argument.group(2)));
      } else if (LONG_ARGUMENT.matcher(one.text()).matches()) {
        input.put(one.text().replaceAll("[`:]", ""), one.block() + "\n");
      } else if (one.text().startsWith(MEMBER)) {
        give(input, one);
      }
    }
    return Turn.tool(name(item), input);
  }

  static String name(Item item) {
    return item.text().replaceFirst("^[^`]*`([^`]+)`.*$", "$1");
  }

  private static void give(ObjectNode input, Item member) {
    var task = input.path("task").asString("");
    input.put(
        "task",
        PROGRAMS.contains(name(member))
            ? task + "\n" + steps(member.items())
            : task + " " + script(member.items()));
  }

  private static String steps(List<Item> items) {
    var steps = new ArrayList<String>(List.of("begin"));
    for (var item : items) {
      if (item.text().startsWith(ASKS)) {
        steps.add("ask " + item.said().replaceFirst("^Bash: (.*?) \\(.*\\)$", "$1"));
      } else if (item.text().startsWith(SAYS) && !isLastWord(item, items)) {
        steps.add("say " + item.said());
      } else if (item.text().startsWith(COMPLETED)) {
        steps.add("done " + item.said());
      }
    }
    return Player.script(steps.toArray(String[]::new));
  }

  /// What a program says last is what it has done.
  private static boolean isLastWord(Item item, List<Item> items) {
    return items.stream()
        .anyMatch(it -> it.text().startsWith(COMPLETED) && it.said().equals(item.said()));
  }

  /// A text without what only the players read.
  static String withoutScripts(String text) {
    return text.replaceAll("(?s) ?" + BEGIN + ".*?" + END, "").replaceAll("(?m)\n^play .*$", "");
  }
}
