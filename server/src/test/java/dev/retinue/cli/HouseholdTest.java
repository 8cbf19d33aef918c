package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.config.Configuration;
import dev.retinue.core.Caller;
import dev.retinue.core.Retention;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.staff.StartRequest;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HouseholdTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir private Path folder;
  private Path configuration;

  @BeforeEach
  void configure() throws IOException {
    configuration =
        Files.writeString(
            folder.resolve("retinue.yaml"),
            """
            staff:
              greeter:
                description: Says hello
                runtime: scripted
                instructions: |
                  say Hello, {prompt}
                  complete Greeted {prompt}
            """);
  }

  @Test
  void a_member_of_the_staff_that_the_configuration_declares_does_its_work()
      throws InterruptedException {
    try (var household = open()) {
      var run = household.staff().start(Caller.owner(), StartRequest.of("greeter", "Ada"));

      var ended = household.staff().await(Caller.owner(), run.id(), Run::ended, PATIENCE);

      assertThat(ended.state())
          .isInstanceOfSatisfying(
              State.Completed.class, it -> assertThat(it.summary()).isEqualTo("Greeted Ada"));
    }
  }

  @Test
  void the_folder_of_a_session_stays_until_that_is_closed() throws IOException {
    try (var household = open()) {
      var sessions = household.staff().sessions();
      var open = sessions.open(Caller.owner(), "greeter", null);
      var closed = sessions.open(Caller.owner(), "greeter", null);
      sessions.close(Caller.owner(), closed.id());
      var rooms = folder.resolve("data/rooms");
      for (var name : List.of(open.id(), closed.id(), "of-nobody")) {
        Files.createFile(Files.createDirectories(rooms.resolve(name)).resolve("made"));
      }

      assertThat(household.cleanRooms()).isEqualTo(2);

      assertThat(rooms).isDirectoryContaining(it -> it.endsWith(open.id()));
      assertThat(household.cleanRooms()).isZero();
    }
  }

  @Test
  void the_owner_is_known_by_the_token_in_the_directory_and_nobody_else_is() throws IOException {
    try (var household = open()) {
      var token = Files.readString(folder.resolve("data/token")).strip();

      assertThat(household.callers().authenticate(token)).contains(Caller.owner());
      assertThat(household.callers().authenticate(token.substring(1))).isEmpty();
      assertThat(household.callers().authenticate("")).isEmpty();
    }
  }

  @Test
  void a_run_is_known_by_its_own_token_as_long_as_it_is_at_work() throws InterruptedException {
    try (var household = open()) {
      var staff = household.staff();
      var run = staff.start(Caller.owner(), StartRequest.of("greeter", "Ada")).id();
      var ended = staff.await(Caller.owner(), run, it -> it.ended() && !it.ending(), PATIENCE);

      var token = household.callers().tokenOf(ended);

      assertThat(household.callers().authenticate(token)).as("it has ended").isEmpty();
      var forged = token.replace(run.text(), "agent-" + "a".repeat(26));
      assertThat(household.callers().authenticate(forged)).isEmpty();
    }
  }

  @Test
  void a_run_is_the_same_caller_after_a_restart_until_it_has_ended(@TempDir Path place)
      throws InterruptedException {
    RunId run;
    try (var household = ServedHousehold.open(place)) {
      run = household.staff().start(Caller.owner(), StartRequest.of("player", "ask Who?")).id();
    }
    var itself = new Caller("owner", run.text(), Caller.Scope.RUN, run);
    try (var household = ServedHousehold.open(place)) {
      var callers = household.callers();
      assertThat(callers.find(itself.holder())).contains(itself);
      assertThat(callers.find("other/" + run)).isEmpty();
      assertThat(callers.find("owner/nonsense")).isEmpty();
      assertThat(callers.find("owner")).contains(Caller.owner());

      household.staff().stop(Caller.owner(), run, "enough");
      assertThat(callers.find(itself.holder())).isEmpty();
    }
  }

  @Test
  void what_was_done_is_there_when_the_directory_is_opened_again() throws InterruptedException {
    Run before;
    try (var household = open()) {
      var run = household.staff().start(Caller.owner(), StartRequest.of("greeter", "Ada")).id();
      before =
          household.staff().await(Caller.owner(), run, it -> it.ended() && !it.ending(), PATIENCE);
    }
    try (var household = open()) {
      assertThat(household.staff().require(Caller.owner(), before.id())).isEqualTo(before);
      household.clean(new Retention(Duration.ZERO, 0, 0, Duration.ZERO));
      assertThat(household.staff().find(Caller.owner(), before.id())).isEmpty();
    }
  }

  @Test
  void a_directory_has_one_household() {
    try (var _ = open()) {
      assertThatThrownBy(this::open).hasMessageContaining("is in use by");
    }
    open().close();
  }

  private Household open() {
    var staff = Configuration.read(configuration, Map.of(), Set.of("scripted")).staff();
    return Household.open(
        Household.Settings.in(
            folder.resolve("data"),
            () -> {
              throw new AssertionError("the disk is fine");
            }),
        staff,
        List.of(new ScriptedRuntime(InstantSource.system())),
        _ -> {});
  }
}
