package dev.retinue.core.port;

import dev.retinue.core.Credential;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Where callers are kept.
public interface Credentials {
  /// Refuses with `CONFLICT` if another that is not revoked has this name.
  void insert(Credential credential);

  /// The one with this hash, also if it was revoked or has expired.
  Optional<Credential> findByHash(String hash);

  /// The one by this name that is not revoked, nor will be at a time that is known.
  Optional<Credential> findByName(String name);

  /// The one that this caller had last, also if it was revoked or has expired.
  Optional<Credential> findLatest(String caller);

  List<Credential> all();

  /// Gives what counts by this name other terms, made of those that it has: nobody changes them in
  /// between. Says what it is then; nothing if there is none.
  Optional<Credential> change(String name, UnaryOperator<Credential.Terms> wish, Instant now);

  /// Puts another in the place of this one, which counts until then. Refuses with `CONFLICT` if
  /// that was changed, rotated or revoked meanwhile.
  void replace(Credential old, Credential next, Instant until);

  /// Revokes what is kept by this name, and says whether there was one.
  boolean revoke(String name, Instant now);
}
