package dev.retinue.toolset.spawner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.Agent;
import dev.retinue.core.Caller;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Who is meant where only a program is named.
final class StaffedByTest {
  @TempDir private Path folder;

  @Test
  void it_is_the_one_who_is_called_like_the_program_else_the_first_of_its_runtime() {
    try (var staff = TestStaff.in(folder, new TestClock()).begin()) {
      var claude = StaffedBy.claude(staff.staff());
      staff.hire(SpawnScene.member("codex", "codex"));
      assertThat(claude.find(Caller.owner())).isEmpty();
      assertThatThrownBy(() -> claude.name(Caller.owner())).hasMessageContaining("npm install");

      staff.hire(SpawnScene.member("critic", "claude"));
      assertThat(claude.find(Caller.owner())).map(Agent::name).contains("critic");

      staff.hire(SpawnScene.member("claude", "claude"));
      assertThat(claude.name(Caller.owner())).isEqualTo("claude");
    }
  }
}
