package dev.retinue.web.http;

import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Attributes;

/// Says of a connection that what comes on it may be long on its way. Whoever asks for this knows
/// who sends it.
public final class Patience {
  private static final String NAME = Patience.class.getName();

  private Patience() {}

  /// Work that reads a long body.
  @FunctionalInterface
  public interface Reading<T> {
    T read();
  }

  /// Reads a body that may come slowly.
  public static <T> T with(Request request, Reading<T> reading) {
    var connection = request.getConnectionMetaData();
    connection.setAttribute(NAME, true);
    try {
      return reading.read();
    } finally {
      connection.removeAttribute(NAME);
    }
  }

  /// Whether what comes on it may be long on its way.
  public static boolean isWith(Attributes connection) {
    return connection.getAttribute(NAME) != null;
  }
}
