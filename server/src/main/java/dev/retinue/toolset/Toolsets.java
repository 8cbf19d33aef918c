package dev.retinue.toolset;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.Nearest;
import dev.retinue.core.RetinueException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Which toolsets there are, and which of them are served.
public final class Toolsets {
  public static final String LIFECYCLE = "lifecycle";
  public static final String SPAWNER = "spawner";
  public static final String SESSIONS = "sessions";

  /// Whoever may start something must be able to answer its questions.
  public static final String RELAY = "relay";

  /// For the users of servers that are gone; only for those who ask for it.
  public static final String COMPAT = "compat";

  private static final List<String> THERE = List.of(LIFECYCLE, SPAWNER, SESSIONS, RELAY, COMPAT);
  private static final List<String> USUAL = List.of(LIFECYCLE, SPAWNER, SESSIONS);
  private static final List<String> YET_TO_COME = List.of("fleet");

  private Toolsets() {}

  /// The names of all, also of those that cannot be served yet.
  public static Set<String> names() {
    var names = new LinkedHashSet<>(THERE);
    names.addAll(YET_TO_COME);
    return names;
  }

  /// Those to serve, in their order.
  ///
  /// @param asked by name; none for the usual ones
  public static List<String> chosen(Collection<String> asked) {
    var wanted = new LinkedHashSet<>(asked.isEmpty() ? USUAL : asked);
    wanted.forEach(Toolsets::require);
    wanted.add(RELAY);
    return THERE.stream().filter(wanted::contains).toList();
  }

  private static void require(String name) {
    if (THERE.contains(name)) {
      return;
    }
    if (YET_TO_COME.contains(name)) {
      throw refused("The toolset '%s' is not there yet; %s are.".formatted(name, all()));
    }
    var meant = Nearest.to(name, THERE).map(" Did you mean '%s'?"::formatted).orElse("");
    throw refused("There is no toolset '%s', only %s.%s".formatted(Excerpt.of(name), all(), meant));
  }

  private static String all() {
    return String.join(", ", THERE.subList(0, THERE.size() - 1)) + " and " + THERE.getLast();
  }

  private static RetinueException refused(String sentence) {
    return new RetinueException(ErrorCode.INVALID_INPUT, sentence);
  }
}
