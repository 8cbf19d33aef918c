package dev.retinue.toolset;

import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.Grant;
import dev.retinue.core.Nearest;
import dev.retinue.core.RetinueException;
import dev.retinue.core.port.Grants;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Which toolsets there are, and which of them are served.
public final class Toolsets {
  public static final String LIFECYCLE = "lifecycle";
  public static final String SPAWNER = "spawner";
  public static final String SESSIONS = "sessions";

  /// Only where there is a deployment of Coder.
  public static final String FLEET = "fleet";

  /// Whoever may start something must be able to answer its questions.
  public static final String RELAY = "relay";

  /// For the users of servers that are gone; only for those who ask for it.
  public static final String COMPAT = "compat";

  private static final List<String> THERE =
      List.of(LIFECYCLE, SPAWNER, SESSIONS, FLEET, RELAY, COMPAT);
  private static final List<String> USUAL = List.of(LIFECYCLE, SPAWNER, SESSIONS);

  private Toolsets() {}

  /// The names of all.
  public static Set<String> names() {
    return new LinkedHashSet<>(THERE);
  }

  /// Those to serve, in their order.
  ///
  /// @param asked by name; none for the usual ones
  /// @param fleet whether there is a deployment of Coder
  public static List<String> chosen(Collection<String> asked, boolean fleet) {
    var wanted = new LinkedHashSet<>(asked.isEmpty() ? USUAL : asked);
    wanted.forEach(Toolsets::require);
    if (wanted.contains(FLEET) && !fleet) {
      throw refused(
          "The toolset 'fleet' needs a deployment of Coder; set CODER_URL and CODER_SESSION_TOKEN.");
    }
    if (asked.isEmpty() && fleet) {
      wanted.add(FLEET);
    }
    wanted.add(RELAY);
    return THERE.stream().filter(wanted::contains).toList();
  }

  /// Whether a caller may use this one. Whoever may use any must be able to answer questions.
  public static boolean granted(Grant grant, String name) {
    return name.equals(RELAY) || grant.mayUseToolset(name);
  }

  /// Whether a caller may use one of these now.
  public static boolean mayUseOne(Caller caller, Collection<String> toolsets, Grants grants) {
    var grant = grants.of(caller.id());
    return toolsets.stream().anyMatch(it -> granted(grant, it));
  }

  /// Refuses what belongs to these, unless the caller may use one of them.
  public static void requireOne(Caller caller, Collection<String> toolsets, Grants grants) {
    var grant = grants.of(caller.id());
    if (toolsets.stream().noneMatch(it -> granted(grant, it))) {
      throw new RetinueException(
          ErrorCode.FORBIDDEN,
          "The token of '%s' allows the toolsets %s, and this belongs to %s."
              .formatted(
                  Excerpt.of(caller.name()),
                  String.join(", ", grant.toolsets()),
                  toolsets.stream().sorted().collect(Collectors.joining(" and "))));
    }
  }

  /// Refuses what is no toolset, and says what was probably meant.
  public static void require(String name) {
    if (THERE.contains(name)) {
      return;
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
