package dev.retinue.web.oauth;

import dev.retinue.core.Caller;
import dev.retinue.core.Digest;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Issuer;
import dev.retinue.core.RetinueException;
import dev.retinue.core.staff.Surroundings;
import dev.retinue.toolset.Principal;
import dev.retinue.web.Gate;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Lets those in who have an access token of the issuer, beside those with a token of ours. What it
/// says of them is all that is kept: the token itself goes no further than here.
public final class IssuerGate implements Gate {
  private static final String SCHEME = "bearer ";

  /// Clocks of two machines are never quite the same.
  private static final Duration LEEWAY = Duration.ofSeconds(30);

  /// A signature is checked once for so long: it costs more than many a call.
  private static final Duration REMEMBERED = Duration.ofSeconds(30);

  private static final int MOST_REMEMBERED = 1_000;
  private static final int LONGEST_NAME = 64;

  private final Issuer issuer;
  private final KnownKeys keys;
  private final Gate own;
  private final Surroundings surroundings;
  private final Map<String, Seen> remembered = new ConcurrentHashMap<>();

  /// @param since when its signature was checked
  private record Seen(Caller caller, Instant until, long since) {}

  /// @param own lets in who has a token of ours
  public IssuerGate(Issuer issuer, Gate own, Surroundings surroundings) {
    this.issuer = issuer;
    this.own = own;
    this.surroundings = surroundings;
    this.keys = new KnownKeys(new KeySource(issuer), surroundings.nanoTime());
  }

  @Override
  public Optional<dev.retinue.mcp.Caller> enter(@Nullable String authorization) {
    if (authorization == null
        || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return own.enter(authorization);
    }
    var token = authorization.substring(SCHEME.length()).strip();
    return Jwt.looksLikeOne(token)
        ? Optional.of(new Principal(caller(token)))
        : own.enter(authorization);
  }

  @Override
  public Optional<String> why(@Nullable String authorization) {
    return own.why(authorization);
  }

  private Caller caller(String token) {
    long now = surroundings.nanoTime().getAsLong();
    var digest = Digest.ofText(token);
    var before = remembered.get(digest);
    if (before != null && now - before.since < REMEMBERED.toNanos()) {
      requireBefore(before.until);
      return before.caller;
    }
    remembered.remove(digest);
    var seen = check(Jwt.read(token), now);
    if (remembered.size() >= MOST_REMEMBERED) {
      remembered.clear();
    }
    remembered.put(digest, seen);
    return seen.caller;
  }

  private Seen check(Jwt token, long now) {
    // What is wrong whoever signed it, first: for that nobody has to be asked for keys.
    var until =
        token.time("exp").orElseThrow(() -> Jwt.refused("it does not say when it ends (exp)"));
    requireBefore(until);
    requireSigned(token);
    if (!token.text("iss").orElse("").equals(issuer.name())) {
      throw Jwt.refused("it is of another issuer");
    }
    if (token.texts("aud").stream().noneMatch(issuer.audiences()::contains)) {
      throw Jwt.refused("it is for somebody else (audience)");
    }
    for (var claim : List.of("nbf", "iat")) {
      requireBegun(token, claim);
    }
    var subject =
        token.text("sub").orElseThrow(() -> Jwt.refused("it does not say whose it is (sub)"));
    var scope = issuer.scopes().most(scopes(token)).orElseThrow(this::withoutScope);
    return new Seen(issuer.caller(subject, name(token, subject), scope), until, now);
  }

  private void requireSigned(Jwt token) {
    try {
      var fitting = keys.of(token);
      if (fitting.isEmpty()) {
        throw Jwt.refused("its issuer has no such key");
      }
      if (fitting.stream().noneMatch(token::isSignedBy)) {
        throw Jwt.refused("its signature is wrong");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE, "Retinue is stopping; try again in a moment.", e);
    }
  }

  private void requireBefore(Instant until) {
    if (!surroundings.clock().instant().minus(LEEWAY).isBefore(until)) {
      throw Jwt.refused("it has expired");
    }
  }

  private void requireBegun(Jwt token, String claim) {
    if (!token.has(claim)) {
      return;
    }
    var begin = token.time(claim).orElseThrow(() -> Jwt.refused(claim + " is no time"));
    if (begin.isAfter(surroundings.clock().instant().plus(LEEWAY))) {
      throw Jwt.refused("it does not count yet (%s)".formatted(claim));
    }
  }

  /// As RFC 9068 has it, and as some issuers do.
  private static List<String> scopes(Jwt token) {
    var words = new ArrayList<String>();
    for (var claim : List.of("scope", "scp")) {
      token.texts(claim).forEach(it -> words.addAll(List.of(it.split(" ", -1))));
    }
    return words;
  }

  private RetinueException withoutScope() {
    return RetinueException.needing(
        Caller.Scope.READ,
        "This access token may do nothing here: it has none of the scopes %s."
            .formatted(
                String.join(
                    ", ",
                    List.of(
                        String.join(" ", issuer.scopes().read()),
                        String.join(" ", issuer.scopes().watch()),
                        String.join(" ", issuer.scopes().run()),
                        String.join(" ", issuer.scopes().admin())))));
  }

  /// For people alone. It has what no name of a token has, so that nobody takes it for one.
  private String name(Jwt token, String subject) {
    var called = token.text("preferred_username").or(() -> token.text("client_id")).orElse(subject);
    var host = String.valueOf(URI.create(issuer.name()).getHost());
    var clean = called.replaceAll("[^A-Za-z0-9._@+-]", "?");
    return clean.substring(0, Math.min(clean.length(), LONGEST_NAME)) + "@" + host;
  }
}
