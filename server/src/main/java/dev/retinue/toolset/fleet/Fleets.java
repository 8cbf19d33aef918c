package dev.retinue.toolset.fleet;

import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import dev.retinue.core.audit.Action;
import dev.retinue.core.fleet.Fleet;
import dev.retinue.core.staff.Audit;
import dev.retinue.mcp.Call;
import dev.retinue.toolset.Principal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The deployments that there are, by name. They are the owner's: whoever uses them acts with the
/// owner's token there.
public final class Fleets implements AutoCloseable {
  static final String DEPLOYMENT =
      "Which deployment, if there are several by name; else the usual one.";

  private final Map<String, Fleet> all;
  private final String usual;
  private @Nullable Audit audit;

  /// @param usual the name of the one that is meant where none is named
  public Fleets(Map<String, ? extends Fleet> all, String usual) {
    this.all = new LinkedHashMap<>(all);
    this.usual = usual;
    if (!all.containsKey(usual)) {
      throw new IllegalArgumentException("there is no deployment " + usual);
    }
  }

  /// The one that a caller means, for those who only look.
  Fleet seenBy(Call call, @Nullable String deployment) {
    return seenBy(Principal.of(call), deployment);
  }

  /// The same for whoever does not come by a tool.
  public Fleet seenBy(Caller caller, @Nullable String deployment) {
    noted(caller, Fleets::requireSight);
    return meant(caller, deployment);
  }

  /// The one that a caller means, if it is for him.
  Fleet of(Call call, @Nullable String deployment) {
    return of(Principal.of(call), deployment);
  }

  /// The same for whoever does not come by a tool.
  public Fleet of(Caller caller, @Nullable String deployment) {
    noted(caller, Fleets::requireOwner);
    return meant(caller, deployment);
  }

  private Fleet meant(Caller caller, @Nullable String deployment) {
    var name = deployment == null || deployment.isBlank() ? usual : deployment.strip();
    var found = all.get(name);
    if (found == null) {
      throw new RetinueException(
          ErrorCode.NOT_FOUND,
          "There is no deployment '%s', only %s."
              .formatted(Excerpt.of(name), String.join(", ", all.keySet())));
    }
    return audit == null ? found : new NotedFleet(found, name, caller, audit);
  }

  /// With somebody who notes what is done there.
  public Fleets notedBy(Audit who) {
    audit = who;
    return this;
  }

  /// Their names, for whom they are there.
  public List<String> names(Caller caller) {
    requireSight(caller);
    return List.copyOf(all.keySet());
  }

  /// The one that is meant where none is named.
  public String usual() {
    return usual;
  }

  @Override
  public void close() {
    for (var fleet : all.values()) {
      fleet.close();
    }
  }

  /// Lets in whom this lets in, and notes that another asked.
  private void noted(Caller caller, Consumer<Caller> gate) {
    try {
      gate.accept(caller);
    } catch (RetinueException e) {
      if (audit != null) {
        audit.refused(caller, caller.origin(), Action.DOOR_REQUEST, e.code());
      }
      throw e;
    }
  }

  /// What a run begins must be below it, and nothing in a workspace is.
  static boolean isFor(Caller caller) {
    return caller.seesAll();
  }

  /// Refuses everybody who may not look at it.
  public static void requireSight(Caller caller) {
    if (caller.run() != null) {
      requireOwner(caller);
    }
    caller.requireSight("The fleet is the owner's");
  }

  /// Refuses everybody who may not do anything with it.
  public static void requireOwner(Caller caller) {
    if (caller.run() != null) {
      throw new RetinueException(
          ErrorCode.FORBIDDEN,
          "A run cannot use the fleet: what it begins must be below it. Use spawn_agent.");
    }
    caller.require(Caller.Scope.ADMIN);
  }
}
