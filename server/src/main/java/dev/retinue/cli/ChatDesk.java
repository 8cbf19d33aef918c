package dev.retinue.cli;

import dev.retinue.cli.chat.Desk;
import dev.retinue.cli.daemon.Api;
import dev.retinue.cli.daemon.Daemons;
import dev.retinue.cli.daemon.Follower;
import java.util.function.Consumer;

/// Where somebody sits who speaks with agents: at the daemon of the moment, with his folder and his
/// keys.
final class ChatDesk implements Desk {
  private final Daemons daemons;
  private final SeatedHere seat;
  private final Consumer<String> notes;

  ChatDesk(Daemons daemons, SeatedHere seat, Consumer<String> notes) {
    this.daemons = daemons;
    this.seat = seat;
    this.notes = notes;
  }

  @Override
  public Api api() {
    return seat.api();
  }

  @Override
  public Api renewed() throws InterruptedException {
    var daemon = daemons.require(notes);
    if (!daemon.equals(api().daemon())) {
      seat.moveTo(api().at(daemon));
    }
    return api();
  }

  @Override
  public Follower follower() {
    return new Follower(daemons, api(), notes, seat::moveTo).starting();
  }
}
