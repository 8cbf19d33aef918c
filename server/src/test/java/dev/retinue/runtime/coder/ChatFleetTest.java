package dev.retinue.runtime.coder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.fleet.Fleet;
import dev.retinue.core.fleet.Fleet.Order;
import dev.retinue.core.fleet.Fleet.Progress;
import dev.retinue.core.fleet.FleetAgent;
import dev.retinue.core.fleet.FleetStatus;
import dev.retinue.runtime.coder.client.ChatClient;
import dev.retinue.runtime.coder.client.CoderAccess;
import dev.retinue.runtime.coder.fake.FakeChat;
import dev.retinue.runtime.coder.fake.FakeCoder;
import dev.retinue.runtime.coder.fake.Mode;
import dev.retinue.runtime.coder.fake.Pace;
import dev.retinue.runtime.coder.fake.http.Fault;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Agents that are chats of Coder's own.
final class ChatFleetTest {
  private static final Duration LONG = Duration.ofSeconds(20);

  private static ChatFleet fleet(FakeCoder coder) {
    var access = new CoderAccess("talk", URI.create(coder.url()), coder.token());
    var pace = new FleetRules.Pace(Duration.ofMillis(5), LONG, Duration.ZERO, Duration.ZERO, LONG);
    return new ChatFleet(new ChatClient(access, InstantSource.system()), 20, pace);
  }

  private static RetinueException refusal(ThrowingCallable call) {
    return Objects.requireNonNull(catchThrowableOfType(RetinueException.class, call));
  }

  private static FleetAgent create(Fleet fleet, String name) throws InterruptedException {
    return fleet.create(new Fleet.Wanted(name, "coder", "Do it.", null));
  }

  private static FakeChat amy(FakeCoder coder) {
    return coder.chat("retinue-agent", "amy");
  }

  @ParameterizedTest
  @EnumSource(
      value = Mode.class,
      names = {"CURRENT", "V2_36"})
  void they_are_made_told_interrupted_and_put_away(Mode mode) throws Exception {
    try (var coder = FakeCoder.start(mode);
        var fleet = fleet(coder)) {
      coder.chat("Somebody sits here.");

      assertThat(fleet.projects()).extracting(Fleet.Project::name).containsExactly("coder");
      assertThat(fleet.roles("Coder").all()).isEmpty();
      assertThat(create(fleet, "amy").status()).isEqualTo(FleetStatus.BUSY);
      assertThat(refusal(() -> create(fleet, "AMY")).code()).isEqualTo(ErrorCode.CONFLICT);
      assertThat(fleet.agents(null, null)).extracting(FleetAgent::name).containsExactly("amy");
      assertThat(fleet.agents(FleetStatus.IDLE, null)).isEmpty();
      assertThat(fleet.agents(null, "other")).isEmpty();
      assertThat(refusal(() -> fleet.start("amy", "More.")).code()).isEqualTo(ErrorCode.CONFLICT);

      amy(coder).finish("It is done.");
      fleet.start("Amy", "Another.");
      assertThat(amy(coder).told()).containsExactly("Do it.", "Another.");
      assertThat(fleet.cancel("amy").status()).isEqualTo(FleetStatus.IDLE);
      assertThat(refusal(() -> fleet.cancel("amy")).code()).isEqualTo(ErrorCode.INVALID_INPUT);
      assertThat(fleet.history("amy", 1, 20).items())
          .extracting(Fleet.TaskEntry::message)
          .containsExactly("Another.", "Do it.");
      assertThat(fleet.log("amy", 1, 20).entries().items())
          .extracting(Fleet.LogEntry::message)
          .containsExactly("Another.", "It is done.", "Do it.");
      assertThat(refusal(() -> fleet.restart("amy")).getMessage()).contains("no workspace");

      assertThat(fleet.delete("amy").status()).isEqualTo(FleetStatus.DELETED);
      assertThat(amy(coder).isArchived()).isTrue();
      assertThat(refusal(() -> fleet.show("amy")).code()).isEqualTo(ErrorCode.NOT_FOUND);
    }
  }

  @Test
  void what_waits_waits_in_coder_and_is_waited_for() throws Exception {
    try (var coder = FakeCoder.start(Mode.CURRENT);
        var fleet = fleet(coder)) {
      create(fleet, "amy");
      var order = new Order("amy", "Then this.", true, true);
      var assigned = fleet.assign(order, Duration.ZERO, Progress.NOBODY);
      assertThat(assigned.queued()).isNotNull();
      assertThat(fleet.show("amy").queued()).isEqualTo(1);
      assertThat(fleet.history("amy", 1, 5).items().getFirst().kind()).isEqualTo("queued");
      assertThat(refusal(() -> fleet.cancel("amy", true)).getMessage()).contains("drop_queued");

      assertThat(fleet.await("amy", null, Duration.ZERO, Progress.NOBODY).status())
          .isEqualTo(FleetStatus.BUSY);
      coder.pace(Pace.BY_REQUEST).stepsOfWork(3);
      amy(coder).finish("First.");
      var outcome = fleet.await("amy", assigned.queued(), LONG, Progress.NOBODY);
      assertThat(outcome.answer()).isEqualTo("I have done it.");
      assertThat(amy(coder).told()).containsExactly("Do it.", "Then this.");
    }
  }

  @Test
  void one_that_cannot_go_on_waits_for_somebody_and_says_why() throws Exception {
    try (var coder = FakeCoder.start(Mode.CURRENT);
        var fleet = fleet(coder)) {
      create(fleet, "amy");
      amy(coder).fail("The model is overloaded.");

      var shown = fleet.show("amy");
      assertThat(shown.status()).isEqualTo(FleetStatus.WAITING);
      assertThat(shown.reason()).isEqualTo("The model is overloaded.");
      assertThat(fleet.history("amy", 1, 5).items().getFirst().needsAttention()).isTrue();
      fleet.start("amy", "Try again.");
      assertThat(fleet.show("amy").status()).isEqualTo(FleetStatus.BUSY);
    }
  }

  @Test
  void a_long_conversation_is_read_page_by_page() throws Exception {
    try (var coder = FakeCoder.start(Mode.CURRENT);
        var fleet = fleet(coder)) {
      create(fleet, "amy");
      for (int i = 0; i < 300; i++) {
        amy(coder).finish("Answer " + i);
      }

      var log = fleet.log("amy", 1, 1).entries();
      assertThat(log.total()).isEqualTo(301);
      assertThat(log.items().getFirst().message()).isEqualTo("Answer 299");
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Mode.class,
      names = {"V2_28", "BEFORE_2_28"})
  void where_there_are_no_chats_that_is_said(Mode mode) {
    try (var coder = FakeCoder.start(mode);
        var fleet = fleet(coder)) {
      assertThat(refusal(() -> fleet.agents(null, null)).getMessage()).contains("has no chats");
    }
  }

  @Test
  void what_is_wrong_is_refused_and_nothing_is_sent_twice() throws Exception {
    try (var coder = FakeCoder.start(Mode.CURRENT);
        var fleet = fleet(coder)) {
      assertThat(refusal(() -> create(fleet, "a b")).code()).isEqualTo(ErrorCode.INVALID_INPUT);
      assertThat(refusal(() -> fleet.create(new Fleet.Wanted("amy", "coder", " ", null))).code())
          .isEqualTo(ErrorCode.INVALID_INPUT);
      assertThat(refusal(() -> fleet.create(new Fleet.Wanted("amy", "no", "It.", null))).code())
          .isEqualTo(ErrorCode.NOT_FOUND);
      assertThat(refusal(() -> fleet.create(new Fleet.Wanted("amy", "coder", "It.", "x"))).code())
          .isEqualTo(ErrorCode.NOT_FOUND);
      assertThat(coder.requests("POST", "*")).isEmpty();
      coder.fault("POST", "/api/v2/chats", Fault.status(503).afterwards().always());
      assertThat(refusal(() -> create(fleet, "amy")).code())
          .isEqualTo(ErrorCode.SERVICE_UNAVAILABLE);
      assertThat(coder.requests("POST", "/api/v2/chats")).hasSize(1);
    }
  }
}
