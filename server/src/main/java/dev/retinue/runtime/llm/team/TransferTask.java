package dev.retinue.runtime.llm.team;

import dev.retinue.core.port.Work;
import dev.retinue.llm.Prompt.ToolSpec;
import dev.retinue.runtime.llm.tool.Tool;
import tools.jackson.databind.node.ObjectNode;

/// `transfer_task`: a member of the team does something in a run below this one, and its answer is
/// the result.
final class TransferTask implements Tool {
  static final String NAME = "transfer_task";

  private static final ToolSpec SPEC =
      new ToolSpec(
          NAME,
          "Gives a task to a member of your team, waits until it is done, and answers with what came of it. Call it several times at once for tasks that do not depend on each other.",
          Assignment.SCHEMA);

  private final Work work;
  private final Mates members;

  TransferTask(Work work) {
    this.work = work;
    this.members = new Mates(work.agent().craft().team().members());
  }

  @Override
  public ToolSpec spec() {
    return SPEC;
  }

  /// The same call is the same run.
  @Override
  public boolean waitsForOthers() {
    return true;
  }

  @Override
  public boolean isRepeatable() {
    return true;
  }

  @Override
  public Result call(String call, ObjectNode input) throws InterruptedException {
    try {
      var errand = Assignment.of(members, input).errand();
      var below = work.delegate("task-" + call, errand);
      return Report.of(work.await(below.id()), work.company());
    } catch (Assignment.Unclear e) {
      return e.result();
    }
  }
}
