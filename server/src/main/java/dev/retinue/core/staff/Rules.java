package dev.retinue.core.staff;

import dev.retinue.core.Grant;
import dev.retinue.core.Issuer;
import dev.retinue.core.SessionLimits;
import dev.retinue.core.port.Grants;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the owner has decided about all work: how much, how fast, and where.
///
/// @param requests how often one caller may ask for anything
/// @param starts how often one caller may start something
/// @param sessions how much conversations may be
/// @param grants what each caller may use of it
/// @param issuer somebody else who knows callers; null if there is nobody
public record Rules(
    Limits limits,
    Rate requests,
    Rate starts,
    Roots roots,
    SessionLimits sessions,
    Grants grants,
    @Nullable Issuer issuer) {
  public static final Rules DEFAULT =
      new Rules(Limits.DEFAULT, new Rate(1000, 2000), new Rate(100, 1000), Roots.NONE);

  /// The same for everybody.
  public Rules(Limits limits, Rate requests, Rate starts, Roots roots, SessionLimits sessions) {
    this(limits, requests, starts, roots, sessions, Grants.ANY, null);
  }

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
    return new Rules(limits, requests, starts, roots.around(data), sessions, grants, issuer);
  }

  /// The same, but each caller only what he is granted.
  public Rules granting(Grants others) {
    return new Rules(limits, requests, starts, roots, sessions, others, issuer);
  }

  /// What the caller of this id may use, if he is one whom the issuer knows.
  public Optional<Grant> grantElsewhere(String id) {
    return Optional.ofNullable(issuer).flatMap(it -> it.grantOf(id));
  }

  /// The same, where this issuer knows callers, too.
  public Rules beside(@Nullable Issuer other) {
    return new Rules(limits, requests, starts, roots, sessions, grants, other);
  }
}
