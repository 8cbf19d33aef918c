package dev.retinue.core;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Somebody else who says who calls: an authorization server whose access tokens count here, beside
/// our own.
///
/// @param name the issuer, exactly as its tokens name it
/// @param audiences for whom a token must be, exactly as its issuer writes it; one of them is
///   enough
/// @param keys where its keys are; null where its own description says so
/// @param scopes what its tokens may do here
/// @param limits what its callers may use
public record Issuer(
    String name, List<String> audiences, @Nullable URI keys, Scopes scopes, Grant limits) {
  /// Where is written what its callers may use: they have no token here that could be changed.
  public static final String LIMITS = "server.oauth.limits";

  /// What the ids of its callers begin with: no name of a token has a colon.
  private static final String PREFIX = "oauth:";

  private static final int LONG_ENOUGH = 32;

  public Issuer {
    audiences = List.copyOf(audiences);
  }

  /// Which of the issuer's words for what one may do mean which of ours.
  public record Scopes(
      List<String> read, List<String> watch, List<String> run, List<String> admin) {
    public static final Scopes USUAL =
        new Scopes(
            List.of("retinue:read"),
            List.of("retinue:watch"),
            List.of("retinue:run"),
            List.of("retinue:admin"));

    public Scopes {
      read = List.copyOf(read);
      watch = List.copyOf(watch);
      run = List.copyOf(run);
      admin = List.copyOf(admin);
    }

    /// The most that somebody may do who was given these words.
    public Optional<Caller.Scope> most(List<String> given) {
      if (given.stream().anyMatch(admin::contains)) {
        return Optional.of(Caller.Scope.ADMIN);
      }
      if (given.stream().anyMatch(run::contains)) {
        return Optional.of(Caller.Scope.RUN);
      }
      if (given.stream().anyMatch(watch::contains)) {
        return Optional.of(Caller.Scope.WATCH);
      }
      return given.stream().anyMatch(read::contains)
          ? Optional.of(Caller.Scope.READ)
          : Optional.empty();
    }

    /// What to ask the issuer for.
    public List<String> words(Caller.Scope scope) {
      return switch (scope) {
        case READ -> read;
        case WATCH -> watch;
        case RUN -> run;
        case ADMIN -> admin;
      };
    }
  }

  /// The same for the same person of the same issuer, and nobody else's.
  public Caller caller(String subject, String called, Caller.Scope scope) {
    var id = PREFIX + Digest.of(name, subject).substring(0, LONG_ENOUGH);
    return new Caller(id, called, scope, null);
  }

  /// What the caller of this id may use, if he is one of an issuer's. It keeps no list of them: any
  /// such id may be one of its own.
  public Optional<Grant> grantOf(String id) {
    return isCaller(id) ? Optional.of(limits) : Optional.empty();
  }

  /// Whether this is the id of somebody whom an issuer knows.
  public static boolean isCaller(String id) {
    return id.startsWith(PREFIX) && id.indexOf('/') < 0;
  }
}
