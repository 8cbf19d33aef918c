package dev.retinue.examples;

import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.mcp.rpc.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// What happened in a run and those below it, as transcripts tell it.
final class Account {
  private static final int MOST_LINES = 24;
  private static final String TRANSFER = "transfer_task";

  private final Function<RunId, List<RunEvent>> events;
  private final List<Run> runs;
  private final UnaryOperator<String> neutral;
  private final Set<RunId> told = new HashSet<>();

  /// @param runs all of them, the first begun first
  /// @param neutral takes out of a text what is different each time
  Account(Function<RunId, List<RunEvent>> events, List<Run> runs, UnaryOperator<String> neutral) {
    this.events = events;
    this.runs = runs;
    this.neutral = neutral;
  }

  List<Item> of(RunId run) {
    var one = new One(run);
    events.apply(run).forEach(one::add);
    return one.items;
  }

  /// One run.
  private final class One {
    private final RunId run;
    private final List<Item> items = new ArrayList<>();
    private final Map<String, Item> calls = new HashMap<>();
    private final Set<String> open = new HashSet<>();
    private Item asking = new Item("");

    private One(RunId run) {
      this.run = run;
    }

    private void add(RunEvent event) {
      switch (event) {
        case RunEvent.Told(var _, var text) -> items.add(Item.of("is told", shown(text)));
        case RunEvent.Said(var _, var text) -> items.add(Item.of(Play.SAYS, shown(text)));
        case RunEvent.ToolCalled it -> call(it);
        case RunEvent.ToolAnswered it -> answer(it);
        case RunEvent.AgentSwitching it -> items.add(new Item("`%s` goes on".formatted(it.to())));
        case RunEvent.Asked(var _, var need) -> ask(Item.of(Play.ASKS, shown(need.text())));
        case RunEvent.Answered(var _, var _, var said) -> asking.add(Item.of(Play.ANSWER, said));
        case RunEvent.Completed it -> items.add(Item.of(Play.COMPLETED, shown(it.summary())));
        case RunEvent.Failed it ->
            items.add(Item.of("**failed** as " + it.reason().word(), shown(it.message())));
        case RunEvent.Stopped it -> items.add(Item.of("**stopped**", shown(it.why())));
        default -> {} // How it was kept and counted is no part of what was said and done.
      }
    }

    private void call(RunEvent.ToolCalled it) {
      var words = open.isEmpty() ? Play.CALLS : Play.CALLS_TOO;
      var item = new Item("%s%s`".formatted(words, it.tool()));
      var input = Json.WIRE.readTree(it.input());
      input.properties().forEach(one -> item.add(argument(one.getKey(), one.getValue())));
      items.add(item);
      calls.put(it.call(), item);
      open.add(it.call());
      if (it.tool().equals(TRANSFER)) {
        member(input.path("agent").asString("")).ifPresent(item::add);
      }
    }

    private Optional<Item> member(String name) {
      return runs.stream()
          .filter(it -> it.commission().lineage().parent().filter(run::equals).isPresent())
          .filter(it -> ("." + it.commission().agent().name()).endsWith("." + name))
          .filter(it -> told.add(it.id()))
          .findFirst()
          .map(
              it -> {
                var member = new Item(Play.MEMBER + it.commission().agent().name() + "`");
                member.items().addAll(of(it.id()));
                return member;
              });
    }

    private void answer(RunEvent.ToolAnswered it) {
      open.remove(it.call());
      var label = it.failed() ? "hears an error" : "hears";
      calls.getOrDefault(it.call(), asking).add(Item.of(label, shown(it.output())));
    }

    /// Who asks while it uses a tool asks for that.
    private void ask(Item question) {
      asking = question;
      if (open.isEmpty()) {
        items.add(question);
      } else {
        items.getLast().add(question);
      }
    }
  }

  /// What ends with a line stands in lines; all else is JSON.
  private Item argument(String name, JsonNode value) {
    var label = "`%s`".formatted(name);
    if (!value.isString()) {
      return inline(label, neutral.apply(value.toString()));
    }
    var text = neutral.apply(Play.withoutScripts(value.stringValue()));
    return text.endsWith("\n")
        ? Item.inLines(label, text.substring(0, text.length() - 1))
        : inline(label, Json.WIRE.writeValueAsString(text));
  }

  private static Item inline(String label, String json) {
    return new Item("%s: `%s`".formatted(label, json.replace("`", "\\u0060")));
  }

  private String shown(String text) {
    var lines = neutral.apply(Play.withoutScripts(text)).strip().lines().toList();
    if (lines.size() <= MOST_LINES) {
      return String.join("\n", lines);
    }
    return lines.stream().limit(MOST_LINES - 1L).collect(Collectors.joining("\n"))
        + "\n[… %d more lines]".formatted(lines.size() - MOST_LINES + 1);
  }
}
