package dev.retinue.cli.front;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.io.IOException;

/// A connection to the daemon on which nothing is said: as long as it lasts, the daemon knows where
/// this process works and which keys it lends.
public final class Seat implements AutoCloseable {
  private final Link link;
  private final String name;

  private Seat(Link link, String name) {
    this.link = link;
    this.name = name;
  }

  public static Seat take(Front.Place place) {
    try {
      var link = Link.open(place.socket(), place.hello());
      return new Seat(link, link.reply().seat());
    } catch (IOException e) {
      throw new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE,
          "the daemon does not answer at %s: %s. 'retinue doctor' says more."
              .formatted(place.socket(), e.getMessage()),
          e);
    }
  }

  /// To be named in requests that come by another way.
  public String name() {
    return name;
  }

  @Override
  public void close() {
    link.close();
  }
}
