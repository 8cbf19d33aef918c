package dev.retinue.core.staff;

import dev.retinue.core.Caller;
import dev.retinue.core.Credential;
import dev.retinue.core.audit.Action;
import dev.retinue.core.audit.Subject;
import dev.retinue.core.port.Credentials;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Tokens whose changes stand in the audit trail: as a part of what somebody does, or else as done
/// by the keeper.
final class AuditedCredentials implements Credentials {
  private final Credentials credentials;
  private final Audit audit;
  private volatile Caller keeper = Caller.owner();

  AuditedCredentials(Credentials credentials, Audit audit) {
    this.credentials = credentials;
    this.audit = audit;
  }

  /// Who it is that changes tokens where nobody else asks for it.
  void keptBy(Caller who) {
    keeper = who;
  }

  @Override
  public void insert(Credential credential) {
    audit.of(
        keeper,
        Action.TOKEN_CREATE,
        Subject.token(credential.name()),
        () -> {
          credentials.insert(credential);
          return null;
        });
  }

  @Override
  public Optional<Credential> findByHash(String hash) {
    return credentials.findByHash(hash);
  }

  @Override
  public Optional<Credential> findByName(String name) {
    return credentials.findByName(name);
  }

  @Override
  public Optional<Credential> findLatest(String caller) {
    return credentials.findLatest(caller);
  }

  @Override
  public List<Credential> all() {
    return credentials.all();
  }

  @Override
  public Optional<Credential> change(
      String name, UnaryOperator<Credential.Terms> wish, Instant now) {
    return audit.of(
        keeper,
        Action.TOKEN_CHANGE,
        Subject.token(name),
        () -> credentials.change(name, wish, now));
  }

  @Override
  public void replace(Credential old, Credential next, Instant until) {
    audit.of(
        keeper,
        Action.TOKEN_ROTATE,
        Subject.token(next.name()),
        () -> {
          credentials.replace(old, next, until);
          return null;
        });
  }

  @Override
  public boolean revoke(String name, Instant now) {
    // What is not there is not revoked, and nothing is noted of it here.
    boolean there =
        credentials.all().stream().anyMatch(it -> it.name().equals(name) && it.revokedAt() == null);
    return there
        && audit.of(
            keeper, Action.TOKEN_REVOKE, Subject.token(name), () -> credentials.revoke(name, now));
  }
}
