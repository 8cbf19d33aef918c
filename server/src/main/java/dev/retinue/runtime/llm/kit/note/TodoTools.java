package dev.retinue.runtime.llm.kit.note;

import dev.retinue.core.port.Work;
import dev.retinue.llm.Prompt.ToolSpec;
import dev.retinue.runtime.llm.tool.Input;
import dev.retinue.runtime.llm.tool.PlainTool;
import dev.retinue.runtime.llm.tool.PlainTool.Nature;
import dev.retinue.runtime.llm.tool.Tool.Result;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;

/// The kit `todo`: a list of what is to do. What was done and not recorded is forgotten with the
/// process, so that to do it again does it once.
public final class TodoTools {
  private static final int LONGEST = 500;
  private static final Set<String> NAMES =
      Set.of("create_todo", "create_todos", "update_todos", "list_todos");

  private final Todos todos;

  public TodoTools(Work work) {
    this.todos = Todos.of(work, NAMES);
  }

  public List<PlainTool> tools() {
    return List.of(
        tool(
            "create_todo",
            "Notes one thing to do.",
            """
            {"type":"object","properties":{"description":{"type":"string"}},"required":["description"]}
            """,
            input -> added(List.of(input.text("description", LONGEST)))),
        tool(
            "create_todos",
            "Notes several things to do.",
            """
            {"type":"object","properties":{
              "descriptions":{"type":"array","items":{"type":"string"}}},
             "required":["descriptions"]}
            """,
            input -> added(input.texts("descriptions", Todos.MOST, LONGEST))),
        tool(
            "update_todos",
            "Says how far things are: pending, in-progress or completed.",
            """
            {"type":"object","properties":{"updates":{"type":"array","items":{"type":"object","properties":{
              "id":{"type":"string"},
              "status":{"type":"string","enum":["pending","in-progress","completed"]}},
              "required":["id","status"]}}},
             "required":["updates"]}
            """,
            this::update),
        tool(
            "list_todos",
            "Lists what is to do, and how far it is.",
            "{\"type\":\"object\",\"properties\":{}}",
            _ -> Result.of(todos.list().toString())));
  }

  private static PlainTool tool(
      String name, String description, String schema, PlainTool.Action action) {
    return new PlainTool(
        new ToolSpec(name, description, schema), List.of(name), Nature.READS, action);
  }

  private Result added(List<String> descriptions) {
    return Result.of(todos.add(descriptions).toString());
  }

  private Result update(Input input) {
    var states = new LinkedHashMap<String, String>();
    for (var each : input.objects("updates", Todos.MOST)) {
      var status = each.text("status", 100);
      if (!Todos.STATES.contains(status)) {
        throw input.refusal("'status' must be pending, in-progress or completed.");
      }
      states.put(each.text("id", 100), status);
    }
    var answer = todos.update(states);
    boolean none = answer.path("not_found").size() == states.size();
    return new Result(answer.toString(), none);
  }
}
