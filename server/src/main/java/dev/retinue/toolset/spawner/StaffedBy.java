package dev.retinue.toolset.spawner;

import dev.retinue.core.Agent;
import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.staff.Staff;
import java.util.Comparator;
import java.util.Optional;

/// Who on the staff works with a program: the one who is called like it, else the first.
public record StaffedBy(Staff staff, String program, String install) {
  public static StaffedBy claude(Staff staff) {
    return new StaffedBy(staff, "claude", "npm install -g @anthropic-ai/claude-code");
  }

  public static StaffedBy codex(Staff staff) {
    return new StaffedBy(staff, "codex", "npm install -g @openai/codex");
  }

  public String name(Caller caller) {
    return find(caller).map(Agent::name).orElseThrow(this::nobody);
  }

  public Optional<Agent> find(Caller caller) {
    return staff.roster().openTo(caller).all().stream()
        .filter(agent -> agent.means().runtime().equals(program) && agent.isGeneral())
        .min(Comparator.comparing(agent -> !agent.name().equals(program)));
  }

  private RetinueException nobody() {
    return new RetinueException(
        ErrorCode.SERVICE_UNAVAILABLE,
        "Nobody on the staff works with %s. Install it (%s) and restart the daemon, or put an agent of the runtime '%s' on the staff."
            .formatted(program, install, program));
  }
}
