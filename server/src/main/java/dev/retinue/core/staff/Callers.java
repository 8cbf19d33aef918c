package dev.retinue.core.staff;

import dev.retinue.core.Caller;
import dev.retinue.core.Caller.Scope;
import dev.retinue.core.Credential;
import dev.retinue.core.Digest;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.port.Credentials;
import dev.retinue.core.port.RunStore;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Who may call: by a token that is shown once and kept as a hash, or by that of a run.
public final class Callers {
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{0,63}");
  private static final String PREFIX = "rtn_";
  private static final int TOKEN_BYTES = 32;
  private static final int LONGEST_TOKEN = 200;

  private final Credentials credentials;
  private final RunStore store;
  private final RunTokens runTokens;
  private final Surroundings surroundings;
  private final KnownTokens tokens;

  public Callers(
      Credentials credentials, RunStore store, RunTokens runTokens, Surroundings surroundings) {
    this.credentials = credentials;
    this.store = store;
    this.runTokens = runTokens;
    this.surroundings = surroundings;
    this.tokens = new KnownTokens(surroundings.nanoTime());
  }

  /// A token that was just made. It is not kept anywhere in this form.
  public record Issued(Credential credential, String token) {
    @Override
    public String toString() {
      return "the token of " + credential.name();
    }
  }

  /// Makes a caller.
  public Issued create(String name, Scope scope) {
    if (!NAME.matcher(name).matches()) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          ("The name of a token has at most 64 lower-case letters, digits, '.', '-' and '_', and"
                  + " begins with a letter or digit: '%s' does not.")
              .formatted(Excerpt.of(name)));
    }
    if (name.equals(Caller.OWNER)) {
      throw new RetinueException(
          ErrorCode.CONFLICT,
          "The name 'owner' is that of the token in the data directory; choose another name.");
    }
    var bytes = new byte[TOKEN_BYTES];
    surroundings.random().nextBytes(bytes);
    var token = PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    return new Issued(register(name, scope, token), token);
  }

  /// Lets a token in that was made elsewhere, as the owner's is.
  private Credential register(String name, Scope scope, String token) {
    var credential =
        new Credential(name, name, scope, Digest.ofText(token), surroundings.now(), null);
    credentials.insert(credential);
    return credential;
  }

  /// Makes sure that the owner's token is this one and no other.
  public void owner(String token) {
    boolean known =
        credentials
            .findByHash(Digest.ofText(token))
            .filter(it -> it.caller().equals(Caller.OWNER))
            .isPresent();
    if (!known) {
      requireNew(token);
      credentials.revoke(Caller.OWNER, surroundings.now());
      tokens.forget();
      register(Caller.OWNER, Scope.ADMIN, token);
    }
  }

  /// What was revoked does not come back, not even with an old copy of its file.
  private void requireNew(String token) {
    var hash = Digest.ofText(token);
    if (credentials.all().stream().anyMatch(it -> it.hash().equals(hash))) {
      throw new RetinueException(
          ErrorCode.CONFLICT,
          "The owner's token was revoked once; delete the file 'token' in the data directory, and the next start makes another.");
    }
  }

  /// Whose things these are, as long as he may come in.
  ///
  /// @param holder as [Caller#holder] says it
  public Optional<Caller> find(String holder) {
    int slash = holder.indexOf('/');
    return slash < 0 ? personCalled(holder) : runCalled(holder);
  }

  /// A run that goes on after a restart does so with another token, but as the same caller.
  private Optional<Caller> runCalled(String holder) {
    return RunId.find(holder.substring(holder.indexOf('/') + 1))
        .flatMap(store::find)
        .filter(run -> !run.ended())
        .map(Crew::callerOf)
        .filter(caller -> caller.holder().equals(holder));
  }

  private Optional<Caller> personCalled(String id) {
    return credentials.all().stream()
        .filter(it -> it.caller().equals(id) && it.revokedAt() == null)
        .map(it -> new Caller(it.caller(), it.name(), it.scope(), null))
        .findFirst();
  }

  public List<Credential> all() {
    return credentials.all();
  }

  /// Ends a token. It counts no more in this process, and after `untilNobodyRemembers` in no other.
  public void revoke(String name) {
    if (name.equals(Caller.OWNER)) {
      throw new RetinueException(
          ErrorCode.CONFLICT,
          "The owner's token cannot be revoked; delete its file and start Retinue to get another.");
    }
    if (!credentials.revoke(name, surroundings.now())) {
      throw new RetinueException(
          ErrorCode.NOT_FOUND,
          "There is no token '%s'; 'retinue token list' shows those there are."
              .formatted(Excerpt.of(name)));
    }
    tokens.forget();
  }

  /// For how long another process may still let in whom it knew before.
  public static Duration untilNobodyRemembers() {
    return KnownTokens.MOMENT;
  }

  /// The token with which a run asks for something itself.
  public String tokenOf(Run run) {
    return runTokens.issue(run.id(), run.tenure().epoch());
  }

  /// Who this token stands for.
  public Optional<Caller> authenticate(String token) {
    if (token.length() > LONGEST_TOKEN) {
      return Optional.empty();
    }
    return RunTokens.looksLikeOne(token) ? run(token) : person(token);
  }

  private Optional<Caller> person(String token) {
    var hash = Digest.ofText(token);
    return tokens.find(
        hash,
        () ->
            credentials
                .findByHash(hash)
                .map(it -> new Caller(it.caller(), it.name(), it.scope(), null)));
  }

  /// Only while the run is at work, and only by whom it is at work now.
  private Optional<Caller> run(String token) {
    return runTokens
        .verify(token)
        .flatMap(
            claim -> store.find(claim.run()).filter(run -> claim.epoch() == run.tenure().epoch()))
        .filter(run -> run.tenure().occupied())
        .map(Crew::callerOf);
  }
}
