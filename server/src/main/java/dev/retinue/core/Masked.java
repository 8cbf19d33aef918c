package dev.retinue.core;

import java.util.regex.Pattern;

/// Text that is about to be seen by people or kept in a log, without the secrets that may have got
/// into it: our own tokens, what follows `Bearer`, and keys that are known by their beginnings.
public final class Masked {
  private static final String MASK = "***";

  /// What is before the secret stays, so that one sees what kind it was.
  private static final Pattern SECRET =
      Pattern.compile(
          "((?i:\\bbearer\\s{1,9})|(?i:\\bbasic\\s{1,9})(?=[A-Za-z0-9+/=]{16})"
              + "|\\brt[nr]_|\\bsk-|\\bgh[opsur]_|\\bgithub_pat_|\\bglpat-|\\bxox[abeprs]-|\\bAIza|\\bAKIA)"
              + "[A-Za-z0-9+/=._~-]{8,}+");

  private Masked() {}

  public static String of(String text) {
    return SECRET.matcher(text).replaceAll("$1" + MASK);
  }
}
