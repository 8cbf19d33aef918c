package dev.retinue.web.http;

import java.time.Instant;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Why somebody was let in, and whether he still would be.
///
/// @param digest gives that of the token that stands behind it; few ask for it
/// @param until when it ends by itself; null if it does not
/// @param still whether it is still good, for exactly what it was good for then
public record Admission(
    Way way, Supplier<@Nullable String> digest, @Nullable Instant until, BooleanSupplier still) {
  /// For whom nobody needs to be known.
  public static final Admission OPEN = new Admission(Way.NONE, () -> null, null, () -> true);

  /// The digest of the token that stands behind it; null where there is none.
  public @Nullable String proof() {
    return digest.get();
  }

  /// The same, as long as this holds, too.
  Admission asLongAs(BooleanSupplier condition) {
    return new Admission(
        way, digest, until, () -> still.getAsBoolean() && condition.getAsBoolean());
  }

  /// By what.
  public enum Way {
    /// Nobody was asked.
    NONE,
    TOKEN,
    /// What a browser keeps since somebody signed in with it.
    COOKIE,
    /// The signature of a link to one result.
    LINK;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
