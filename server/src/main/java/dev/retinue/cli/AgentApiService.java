package dev.retinue.cli;

import dev.retinue.cli.agentapi.Dialogue;
import dev.retinue.cli.agentapi.Door;
import dev.retinue.cli.agentapi.Hire;
import dev.retinue.cli.agentapi.Names;
import dev.retinue.cli.agentapi.Progress;
import dev.retinue.cli.agentapi.Uploads;
import dev.retinue.config.Settings;
import dev.retinue.core.Budget;
import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.staff.Roots;
import dev.retinue.core.staff.Rules;
import dev.retinue.core.staff.Sessions;
import dev.retinue.core.staff.Surroundings;
import dev.retinue.runtime.coder.report.AppStatuses;
import dev.retinue.runtime.coder.report.Coordinates;
import dev.retinue.web.WebServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A household with one agent in it and one conversation, behind the HTTP API of AgentAPI.
final class AgentApiService implements AutoCloseable {
  private static final int DISK_FAILED = 70;
  private static final Duration BETWEEN_REPORTS = Duration.ofSeconds(1);
  private static final Duration IN_FLIGHT = Duration.ofSeconds(1);

  private final Household household;
  private final @Nullable AppStatuses statuses;
  private final Dialogue dialogue;
  private final Door door;
  private final WebServer web;

  /// Where it listens.
  record Address(String host, int port) {}

  /// What it is to be.
  ///
  /// @param folder where the agent works
  /// @param prompt the first message; empty for none
  /// @param coder who is told how the work goes; null for nobody
  /// @param environment of which the program sees what it may
  record Wish(
      Hire hire,
      Names names,
      Address address,
      Path folder,
      String prompt,
      @Nullable Coordinates coder,
      Map<String, String> environment) {}

  private AgentApiService(Household household, Wish wish) {
    this.household = household;
    var staff = household.staff();
    var caller = Caller.owner();
    this.statuses = wish.coder() == null ? null : new AppStatuses(wish.coder(), BETWEEN_REPORTS);
    var session = session(household, caller, wish);
    this.dialogue = new Dialogue(staff, caller, session, progress(statuses));
    var uploads = new Uploads(household.folder().resolve("uploads"));
    this.door = new Door(wish.names(), wish.hire().type(), dialogue, uploads);
    // Before anybody else can say something.
    sayFirst(wish.prompt());
    this.web = WebServer.start(wish.address().host(), wish.address().port(), door);
  }

  /// @param place the data directory, which belongs to this alone
  static AgentApiService begin(Wish wish, Settings settings, Path place) {
    var service = open(wish, settings, place);
    Runtime.getRuntime().addShutdownHook(new Thread(service::close, "closing"));
    new Chores(service.household, settings.retention()).begin();
    return service;
  }

  /// The same for one who closes it.
  static AgentApiService open(Wish wish, Settings settings, Path place) {
    var household = household(wish, settings, place);
    try {
      return new AgentApiService(household, wish);
    } catch (RetinueException e) {
      household.close();
      throw e;
    }
  }

  private static Household household(Wish wish, Settings settings, Path place) {
    var workshop = new Workshop(place, settings, wish.environment());
    var agent = wish.hire().agent();
    return Household.open(
            new Household.Settings(
                place,
                rules(settings.rules(), wish.folder()),
                settings.diskReserve(),
                Surroundings.real(),
                () -> Runtime.getRuntime().halt(DISK_FAILED),
                workshop.commands(),
                workshop::remember),
            () -> List.of(agent),
            workshop.runtimes(),
            workshop.reaper())
        .with(workshop);
  }

  /// Who starts this in a folder wants the agent to work there, even if it is his home.
  private static Rules rules(Rules usual, Path folder) {
    try {
      var roots = new Roots(List.of(folder.toRealPath()), null, null);
      return new Rules(usual.limits(), usual.requests(), usual.starts(), roots, usual.sessions());
    } catch (IOException e) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT, "the folder '%s' is not there.".formatted(folder), e);
    }
  }

  /// The same program in the same folder goes on with the same conversation.
  private static String session(Household household, Caller caller, Wish wish) {
    var agent = wish.hire().agent().name();
    var name = "agentapi %s %s".formatted(agent, wish.folder());
    var first = household.chosenIds().of(caller, name);
    var opening =
        new Sessions.Opening(
            agent, "agentapi", wish.folder().toString(), Budget.UNLIMITED, null, false);
    return household.staff().sessions().openAs(caller, first, () -> opening).id();
  }

  private static Progress progress(@Nullable AppStatuses statuses) {
    if (statuses == null) {
      return Progress.NONE;
    }
    return new Progress() {
      @Override
      public void works(String on) {
        statuses.report(AppStatuses.State.WORKING, on);
      }

      @Override
      public void rests(Rest how, String words) {
        statuses.report(
            switch (how) {
              case DONE -> AppStatuses.State.COMPLETE;
              // Coder has no other word for one that needs somebody.
              case FAILED, ASKING -> AppStatuses.State.FAILURE;
              case IDLE -> AppStatuses.State.IDLE;
            },
            words);
      }
    };
  }

  private void sayFirst(String prompt) {
    if (!prompt.isBlank() && dialogue.isNew()) {
      try {
        dialogue.say(prompt);
      } catch (RetinueException e) {
        // It was taken, and is shown later.
        if (e.code() != ErrorCode.SERVICE_UNAVAILABLE) {
          throw e;
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  int port() {
    return web.port();
  }

  void join() throws InterruptedException {
    web.join();
  }

  /// Takes nothing new, ends the program with all that it started, and tells what is still to tell.
  @Override
  public void close() {
    try {
      web.drain(IN_FLIGHT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    try (var _ = statuses;
        household;
        dialogue;
        door;
        web) {
      // The last of them first.
    }
  }
}
