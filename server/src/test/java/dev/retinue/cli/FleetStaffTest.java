package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.Agent;
import dev.retinue.core.Caller;
import dev.retinue.core.RunId;
import dev.retinue.core.Station;
import dev.retinue.core.port.Roster;
import dev.retinue.runtime.scripted.DemoStaff;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Agents of the fleet by their names on the staff.
final class FleetStaffTest {
  private final Roster staff = FleetStaff.over(new DemoStaff(), Set.of("coder", "lab"));
  private final Roster owners = staff.openTo(Caller.owner());

  @Test
  void the_owner_finds_all_agents_of_the_fleet() {
    assertThat(station("fleet.amy")).isEqualTo(Station.of(null, "amy"));
    assertThat(station("fleet-lab.amy-2")).isEqualTo(Station.of("lab", "amy-2"));
    assertThat(owners.in(null).require("fleet.Amy").name()).isEqualTo("fleet.amy");
    assertThat(owners.require("builder").means().runtime()).isEqualTo("scripted");
  }

  private @Nullable Station station(String name) {
    return owners.find(name).map(Agent::means).map(Agent.Means::station).orElse(null);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fleet",
        "fleet.",
        "fleet.a_b",
        "fleet.a--b",
        "fleet-east.amy",
        "fleets.amy",
        "fleetxlab.amy",
        "fleet.a.b"
      })
  void what_is_no_agent_of_the_fleet_is_nobody(String name) {
    assertThat(owners.find(name)).isEmpty();
    assertThatThrownBy(() -> owners.require(name)).hasMessageContaining("There is no agent");
  }

  @Test
  void nobody_else_finds_them() {
    var anna = new Caller("anna", "anna", Caller.Scope.RUN, null);
    var run = RunId.of("agent-" + "a".repeat(26));
    var below = new Caller("owner", "owner", Caller.Scope.ADMIN, run);

    assertThat(staff.find("fleet.amy")).isEmpty();
    assertThat(staff.openTo(anna).find("fleet.amy")).isEmpty();
    assertThat(staff.openTo(below).find("fleet.amy")).isEmpty();
    assertThat(owners.all()).hasSameSizeAs(new DemoStaff().all());
  }
}
