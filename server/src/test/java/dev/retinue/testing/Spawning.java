package dev.retinue.testing;

import dev.retinue.core.Manners;
import dev.retinue.toolset.DefaultAgent;
import dev.retinue.toolset.Toolset;
import dev.retinue.toolset.spawner.SpawnViews;
import dev.retinue.toolset.spawner.Spawner;
import dev.retinue.toolset.spawner.Spawns;
import dev.retinue.toolset.spawner.context.OwnContext;
import dev.retinue.toolset.spawner.context.Prefaces;
import dev.retinue.toolset.waiting.Attending;
import java.util.List;

/// The toolset `spawner` on a staff of tests.
public final class Spawning {
  private Spawning() {}

  public static Toolset toolset(TestStaff staff, DefaultAgent who) {
    return toolset(staff, who, Manners.USUAL);
  }

  public static Toolset toolset(TestStaff staff, DefaultAgent who, Manners manners) {
    return toolset(staff, who, manners, OwnContext.NONE);
  }

  /// The same for agents that are told of each other.
  ///
  /// @param own what they are told
  public static Toolset toolset(
      TestStaff staff, DefaultAgent who, Manners manners, OwnContext own) {
    return Spawner.toolset(spawns(staff, manners, own), staff.register(), who, List.of());
  }

  /// The way behind them.
  public static Spawns spawns(TestStaff staff, Manners manners) {
    return spawns(staff, manners, OwnContext.NONE);
  }

  private static Spawns spawns(TestStaff staff, Manners manners, OwnContext own) {
    return new Spawns(
        staff.staff(),
        new Attending(staff.staff(), manners),
        new SpawnViews(staff.staff(), staff.register(), staff.clock()),
        new Prefaces(staff.staff().crew()::runtime, own));
  }
}
