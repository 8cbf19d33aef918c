package dev.retinue.core;

import java.lang.System.Logger.Level;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Text that is about to be seen by people or kept in a log, without the secrets that may have got
/// into it: our own tokens, what follows `Bearer`, keys that are known by their beginnings, and
/// those that the owner has configured.
public final class Masked {
  /// What stands where a secret was.
  public static final String MASK = "***";

  /// What is before the secret stays, so that one sees what kind it was.
  private static final Pattern SECRET =
      Pattern.compile(
          "((?i:\\bbearer\\s{1,9})|(?i:\\bbasic\\s{1,9})(?=[A-Za-z0-9+/=]{16})"
              + "|\\brt[nrlc]_|\\bsk-|\\bgh[opsur]_|\\bgithub_pat_|\\bglpat-|\\bxox[abeprs]-|\\bAIza|\\bAKIA)"
              + "[A-Za-z0-9+/=._~-]{8,}+");

  /// None that has a beginning by which it is known is shorter with it.
  private static final int SHORTEST_WHOLE = "sk-".length() + 8;

  private static final int MOST = 1_000;

  /// What the owner has given the daemon.
  private static final ByHeart HOUSE = new ByHeart(MOST, Masked::sayThatThereAreMore);

  /// What a thread knows besides, because of the run that it carries out.
  private static final ScopedValue<ByHeart> BESIDES = ScopedValue.newInstance();

  private Masked() {}

  /// Does something for a run that was lent these: they are masked as well, for this thread alone.
  public static void besides(@Nullable ByHeart lent, Runnable work) {
    if (lent == null) {
      work.run();
    } else {
      ScopedValue.where(BESIDES, lent).run(work);
    }
  }

  /// The same work for another thread, which masks what this one does.
  public static Runnable inheriting(Runnable work) {
    var lent = BESIDES.isBound() ? BESIDES.get() : null;
    return () -> besides(lent, work);
  }

  /// From now on this is masked wherever it stands.
  public static void know(String secret) {
    HOUSE.know(secret);
  }

  private static void sayThatThereAreMore() {
    System.getLogger("dev.retinue")
        .log(
            Level.WARNING,
            "More than %d secrets are configured, counting lines and forms; the others are not masked. Take variables that are no secrets out of the environment, or rename them."
                .formatted(MOST));
  }

  /// How much can be read of a text that is still being written: what may be the beginning of a
  /// secret is not, until it is whole or turns out to be something else.
  public static int readable(CharSequence text) {
    return HOUSE.readable(text);
  }

  public static String of(String text) {
    return withoutKnown(
        text.length() < SHORTEST_WHOLE ? text : SECRET.matcher(text).replaceAll("$1" + MASK));
  }

  /// The same for what somebody said: only what is known by heart is not his.
  public static String withoutKnown(String text) {
    var masked = HOUSE.without(text);
    return BESIDES.isBound() ? BESIDES.get().without(masked) : masked;
  }
}
