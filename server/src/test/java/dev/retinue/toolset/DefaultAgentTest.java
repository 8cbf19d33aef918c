package dev.retinue.toolset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.retinue.core.Agent;
import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.port.AgentRuntime;
import dev.retinue.core.port.AgentRuntime.Nature;
import dev.retinue.core.port.Roster;
import dev.retinue.core.port.Work;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Who works when nobody is named.
final class DefaultAgentTest {
  private static final Roster STAFF =
      () ->
          List.of(
              member("actor", "scripted"),
              member("coder", "cli"),
              member("second", "cli"),
              member("thinker", "llm"));

  @Test
  void a_model_is_taken_before_a_program_and_that_before_a_script() {
    assertThat(chosen(null, model(true), program(true), script())).isEqualTo("thinker");
    assertThat(chosen(null, model(false), program(true), script())).isEqualTo("coder");
    assertThat(chosen(null, model(false), program(false), script())).isEqualTo("actor");
    assertThat(chosen(null, script())).isEqualTo("actor");
  }

  @Test
  void whom_the_owner_chose_works_whoever_else_could() {
    assertThat(chosen("actor", model(true), script())).isEqualTo("actor");
    assertThat(choose("actor", script()).why()).isEqualTo("it is the configured default");
    assertThatExceptionOfType(RetinueException.class)
        .isThrownBy(() -> choose("actr", script()))
        .withMessage("There is no agent 'actr' on the staff. Did you mean 'actor'?");
  }

  @Test
  void it_says_why_it_is_this_one() {
    assertThat(choose(null, model(true)).why()).contains("a model that can be asked");
    assertThat(choose(null, model(false), program(true)).why()).contains("program is installed");
    assertThat(choose(null, script()).why()).contains("plays a script");
  }

  @Test
  void where_nobody_can_that_is_said() {
    assertThatExceptionOfType(RetinueException.class)
        .isThrownBy(() -> choose(null, model(false)))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.SERVICE_UNAVAILABLE));
  }

  private static String chosen(@Nullable String configured, Fixed... runtimes) {
    return choose(configured, runtimes).agent().name();
  }

  private static DefaultAgent.Choice choose(@Nullable String configured, Fixed... runtimes) {
    var known = new HashMap<String, AgentRuntime>();
    for (var runtime : runtimes) {
      known.put(runtime.name(), runtime);
    }
    return new DefaultAgent(configured, STAFF, find(known)).choose(Caller.owner());
  }

  private static Function<String, Optional<AgentRuntime>> find(Map<String, AgentRuntime> known) {
    return name -> Optional.ofNullable(known.get(name));
  }

  private static Agent member(String name, String runtime) {
    return new Agent(name, "", new Agent.Means(runtime, null), "", List.of(), Agent.Limits.NONE);
  }

  private static Fixed model(boolean ready) {
    return new Fixed("llm", Nature.MODEL, ready);
  }

  private static Fixed program(boolean ready) {
    return new Fixed("cli", Nature.PROGRAM, ready);
  }

  private static Fixed script() {
    return new Fixed("scripted", Nature.SCRIPT, true);
  }

  /// A runtime that does nothing but be there.
  private record Fixed(String name, Nature nature, boolean ready) implements AgentRuntime {
    @Override
    public void carryOut(Work work) {}

    @Override
    public boolean canResume(Run run) {
      return false;
    }
  }
}
