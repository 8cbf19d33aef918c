package dev.retinue.core;

import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicBoolean;

/// Secrets that are known by heart, whatever they look like: those of the house, or those that one
/// run was lent.
public final class ByHeart {
  private static final int SHORTEST = 8;

  /// A shorter line of a secret could be any.
  private static final int SHORTEST_LINE = 24;

  /// Fewer letters of a secret tell nothing, and many words end with them.
  private static final int SHORTEST_BEGINNING = 4;

  /// The longest first, because another may be a part of it.
  private final Set<String> secrets =
      new ConcurrentSkipListSet<>(
          Comparator.comparingInt(String::length).reversed().thenComparing(it -> it));

  private final int most;
  private final Runnable full;
  private final AtomicBoolean told = new AtomicBoolean();

  /// @param most how many it knows, and no more
  /// @param full is told once that there are more
  public ByHeart(int most, Runnable full) {
    this.most = most;
    this.full = full;
  }

  /// From now on this is known, also as JSON writes it, and each long line of it: those who read
  /// text read it by lines. What is short could be any word.
  public void know(String secret) {
    learn(secret);
    learn(inJson(secret));
    if (secret.indexOf('\n') >= 0) {
      secret
          .lines()
          .map(String::strip)
          .filter(it -> it.length() >= SHORTEST_LINE && !it.startsWith("-----"))
          .forEach(this::learn);
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

  private void learn(String secret) {
    if (secret.length() < SHORTEST || secrets.contains(secret)) {
      return;
    }
    if (secrets.size() < most) {
      secrets.add(secret);
    } else if (told.compareAndSet(false, true)) {
      full.run();
    }
  }

  /// How much can be read of a text that is still being written: what may be the beginning of a
  /// secret is not, until it is whole or turns out to be something else.
  public int readable(CharSequence text) {
    int end = text.length();
    for (var secret : secrets) {
      int longest = Math.min(secret.length() - 1, text.length());
      for (int begun = longest; begun >= SHORTEST_BEGINNING; begun--) {
        if (endsWith(text, secret, begun)) {
          end = Math.min(end, text.length() - begun);
          break;
        }
      }
    }
    return end == text.length() ? end : beforeWhole(text.toString(), end);
  }

  /// A secret may end with what another one begins with, or itself: it is not cut in two.
  private int beforeWhole(String text, int end) {
    int before = end;
    for (boolean cut = true; cut; ) {
      cut = false;
      for (var secret : secrets) {
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

  /// A text with none of them in it.
  public String without(String text) {
    if (text.length() < SHORTEST) {
      return text;
    }
    var masked = text;
    for (var secret : secrets) {
      if (masked.contains(secret)) {
        masked = masked.replace(secret, Masked.MASK);
      }
    }
    return masked;
  }
}
