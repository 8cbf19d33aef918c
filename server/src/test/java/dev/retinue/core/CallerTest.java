package dev.retinue.core;

import static dev.retinue.core.Hostile.refused;
import static dev.retinue.core.Sample.below;
import static dev.retinue.core.Sample.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.retinue.core.Caller.Scope;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CallerTest {
  private static final RunId ROOT = id('r');
  private static final RunId SELF = id('s');
  private static final Run OF_ADA = of("ada", ROOT, Lineage.ROOT);

  private static Run of(String caller, RunId id, Lineage lineage) {
    return Sample.run(id, caller, lineage, Budget.UNLIMITED);
  }

  private static Caller caller(String id, Scope scope) {
    return new Caller(id, id, scope, null);
  }

  @Test
  void a_caller_sees_its_own_runs_and_no_others() {
    assertThat(caller("ada", Scope.READ).maySee(OF_ADA)).isTrue();
    assertThat(caller("ada", Scope.RUN).maySee(OF_ADA)).isTrue();
    assertThat(caller("bob", Scope.RUN).maySee(OF_ADA)).isFalse();
    assertThat(caller("Ada", Scope.RUN).maySee(OF_ADA)).isFalse();
  }

  @Test
  void an_administrator_sees_everything() {
    assertThat(Caller.owner().maySee(OF_ADA)).isTrue();
    assertThat(caller("bob", Scope.ADMIN).maySee(OF_ADA)).isTrue();
  }

  @Test
  void who_watches_sees_everything_and_may_do_nothing() {
    var watcher = caller("bob", Scope.WATCH);
    assertThat(watcher.maySee(OF_ADA)).isTrue();
    assertThat(watcher.ownerOfRuns()).isNull();
    assertThat(watcher.ownerOfSessions()).isNull();
    refused(ErrorCode.FORBIDDEN, () -> watcher.require(Scope.RUN));
    refused(ErrorCode.FORBIDDEN, () -> watcher.require(Scope.ADMIN));
  }

  @Test
  void nobody_else_sees_what_is_everybodys_and_no_run_does() {
    for (var caller :
        List.of(
            caller("bob", Scope.READ),
            caller("bob", Scope.RUN),
            new Caller("bob", "bob", Scope.ADMIN, SELF),
            new Caller("bob", "bob", Scope.WATCH, SELF))) {
      assertThat(caller.seesAll()).isFalse();
      refused(
          ErrorCode.FORBIDDEN, () -> caller.requireSight("The vitals tell of everybody's work"));
    }
    assertThat(Caller.owner().seesAll()).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void a_run_sees_itself_and_what_is_below_it_whatever_its_scope(Scope scope) {
    var run = new Caller("ada", "ada", scope, SELF);
    assertThat(run.maySee(of("ada", SELF, below(ROOT)))).isTrue();
    assertThat(run.maySee(of("ada", id('c'), below(ROOT, SELF)))).isTrue();
    assertThat(run.maySee(of("ada", id('d'), below(ROOT, SELF, id('c'))))).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void a_run_sees_neither_what_is_above_nor_beside_it_though_its_caller_owns_all(Scope scope) {
    var run = new Caller("ada", "ada", scope, SELF);
    assertThat(run.maySee(OF_ADA)).isFalse();
    assertThat(run.maySee(of("ada", id('b'), below(ROOT)))).isFalse();
    assertThat(run.maySee(of("ada", id('o'), Lineage.ROOT))).isFalse();
  }

  @Test
  void each_scope_allows_looking_and_only_an_administrator_has_all_of_them() {
    var allowed =
        Map.of(
            Scope.READ, List.of(Scope.READ),
            Scope.WATCH, List.of(Scope.READ, Scope.WATCH),
            Scope.RUN, List.of(Scope.READ, Scope.RUN),
            Scope.ADMIN, List.of(Scope.values()));
    for (var has : Scope.values()) {
      for (var needed : Scope.values()) {
        var caller = caller("ada", has);
        boolean enough = allowed.getOrDefault(has, List.of()).contains(needed);
        assertThat(caller.may(needed)).isEqualTo(enough);
        if (enough) {
          assertThatCode(() -> caller.require(needed)).doesNotThrowAnyException();
        } else {
          refused(ErrorCode.FORBIDDEN, () -> caller.require(needed));
        }
      }
    }
  }

  @Test
  void nobody_but_an_administrator_is_one() {
    assertThat(Caller.owner().may(Scope.ADMIN)).isTrue();
    assertThat(caller("ada", Scope.RUN).may(Scope.ADMIN)).isFalse();
    assertThat(caller(Caller.OWNER, Scope.READ).may(Scope.RUN)).isFalse();
  }

  @Test
  void where_a_caller_speaks_from_makes_him_no_other_and_its_keys_are_never_shown() {
    var place = new Workplace(Path.of("/work"), Map.of("OPENAI_API_KEY", "sk-canary"));
    var there = caller("ada", Scope.RUN).at(place);

    assertThat(there)
        .isEqualTo(caller("ada", Scope.RUN))
        .hasSameHashCodeAs(caller("ada", Scope.RUN));
    assertThat(there.holder()).isEqualTo("ada");
    assertThat(there).isNotEqualTo(caller("bob", Scope.RUN).at(place));
    assertThat(there.toString() + place).contains("OPENAI_API_KEY").doesNotContain("canary");
  }

  @Test
  void a_workplace_takes_the_keys_of_providers_and_nothing_else_of_an_environment() {
    var place =
        new Workplace(
            null,
            Map.of(
                "LLM_MODEL",
                "small",
                "AWS_SECRET_ACCESS_KEY",
                "x",
                "STRIPE_API_KEY",
                "y",
                "LLM_ENDPOINT",
                " "));

    assertThat(place.keys()).containsOnlyKeys("LLM_MODEL");
    refused(
        ErrorCode.INVALID_INPUT, () -> new Workplace(null, Map.of("LLM_MODEL", "m".repeat(8193))));
    refused(
        ErrorCode.INVALID_INPUT, () -> new Workplace(null, Map.of("LLM_MODEL", "small\nLLM=1")));
  }
}
