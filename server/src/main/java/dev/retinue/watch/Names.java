package dev.retinue.watch;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// The values that labels may have: only so many, and none that anybody could make up at will.
final class Names {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._:/@+{}*-]{1,120}");

  private final Set<String> taken = ConcurrentHashMap.newKeySet();
  private final int most;
  private final Supplier<Set<String>> known;

  /// Whatever comes, up to so many.
  Names(int most) {
    this(most, Set::of);
  }

  /// Those that are known when they first come.
  Names(int most, Supplier<Set<String>> known) {
    this.most = most;
    this.known = known;
  }

  String of(String name) {
    if (taken.contains(name)) {
      return name;
    }
    var all = known.get();
    boolean fits = (all.isEmpty() || all.contains(name)) && PLAIN.matcher(name).matches();
    if (!fits || taken.size() >= most) {
      return Counter.OTHER;
    }
    taken.add(name);
    return name;
  }
}
