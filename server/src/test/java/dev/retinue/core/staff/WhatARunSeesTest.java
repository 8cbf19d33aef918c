package dev.retinue.core.staff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.Budget;
import dev.retinue.core.Caller;
import dev.retinue.core.Commission.Terms;
import dev.retinue.core.Recorded;
import dev.retinue.core.RunId;
import dev.retinue.core.StartKey;
import dev.retinue.core.State;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A run acts for its caller, but sees and touches nothing that is not below it.
final class WhatARunSeesTest {
  private static final Caller ANNA = new Caller("anna", "anna", Caller.Scope.RUN, null);

  @TempDir private Path folder;
  private TestStaff staff;
  private RunId parent;
  private Caller me;

  @BeforeEach
  void open() {
    var clock = new TestClock();
    staff =
        TestStaff.in(folder, clock)
            .hire("sleeper", "hang")
            .hire("player", "")
            .begin(new ScriptedRuntime(clock));
    parent = staff.staff().start(ANNA, StartRequest.of("sleeper", "one")).id();
    me = Crew.callerOf(staff.await(parent, it -> it.state() instanceof State.Running));
  }

  @AfterEach
  void close() {
    staff.close();
  }

  @Test
  void the_feed_shows_a_run_itself_and_what_is_below_it() {
    staff.staff().start(ANNA, StartRequest.of("player", "say secret"));
    var child = staff.staff().start(me, StartRequest.of("player", "complete Done")).id();
    staff.awaitEnd(child);

    var seen = staff.staff().feed().readAll(me, 0, 1000);
    var all = staff.staff().feed().readAll(ANNA, 0, 1000);

    assertThat(seen.events()).extracting(Recorded::run).containsOnly(parent, child);
    assertThat(all.events())
        .extracting(Recorded::run)
        .contains(parent, child)
        .hasSizeGreaterThan(2);
  }

  @Test
  void the_conversations_of_its_caller_do_not_exist_for_a_run() {
    var sessions = staff.staff().sessions();
    var hers = sessions.open(ANNA, "player", "private").id();
    var own = sessions.open(me, "player", "own").id();
    var turn = new Terms(Budget.UNLIMITED, true, null, hers);

    assertThat(sessions.list(me, true, 10)).extracting(it -> it.id()).containsExactly(own);
    assertThatThrownBy(() -> sessions.require(me, hers)).hasMessageContaining("no session");
    assertThatThrownBy(() -> sessions.close(me, hers)).hasMessageContaining("no session");
    assertThatThrownBy(
            () -> staff.staff().start(me, StartRequest.of("player", "say hi").under(turn)))
        .hasMessageContaining("no session");
    assertThat(sessions.require(ANNA, hers).closed()).isFalse();
  }

  @Test
  void a_key_that_its_caller_has_used_leads_a_run_nowhere() {
    var request =
        StartRequest.of("player", "complete Done")
            .once(new StartKey("anna", "agent_start", "key-1", "digest-1"));
    var hers = staff.staff().start(ANNA, request);

    var own = staff.staff().start(me, request);

    assertThat(own.id()).isNotEqualTo(hers.id());
    assertThat(own.commission().lineage().parent()).contains(parent);
    assertThat(staff.staff().start(me, request).id()).isEqualTo(own.id());
  }
}
