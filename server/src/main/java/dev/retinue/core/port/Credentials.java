package dev.retinue.core.port;

import dev.retinue.core.Credential;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Where callers are kept.
public interface Credentials {
  /// Refuses with `CONFLICT` if another that is not revoked has this name.
  void insert(Credential credential);

  /// The one with this hash, unless it was revoked.
  Optional<Credential> findByHash(String hash);

  List<Credential> all();

  /// Revokes the one by this name, and says whether there was one.
  boolean revoke(String name, Instant now);
}
