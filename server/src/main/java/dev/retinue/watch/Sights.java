package dev.retinue.watch;

import dev.retinue.core.staff.AtHand;
import dev.retinue.core.staff.Crew;
import java.util.Map;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// What there is to be seen of the house at any moment. To look must be quick, and ask no store.
///
/// @param sessions the conversations at hand
/// @param storeBytes how large the database is
/// @param ways those who are connected
public record Sights(
    Supplier<Crew.Load> load,
    Supplier<AtHand.Counts> sessions,
    LongSupplier storeBytes,
    Ways ways) {
  /// The ways in, and how many are on them.
  ///
  /// @param connections of HTTP
  /// @param streams of events, over REST and MCP
  /// @param clients sessions of MCP
  /// @param fronts clients on standard streams
  /// @param frontVersions how many of them there are of each version
  public record Ways(
      IntSupplier connections,
      IntSupplier streams,
      IntSupplier sockets,
      IntSupplier clients,
      IntSupplier fronts,
      Supplier<Map<String, Integer>> frontVersions) {
    public static final Ways NONE = new Ways(() -> 0, () -> 0, () -> 0, () -> 0, () -> 0, Map::of);
  }

  /// The same with these ways in.
  public Sights by(Ways others) {
    return new Sights(load, sessions, storeBytes, others);
  }
}
