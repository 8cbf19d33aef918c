package dev.retinue.cli.chat;

import dev.retinue.cli.daemon.Api;
import dev.retinue.cli.daemon.Follower;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;

/// The way to the daemon, from the place of whoever speaks.
public interface Desk {
  /// Something that is asked of a daemon; asked again it must not be done again.
  interface Asking<T> {
    T of(Api api) throws InterruptedException;
  }

  Api api();

  /// The way to the daemon that is there now, started if there is none.
  Api renewed() throws InterruptedException;

  Follower follower();

  /// Asks the daemon of the moment, and its successor if it is gone.
  default <T> T ask(Asking<T> asking) throws InterruptedException {
    try {
      return asking.of(api());
    } catch (RetinueException e) {
      if (e.code() != ErrorCode.SERVICE_UNAVAILABLE) {
        throw e;
      }
      return asking.of(renewed());
    }
  }
}
