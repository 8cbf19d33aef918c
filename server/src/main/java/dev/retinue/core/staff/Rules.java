package dev.retinue.core.staff;

import dev.retinue.core.SessionLimits;
import java.nio.file.Path;

/// What the owner has decided about all work: how much, how fast, and where.
///
/// @param requests how often one caller may ask for anything
/// @param starts how often one caller may start something
/// @param sessions how much conversations may be
public record Rules(
    Limits limits, Rate requests, Rate starts, Roots roots, SessionLimits sessions) {
  public static final Rules DEFAULT =
      new Rules(Limits.DEFAULT, new Rate(1000, 2000), new Rate(100, 1000), Roots.NONE);

  /// With the usual conversations.
  public Rules(Limits limits, Rate requests, Rate starts, Roots roots) {
    this(limits, requests, starts, roots, SessionLimits.USUAL);
  }

  /// These limits, at any rate, and in no folder.
  public static Rules of(Limits limits) {
    return new Rules(limits, Rate.ANY, Rate.ANY, Roots.NONE);
  }

  /// The same, for what is kept in this folder: no run works in it.
  public Rules around(Path data) {
    return new Rules(limits, requests, starts, roots.around(data), sessions);
  }
}
