package dev.retinue.core.staff;

import dev.retinue.core.Caller;
import dev.retinue.core.Caller.Scope;
import dev.retinue.core.Credential;
import dev.retinue.core.Credential.Terms;
import dev.retinue.core.Digest;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.Grant;
import dev.retinue.core.Issuer;
import dev.retinue.core.Nearest;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.port.Credentials;
import dev.retinue.core.port.Grants;
import dev.retinue.core.port.RunStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Who may call: by a token that is shown once and kept as a hash, or by that of a run.
public final class Callers implements Grants {
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{0,63}");
  private static final String PREFIX = "rtn_";
  private static final int TOKEN_BYTES = 32;
  private static final int LONGEST_TOKEN = 200;
  private static final Duration LONGEST_GRACE = Duration.ofDays(30);

  private final AuditedCredentials credentials;
  private final RunStore store;
  private final RunTokens runTokens;
  private final Surroundings surroundings;
  private final KnownTokens<Credential> tokens;
  private final KnownTokens<Grant> grants;
  private volatile Function<String, Optional<Grant>> others = _ -> Optional.empty();

  public Callers(
      Credentials credentials, RunStore store, RunTokens runTokens, Surroundings surroundings) {
    this.credentials = new AuditedCredentials(credentials, new Audit(store.audit(), surroundings));
    this.store = store;
    this.runTokens = runTokens;
    this.surroundings = surroundings;
    this.tokens = new KnownTokens<>(surroundings.nanoTime());
    this.grants = new KnownTokens<>(surroundings.nanoTime());
  }

  /// With somebody who changes tokens where nobody else asks for it.
  public Callers keptBy(Caller keeper) {
    credentials.keptBy(keeper);
    return this;
  }

  /// With callers who have no token here, and what they may use: asked by the id of a caller whom
  /// no token was ever made for.
  public Callers beside(Function<String, Optional<Grant>> elsewhere) {
    others = elsewhere;
    return this;
  }

  /// A token that was just made. It is not kept anywhere in this form.
  public record Issued(Credential credential, String token) {
    @Override
    public String toString() {
      return "the token of " + credential.name();
    }
  }

  /// Makes a caller who may use everything in this scope.
  public Issued create(String name, Scope scope) {
    return create(name, Terms.of(scope));
  }

  /// Makes a caller.
  public Issued create(String name, Terms terms) {
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
    requireFuture(terms);
    var token = secret();
    return new Issued(register(name, terms, token), token);
  }

  private String secret() {
    var bytes = new byte[TOKEN_BYTES];
    surroundings.random().nextBytes(bytes);
    return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private void requireFuture(Terms terms) {
    if (terms.expired(surroundings.now())) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "A token that expires at %s would be of no use to anybody; name a time to come."
              .formatted(terms.expiresAt()));
    }
  }

  /// Lets a token in that was made elsewhere, as the owner's is.
  private Credential register(String name, Terms terms, String token) {
    var credential =
        new Credential(name, name, terms, Digest.ofText(token), surroundings.now(), null);
    credentials.insert(credential);
    grants.forget();
    return credential;
  }

  /// The token by this name that is not revoked.
  public Credential require(String name) {
    return credentials
        .findByName(name)
        .orElseThrow(
            () -> {
              var known = credentials.all().stream().map(Credential::name).distinct().toList();
              if (known.contains(name)) {
                return new RetinueException(
                    ErrorCode.NOT_FOUND,
                    "The token of '%s' is revoked already; 'retinue token create %s' makes another."
                        .formatted(name, name));
              }
              var meant = Nearest.to(name, known).map(" Did you mean '%s'?"::formatted).orElse("");
              return new RetinueException(
                  ErrorCode.NOT_FOUND,
                  "There is no token '%s'; 'retinue token list' shows those there are.%s"
                      .formatted(Excerpt.of(name), meant));
            });
  }

  /// Gives a token other terms. They hold at once in this process, and after `untilNobodyRemembers`
  /// in any other.
  public Credential change(String name, UnaryOperator<Terms> wish) {
    require(name);
    var changed = credentials.change(name, it -> changed(name, it, wish), surroundings.now());
    forget();
    return changed.orElseGet(() -> require(name));
  }

  private Terms changed(String name, Terms before, UnaryOperator<Terms> wish) {
    var after = wish.apply(before);
    if (name.equals(Caller.OWNER)) {
      requireOwners(after);
    }
    if (!Objects.equals(before.expiresAt(), after.expiresAt())) {
      requireFuture(after);
    }
    return after;
  }

  /// Whoever has the data directory can do everything in it, but may want to spend less.
  private static void requireOwners(Terms terms) {
    var grant = terms.grant();
    boolean whole =
        grant.toolsets().isEmpty() && grant.agents().isEmpty() && grant.roots().isEmpty();
    if (terms.scope() != Scope.ADMIN || terms.expiresAt() != null || !whole) {
      throw new RetinueException(
          ErrorCode.CONFLICT,
          "The owner's token has the scope 'admin', does not expire, and has all toolsets, agents and roots of the configuration; only its rate, concurrency and budgets can be changed.");
    }
  }

  /// Makes another token for the same caller, on the same terms.
  ///
  /// @param expiresAt when the new one ends; null for when the old one would
  /// @param grace for how long the old one still counts
  public Issued rotate(String name, @Nullable Instant expiresAt, Duration grace) {
    requireNotOwner(name, "rotated");
    var old = require(name);
    var before = old.terms();
    var terms = expiresAt == null ? before : new Terms(before.scope(), before.grant(), expiresAt);
    if (terms.expired(surroundings.now()) && expiresAt == null) {
      throw new RetinueException(
          ErrorCode.CONFLICT,
          "The token of '%s' expired at %s; say when the new one expires (--expires)."
              .formatted(name, before.expiresAt()));
    }
    requireFuture(terms);
    if (grace.isNegative() || grace.compareTo(LONGEST_GRACE) > 0) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "An old token may count for %d days at most after a new one was made."
              .formatted(LONGEST_GRACE.toDays()));
    }
    var now = surroundings.now();
    var token = secret();
    var next = new Credential(old.caller(), name, terms, Digest.ofText(token), now, null);
    credentials.replace(old, next, now.plus(grace));
    forget();
    return new Issued(next, token);
  }

  private void forget() {
    tokens.forget();
    grants.forget();
  }

  /// Makes sure that the owner's token is this one and no other.
  public void owner(String token) {
    boolean known =
        credentials
            .findByHash(Digest.ofText(token))
            .filter(it -> it.caller().equals(Caller.OWNER) && it.counts(surroundings.now()))
            .isPresent();
    if (!known) {
      requireNew(token);
      var grant = credentials.findLatest(Caller.OWNER).map(it -> it.terms().grant());
      credentials.revoke(Caller.OWNER, surroundings.now());
      tokens.forget();
      register(Caller.OWNER, new Terms(Scope.ADMIN, grant.orElse(Grant.ANY), null), token);
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
        .filter(it -> it.caller().equals(id) && it.counts(surroundings.now()))
        .map(Credential::bearer)
        .findFirst()
        .or(() -> elsewhere(id));
  }

  /// Whom others know has no scope without a token; what he has begun he may go on with.
  private Optional<Caller> elsewhere(String id) {
    return others.apply(id).map(_ -> new Caller(id, id, Scope.RUN, null));
  }

  public List<Credential> all() {
    return credentials.all();
  }

  /// Ends a token. It counts no more in this process, and after `untilNobodyRemembers` in no other.
  public void revoke(String name) {
    requireNotOwner(name, "revoked");
    if (!credentials.revoke(name, surroundings.now())) {
      require(name);
    }
    forget();
  }

  private static void requireNotOwner(String name, String done) {
    if (name.equals(Caller.OWNER)) {
      throw new RetinueException(
          ErrorCode.CONFLICT,
          "The owner's token cannot be %s; delete its file and start Retinue to get another."
              .formatted(done));
    }
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
    return RunTokens.looksLikeOne(token) ? run(token) : holderOf(Digest.ofText(token));
  }

  /// Whom the token with this digest stands for, as long as it is good: also for what was given to
  /// him because he has it. What is remembered of a token may be older than its end.
  public Optional<Caller> holderOf(String hash) {
    return tokens
        .find(hash, () -> credentials.findByHash(hash))
        .filter(it -> it.counts(surroundings.now()))
        .map(Credential::bearer);
  }

  /// When the token with this digest ends, if that is known: by itself, or after the grace that it
  /// has since another is in its place.
  public Optional<Instant> endOf(String hash) {
    return credentials.findByHash(hash).map(Credential::end);
  }

  /// When the token ends with which this caller asks, if that is known.
  ///
  /// @param hash its digest; where nobody knows it, whichever of his ends first
  Optional<Instant> endOf(Caller caller, @Nullable String hash) {
    var asked = hash == null ? Optional.<Credential>empty() : credentials.findByHash(hash);
    return asked.isPresent() ? asked.map(Credential::end) : firstEndOf(caller.id());
  }

  private Optional<Instant> firstEndOf(String id) {
    var now = surroundings.now();
    return credentials.all().stream()
        .filter(it -> it.caller().equals(id) && it.counts(now))
        .flatMap(it -> Stream.ofNullable(it.end()))
        .min(Comparator.naturalOrder());
  }

  /// Why this token, which was good once, stands for nobody any more.
  public Optional<String> ended(String token) {
    return token.length() > LONGEST_TOKEN || RunTokens.looksLikeOne(token)
        ? Optional.empty()
        : credentials
            .findByHash(Digest.ofText(token))
            .filter(it -> it.terms().expired(surroundings.now()))
            .map(
                it ->
                    "The token of '%s' expired at %s; 'retinue token rotate %s' makes another."
                        .formatted(it.name(), it.terms().expiresAt(), it.name()));
  }

  /// Looked up by the caller, so that it holds for his runs, too, and also when his token has
  /// ended.
  @Override
  public Grant of(String caller) {
    return grants.find(caller, () -> Optional.of(granted(caller))).orElse(Grant.ANY);
  }

  private Grant granted(String caller) {
    return credentials
        .findLatest(caller)
        .map(it -> it.terms().grant())
        .or(() -> others.apply(caller))
        .orElseGet(() -> Issuer.isCaller(caller) ? Grant.LEAST : Grant.ANY);
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
