package dev.retinue.runtime.llm.kit.memory;

import dev.retinue.core.Digest;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RunId;
import dev.retinue.core.port.Memories;
import dev.retinue.core.port.Memories.Note;
import dev.retinue.core.port.Memories.Shelf;
import dev.retinue.llm.Prompt.ToolSpec;
import dev.retinue.runtime.llm.tool.Input;
import dev.retinue.runtime.llm.tool.PlainTool;
import dev.retinue.runtime.llm.tool.PlainTool.Nature;
import dev.retinue.runtime.llm.tool.Tool.Result;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/// The kit `memory`: what an agent remembers from one run to the next, for its own caller.
public final class MemoryTools {
  private static final int LONGEST_CATEGORY = 100;
  private static final int LONGEST_OUTPUT = 40_000;
  private static final int DIGEST = 16;
  private static final String ID =
      "\"id\":{\"type\":\"string\",\"description\":\"As it was listed.\"}";
  private static final String CATEGORY =
      "\"category\":{\"type\":\"string\",\"description\":\"A word to find it by.\"}";

  private final Memories memories;
  private final Shelf shelf;
  private final RunId run;
  private final InstantSource clock;

  public MemoryTools(Memories memories, Shelf shelf, RunId run, InstantSource clock) {
    this.memories = memories;
    this.shelf = shelf;
    this.run = run;
    this.clock = clock;
  }

  public List<PlainTool> tools() {
    return List.of(
        tool(
            "add_memory",
            "Remembers something for later runs.",
            """
            {"type":"object","properties":{"memory":{"type":"string"},%s},"required":["memory"]}
            """
                .formatted(CATEGORY),
            Nature.SETTLES,
            this::add),
        tool(
            "get_memories",
            "Lists all that is remembered.",
            "{\"type\":\"object\",\"properties\":{}}",
            Nature.READS,
            _ -> shown(memories.all(shelf))),
        tool(
            "search_memories",
            "Finds what is remembered by its words, all of which must be in it, or by its category.",
            """
            {"type":"object","properties":{"query":{"type":"string"},%s}}
            """
                .formatted(CATEGORY),
            Nature.READS,
            this::search),
        tool(
            "update_memory",
            "Changes what is remembered.",
            """
            {"type":"object","properties":{%s,"memory":{"type":"string"},%s},"required":["id","memory"]}
            """
                .formatted(ID, CATEGORY),
            Nature.SETTLES,
            this::update),
        tool(
            "delete_memory",
            "Forgets something.",
            "{\"type\":\"object\",\"properties\":{%s},\"required\":[\"id\"]}".formatted(ID),
            Nature.CHANGES,
            this::delete));
  }

  private static PlainTool tool(
      String name, String description, String schema, Nature nature, PlainTool.Action action) {
    return new PlainTool(new ToolSpec(name, description, schema), List.of(name), nature, action);
  }

  /// Under the same id it is the same memory, so that a call which is made again adds nothing.
  private Result add(Input input) {
    var id = "mem_" + Digest.of(run.text(), input.call()).substring(0, DIGEST);
    memories.add(
        shelf,
        new Note(
            id,
            clock.instant().truncatedTo(ChronoUnit.MICROS),
            input.text("category", "", LONGEST_CATEGORY).strip(),
            input.text("memory", Memories.LONGEST)));
    return Result.of("Remembered as %s.".formatted(id));
  }

  private Result search(Input input) {
    var words =
        Stream.of(input.text("query", "", Memories.LONGEST).strip().split("\\s+"))
            .filter(word -> !word.isEmpty())
            .toList();
    var category = input.text("category", "", LONGEST_CATEGORY).strip();
    return shown(memories.search(shelf, words, category.isEmpty() ? null : category));
  }

  private Result update(Input input) {
    var id = input.text("id", LONGEST_CATEGORY);
    var category = input.text("category", "", LONGEST_CATEGORY).strip();
    var text = input.text("memory", Memories.LONGEST);
    return memories.update(shelf, id, text, category.isEmpty() ? null : category)
        ? Result.of("Changed %s.".formatted(id))
        : missing(id);
  }

  private Result delete(Input input) {
    var id = input.text("id", LONGEST_CATEGORY);
    return memories.delete(shelf, id) ? Result.of("Forgot %s.".formatted(id)) : missing(id);
  }

  private static Result missing(String id) {
    return Result.failure(
        "There is no memory '%s'; get_memories lists those there are.".formatted(Excerpt.of(id)));
  }

  /// The newest are shown where not all can be.
  private static Result shown(List<Note> notes) {
    var list = JsonMapper.shared().createArrayNode();
    int length = 0;
    for (var note : notes.reversed()) {
      var node =
          JsonMapper.shared()
              .createObjectNode()
              .put("id", note.id())
              .put("created_at", note.at().toString())
              .put("category", note.category())
              .put("memory", note.text());
      length += node.toString().length() + 1;
      if (length > LONGEST_OUTPUT) {
        break;
      }
      list.add(node);
    }
    var more =
        list.size() == notes.size()
            ? ""
            : "\n[%d older ones are left out; search for them.]"
                .formatted(notes.size() - list.size());
    return Result.of(notes.isEmpty() ? "Nothing is remembered." : list + more);
  }
}
