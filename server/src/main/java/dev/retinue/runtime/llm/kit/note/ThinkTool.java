package dev.retinue.runtime.llm.kit.note;

import dev.retinue.llm.Prompt.ToolSpec;
import dev.retinue.runtime.llm.tool.PlainTool;
import dev.retinue.runtime.llm.tool.PlainTool.Nature;
import dev.retinue.runtime.llm.tool.Tool.Result;
import java.util.List;

/// The kit `think`: room to think aloud, for models that have none of their own. The thought stands
/// among the events of the run, and nothing else comes of it.
public final class ThinkTool {
  private static final int LONGEST = 100_000;
  private static final ToolSpec SPEC =
      new ToolSpec(
          "think",
          "Room to think something through in steps. Nothing else comes of it.",
          """
          {"type":"object","properties":{
            "thought":{"type":"string","description":"What you think."}},
           "required":["thought"]}
          """);

  private ThinkTool() {}

  public static List<PlainTool> tools() {
    return List.of(
        new PlainTool(
            SPEC,
            List.of("think"),
            Nature.READS,
            input -> {
              var _ = input.text("thought", LONGEST);
              return Result.of("Noted. Go on.");
            }));
  }
}
