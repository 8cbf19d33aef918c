package dev.retinue.core;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// By which way a caller speaks: it makes nobody another caller, and stands in the audit trail.
///
/// @param surface by what it came in
/// @param address of the machine from which it came, if it came over the network
/// @param client what the program calls itself that was used
/// @param tool the tool or the operation that was asked for
/// @param trace the trace that it is a part of
public record Origin(
    Surface surface,
    @Nullable String address,
    @Nullable String client,
    @Nullable String tool,
    @Nullable String trace) {
  /// Nobody came: Retinue itself, or one of its runs, does it.
  public static final Origin HOUSE = by(Surface.HOUSE);

  private static final int LONGEST = 100;

  /// The ways in.
  public enum Surface {
    HOUSE,
    MCP,
    REST,
    SOCKET,
    FRONT,
    STDIO,
    CLI;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public Origin {
    address = bounded(address);
    client = bounded(client);
    tool = bounded(tool);
    trace = bounded(trace);
  }

  public static Origin by(Surface surface) {
    return new Origin(surface, null, null, null, null);
  }

  public Origin from(@Nullable String machine) {
    return new Origin(surface, machine, client, tool, trace);
  }

  public Origin with(@Nullable String program) {
    return new Origin(surface, address, program, tool, trace);
  }

  public Origin asking(@Nullable String name) {
    return new Origin(surface, address, client, name, trace);
  }

  public Origin within(@Nullable String whole) {
    return new Origin(surface, address, client, tool, whole);
  }

  /// What strangers say of themselves is short, and no secret.
  private static @Nullable String bounded(@Nullable String text) {
    return text == null || text.isBlank() ? null : Excerpt.of(Masked.of(text), LONGEST);
  }
}
