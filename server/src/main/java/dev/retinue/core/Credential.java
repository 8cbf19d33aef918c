package dev.retinue.core;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A caller as it is kept: its token only as a hash.
///
/// @param hash SHA-256 of the token, in hexadecimal
/// @param revokedAt from when on it does not count any more; that may be a time to come
public record Credential(
    String caller,
    String name,
    Terms terms,
    String hash,
    Instant createdAt,
    @Nullable Instant revokedAt) {

  /// What a token allows, and for how long.
  ///
  /// @param expiresAt when it ends by itself; null for never
  public record Terms(Caller.Scope scope, Grant grant, @Nullable Instant expiresAt) {
    /// Everything that there is in this scope, for ever.
    public static Terms of(Caller.Scope scope) {
      return new Terms(scope, Grant.ANY, null);
    }

    public boolean expired(Instant now) {
      return expiresAt != null && !expiresAt.isAfter(now);
    }
  }

  /// One that allows everything in its scope.
  public Credential(
      String caller,
      String name,
      Caller.Scope scope,
      String hash,
      Instant createdAt,
      @Nullable Instant revokedAt) {
    this(caller, name, Terms.of(scope), hash, createdAt, revokedAt);
  }

  public Caller.Scope scope() {
    return terms.scope();
  }

  public boolean revoked(Instant now) {
    return revokedAt != null && !revokedAt.isAfter(now);
  }

  /// Whether somebody comes in with it.
  public boolean counts(Instant now) {
    return !revoked(now) && !terms.expired(now);
  }

  /// When it ends, as far as that is known: by itself, or because another is in its place.
  public @Nullable Instant end() {
    var expires = terms.expiresAt();
    if (expires == null || revokedAt == null) {
      return expires == null ? revokedAt : expires;
    }
    return expires.isBefore(revokedAt) ? expires : revokedAt;
  }

  /// Who comes in with it.
  public Caller bearer() {
    return new Caller(caller, name, scope(), null);
  }
}
