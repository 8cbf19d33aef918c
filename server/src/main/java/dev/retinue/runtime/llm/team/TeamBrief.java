package dev.retinue.runtime.llm.team;

import dev.retinue.core.port.Work;
import java.util.ArrayList;
import java.util.List;

/// What a model is told of those with whom its agent works.
public final class TeamBrief {
  private static final String MEMBERS =
      """
      You lead a team. Its members do tasks that you give them with transfer_task; they have not read this conversation. Leave to them what they are there for, and put together what they answer. The members are:
      """;

  private static final String SUCCESSORS =
      """
      Where another agent is the right one to go on with this conversation, hand it over with handoff, and say nothing else. You can hand it over to:
      """;

  private TeamBrief() {}

  /// First its team, then those who may go on with the conversation.
  public static List<String> of(Work work) {
    var team = work.agent().craft().team();
    var brief = new ArrayList<String>();
    if (!team.members().isEmpty()) {
      brief.add(MEMBERS + new Mates(team.members()).list(work.company()));
    }
    if (!team.successors().isEmpty()) {
      brief.add(SUCCESSORS + new Mates(team.successors()).list(work.company()));
    }
    return brief;
  }
}
