package dev.retinue.cli;

import dev.retinue.cli.door.FrontDoor;
import dev.retinue.cli.front.Hello;
import dev.retinue.cli.front.Snapshot;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Manners;
import dev.retinue.core.Origin;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Workplace;
import dev.retinue.core.audit.Action;
import dev.retinue.mcp.Caller;
import dev.retinue.mcp.Change;
import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.era.Eras;
import dev.retinue.mcp.rpc.RpcError;
import dev.retinue.store.files.DataFolder;
import dev.retinue.store.files.PrivateFiles;
import dev.retinue.toolset.Principal;
import dev.retinue.toolset.Refusals;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Whom the daemon lets in by its door, and what they are told that it offers.
final class Fronts implements FrontDoor.Reception {
  private final Household household;
  private final McpServer offers;
  private final Eras eras;
  private final Manners manners;
  private volatile String digest = "";

  private Fronts(Household household, McpServer offers, Eras eras, Manners manners) {
    this.manners = manners;
    this.household = household;
    this.offers = offers;
    this.eras = eras;
  }

  /// Opens the door. What is offered is written down for those who only want to look.
  static FrontDoor welcome(Household household, McpServer offers, Eras eras, Manners manners) {
    var fronts = new Fronts(household, offers, eras, manners);
    fronts.writeDown();
    offers.onChange(fronts::hear);
    return FrontDoor.open(new DataFolder(household.folder()).door(), fronts);
  }

  /// Runs update resources all the time, and what is offered stays the same.
  private void hear(Change change) {
    switch (change) {
      case Change.Tools _, Change.Prompts _, Change.Resources _ -> writeDown();
      case Change.ResourceUpdated _ -> {}
    }
  }

  /// One at a time, so that the last of them is what stands there.
  private synchronized void writeDown() {
    var file = Snapshot.in(household.folder());
    var snapshot = Snapshot.of(offers);
    digest = snapshot.digest();
    try {
      PrivateFiles.publish(file, snapshot.bytes());
    } catch (IOException e) {
      throw new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE, "cannot write %s: %s.".formatted(file, e.getMessage()), e);
    }
  }

  @Override
  public Optional<Caller> admit(Hello hello) {
    var known = household.callers().authenticate(hello.token());
    if (known.isEmpty()) {
      var origin = Origin.by(Origin.Surface.FRONT);
      household.staff().audit().refused(null, origin, Action.DOOR_ENTER, ErrorCode.UNAUTHORIZED);
    }
    return known.map(
        caller -> {
          var seated =
              caller
                  .at(new Workplace(path(hello.directory()), hello.keys()))
                  .by(Origin.by(Origin.Surface.FRONT));
          household.staff().lend(seated, seated.workplace().keys());
          return new Principal(seated);
        });
  }

  @Override
  public void refused(RetinueException why) {
    why.hit().ifPresent(it -> household.condition().watch().refused(it.limit().key()));
  }

  @Override
  public Optional<RpcError> toll(Caller caller) {
    try {
      if (caller instanceof Principal(var who)) {
        household.staff().rates().take(who);
      }
      return Optional.empty();
    } catch (RetinueException e) {
      refused(e);
      if (caller instanceof Principal(var who)) {
        household.staff().audit().refused(who, who.origin(), Action.DOOR_REQUEST, e.code());
      }
      return Optional.of(Refusals.error(e));
    }
  }

  private static @Nullable Path path(String directory) {
    try {
      var path = Path.of(directory);
      return path.isAbsolute() ? path : null;
    } catch (InvalidPathException e) {
      return null;
    }
  }

  @Override
  public boolean knows(Hello hello, Caller caller) {
    return household
        .callers()
        .authenticate(hello.token())
        .map(Principal::new)
        .filter(caller::equals)
        .isPresent();
  }

  @Override
  public Eras eras(Hello hello, Caller caller) {
    var only = hello.only();
    return only != null && caller instanceof Principal(var who)
        ? AgentOffers.eras(household, who, only, manners)
        : eras;
  }

  @Override
  public Hello.Reply greeting() {
    return new Hello.Reply(Version.number(), digest, "", null);
  }

  @Override
  public String seat(Caller caller) {
    return caller instanceof Principal(var who) ? household.seats().take(who) : "";
  }

  @Override
  public void leave(String seat) {
    household.seats().leave(seat);
  }

  @Override
  public Eras eras() {
    return eras;
  }
}
