package dev.retinue.toolset.fleet;

import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import dev.retinue.core.fleet.Fleet;
import dev.retinue.mcp.Call;
import dev.retinue.toolset.Principal;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The deployments that there are, by name. They are the owner's: whoever uses them acts with the
/// owner's token there.
public final class Fleets implements AutoCloseable {
  static final String DEPLOYMENT =
      "Which deployment, if there are several by name; else the usual one.";

  private final Map<String, Fleet> all;
  private final String usual;

  /// @param usual the name of the one that is meant where none is named
  public Fleets(Map<String, ? extends Fleet> all, String usual) {
    this.all = new LinkedHashMap<>(all);
    this.usual = usual;
    if (!all.containsKey(usual)) {
      throw new IllegalArgumentException("there is no deployment " + usual);
    }
  }

  /// The one that a caller means, if it is for him.
  Fleet of(Call call, @Nullable String deployment) {
    requireOwner(Principal.of(call));
    var name = deployment == null || deployment.isBlank() ? usual : deployment.strip();
    var found = all.get(name);
    if (found == null) {
      throw new RetinueException(
          ErrorCode.NOT_FOUND,
          "There is no deployment '%s', only %s."
              .formatted(Excerpt.of(name), String.join(", ", all.keySet())));
    }
    return found;
  }

  @Override
  public void close() {
    for (var fleet : all.values()) {
      fleet.close();
    }
  }

  /// What a run begins must be below it, and nothing in a workspace is.
  static boolean isFor(Caller caller) {
    return caller.may(Caller.Scope.ADMIN) && caller.run() == null;
  }

  private static void requireOwner(Caller caller) {
    if (caller.run() != null) {
      throw new RetinueException(
          ErrorCode.FORBIDDEN,
          "A run cannot use the fleet: what it begins must be below it. Use spawn_agent.");
    }
    caller.require(Caller.Scope.ADMIN);
  }
}
