package dev.retinue.core;

import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.regex.Pattern;

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

  private static final int SHORTEST = 8;
  private static final int MOST = 1_000;

  /// A shorter line of a secret could be any.
  private static final int SHORTEST_LINE = 24;

  /// Those that are known by heart, whatever they look like; the longest first, because another may
  /// be a part of it.
  private static final Set<String> KNOWN =
      new ConcurrentSkipListSet<>(
          Comparator.comparingInt(String::length).reversed().thenComparing(it -> it));

  /// Fewer letters of a secret tell nothing, and many words end with them.
  private static final int SHORTEST_BEGINNING = 4;

  private Masked() {}

  /// From now on this is masked wherever it stands, also as JSON writes it, and each long line of
  /// it: those who read text read it by lines. What is short could be any word.
  public static void know(String secret) {
    learn(secret);
    learn(inJson(secret));
    if (secret.indexOf('\n') >= 0) {
      secret
          .lines()
          .map(String::strip)
          .filter(it -> it.length() >= SHORTEST_LINE && !it.startsWith("-----"))
          .forEach(Masked::learn);
    }
  }

  private static String inJson(String secret) {
    return secret
        .replace("\\", "\\\\")
        .replace("\"", "\\\"")
        .replace("\n", "\\n")
        .replace("\r", "\\r")
        .replace("\t", "\\t");
  }

  private static void learn(String secret) {
    if (secret.length() >= SHORTEST && KNOWN.size() < MOST) {
      KNOWN.add(secret);
    }
  }

  /// How much can be read of a text that is still being written: what may be the beginning of a
  /// secret is not, until it is whole or turns out to be something else.
  public static int readable(CharSequence text) {
    int end = text.length();
    for (var secret : KNOWN) {
      int most = Math.min(secret.length() - 1, text.length());
      for (int begun = most; begun >= SHORTEST_BEGINNING; begun--) {
        if (endsWith(text, secret, begun)) {
          end = Math.min(end, text.length() - begun);
          break;
        }
      }
    }
    return end == text.length() ? end : beforeWhole(text.toString(), end);
  }

  /// A secret may end with what another one begins with, or itself: it is not cut in two.
  private static int beforeWhole(String text, int end) {
    int before = end;
    for (boolean cut = true; cut; ) {
      cut = false;
      for (var secret : KNOWN) {
        int at = text.lastIndexOf(secret, before - 1);
        if (at >= 0 && at + secret.length() > before) {
          before = at;
          cut = true;
        }
      }
    }
    return before;
  }

  private static boolean endsWith(CharSequence text, String secret, int letters) {
    int from = text.length() - letters;
    for (int i = 0; i < letters; i++) {
      if (text.charAt(from + i) != secret.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  public static String of(String text) {
    return withoutKnown(
        text.length() < SHORTEST_WHOLE ? text : SECRET.matcher(text).replaceAll("$1" + MASK));
  }

  /// The same for what somebody said: only what is known by heart is not his.
  public static String withoutKnown(String text) {
    if (text.length() < SHORTEST) {
      return text;
    }
    var masked = text;
    for (var secret : KNOWN) {
      if (masked.contains(secret)) {
        masked = masked.replace(secret, MASK);
      }
    }
    return masked;
  }
}
