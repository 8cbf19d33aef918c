package dev.retinue.runtime.llm.kit.note;

import dev.retinue.core.Limit;
import dev.retinue.core.LimitHit;
import dev.retinue.core.RunEvent;
import dev.retinue.core.port.Work;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// What a run has to do, as it noted it. Every answer of the tools has the whole list, and answers
/// are recorded: so a run that is taken up again has the list of its last answer.
final class Todos {
  static final Set<String> STATES = Set.of("pending", "in-progress", "completed");
  static final int MOST = Limit.TODOS.count();
  private static final int LONGEST_LIST = Limit.TODO_LIST.count();
  private static final int PAGE = 500;
  private static final String CHANGE = "change";
  private static final String LIST = "todos";

  private final Map<String, Todo> todos = new LinkedHashMap<>();
  private int made;
  private long change;

  /// One of them.
  record Todo(String id, String description, String status) {}

  /// As they were when somebody was last at work for the run: before a restart, or before the
  /// conversation was handed on.
  ///
  /// @param tools the names of those whose answers have the list
  static Todos of(Work work, Set<String> tools) {
    var todos = new Todos();
    todos.recall(work, tools);
    return todos;
  }

  private void recall(Work work, Set<String> tools) {
    var calls = new HashMap<String, String>();
    long after = 0;
    for (var page = work.history(after, PAGE); !page.isEmpty(); page = work.history(after, PAGE)) {
      for (var recorded : page) {
        switch (recorded.event()) {
          case RunEvent.ToolCalled(var _, var call, var tool, var _, var _) ->
              calls.put(call, tool);
          case RunEvent.ToolAnswered(var _, var call, var output, var failed) -> {
            if (!failed && tools.contains(calls.getOrDefault(call, ""))) {
              recall(output);
            }
          }
          default -> {}
        }
        after = recorded.sequence();
      }
    }
  }

  /// What was answered last need not be what was done last: a model may call several at once.
  private void recall(String output) {
    try {
      if (JsonMapper.shared().readTree(output) instanceof ObjectNode answer
          && answer.path(CHANGE).asLong(-1) >= change) {
        change = answer.path(CHANGE).asLong(0);
        todos.clear();
        for (var each : answer.path(LIST)) {
          put(
              new Todo(
                  each.path("id").asString(""),
                  each.path("description").asString(""),
                  each.path("status").asString("")));
        }
        made = todos.size();
      }
    } catch (JacksonException e) {
      // It is not one of ours.
    }
  }

  private void put(Todo todo) {
    todos.put(todo.id(), todo);
  }

  /// Adds them all, or refuses. Answers with the whole list.
  synchronized ObjectNode add(List<String> descriptions) {
    if (todos.size() + descriptions.size() > MOST) {
      throw LimitHit.fixed(Limit.TODOS, LimitHit.Whose.THIS_RUN, LimitHit.Frees.never())
          .refusal(
              "There would be %d todos, and %d are allowed; put several steps into one."
                  .formatted(todos.size() + descriptions.size(), MOST));
    }
    var before = Map.copyOf(todos);
    int madeBefore = made;
    var created = JsonMapper.shared().createArrayNode();
    for (var description : descriptions) {
      var todo = new Todo("todo_" + ++made, description, "pending");
      put(todo);
      created.add(node(todo));
    }
    var answer = answer();
    if (answer.toString().length() > LONGEST_LIST) {
      todos.keySet().retainAll(before.keySet());
      made = madeBefore;
      throw LimitHit.fixed(Limit.TODO_LIST, LimitHit.Whose.THIS_RUN, LimitHit.Frees.never())
          .refusal("The list would be too long to be kept; use fewer words.");
    }
    answer.set("created", created);
    return answer;
  }

  /// Changes what is there. Says which are not.
  synchronized ObjectNode update(Map<String, String> states) {
    var missing = JsonMapper.shared().createArrayNode();
    states.forEach(
        (id, status) -> {
          var todo = todos.get(id);
          if (todo == null) {
            missing.add(id);
          } else {
            put(new Todo(id, todo.description(), status));
          }
        });
    var answer = answer();
    if (!missing.isEmpty()) {
      answer.set("not_found", missing);
    }
    return answer;
  }

  synchronized ObjectNode list() {
    return answer();
  }

  private ObjectNode answer() {
    change++;
    var answer = JsonMapper.shared().createObjectNode().put(CHANGE, change);
    var list = answer.putArray(LIST);
    todos.values().forEach(todo -> list.add(node(todo)));
    long open = todos.values().stream().filter(todo -> !todo.status().equals("completed")).count();
    return answer.put("open", open);
  }

  private static ObjectNode node(Todo todo) {
    return JsonMapper.shared()
        .createObjectNode()
        .put("id", todo.id())
        .put("description", todo.description())
        .put("status", todo.status());
  }
}
