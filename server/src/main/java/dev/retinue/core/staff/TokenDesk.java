package dev.retinue.core.staff;

import dev.retinue.core.Agent;
import dev.retinue.core.Caller;
import dev.retinue.core.Credential;
import dev.retinue.core.Credential.Terms;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.Grant;
import dev.retinue.core.Issuer;
import dev.retinue.core.Nearest;
import dev.retinue.core.RetinueException;
import dev.retinue.core.audit.Action;
import dev.retinue.core.audit.Subject;
import dev.retinue.core.staff.Callers.Issued;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Tokens, for those who may have to do with them: whoever has the scope `admin`, and never a run.
public final class TokenDesk {
  private final Callers callers;
  private final Staff staff;

  public TokenDesk(Callers callers, Staff staff) {
    this.callers = callers;
    this.staff = staff;
  }

  public List<Credential> all(Caller who) {
    requireAdmin(who);
    return callers.all();
  }

  public Credential require(Caller who, String name) {
    requireAdmin(who);
    return callers.require(name);
  }

  /// Makes a caller.
  ///
  /// @param with the digest of the token with which it is asked, if that is known
  public Issued create(Caller who, @Nullable String with, String name, Terms terms) {
    return staff
        .audit()
        .of(
            who,
            Action.TOKEN_CREATE,
            Subject.token(Excerpt.of(name)),
            () -> {
              requireFree(who);
              requireNoLater(who, endOf(who, with), terms.expiresAt());
              return callers.create(name, terms);
            });
  }

  /// Lets a token allow something else.
  ///
  /// @param with the digest of the token with which it is asked, if that is known
  public Credential change(
      Caller who, @Nullable String with, String name, UnaryOperator<Terms> wish) {
    return staff
        .audit()
        .of(
            who,
            Action.TOKEN_CHANGE,
            Subject.token(Excerpt.of(name)),
            () -> {
              requireFree(who);
              // Asked for before, for the change holds the writer of the store.
              var own = endOf(who, with);
              return callers.change(name, before -> wished(who, own, before, wish));
            });
  }

  /// Makes another secret for the same caller.
  ///
  /// @param with the digest of the token with which it is asked, if that is known
  /// @param expiresAt when the new one ends; null for when the old one would
  /// @param grace for how long the old one still counts
  public Issued rotate(
      Caller who, @Nullable String with, String name, @Nullable Instant expiresAt, Duration grace) {
    return staff
        .audit()
        .of(
            who,
            Action.TOKEN_ROTATE,
            Subject.token(Excerpt.of(name)),
            () -> {
              requireFree(who);
              requireNoLater(
                  who,
                  endOf(who, with),
                  expiresAt == null ? callers.require(name).terms().expiresAt() : expiresAt);
              return callers.rotate(name, expiresAt, grace);
            });
  }

  public void revoke(Caller who, String name) {
    staff
        .audit()
        .of(
            who,
            Action.TOKEN_REVOKE,
            Subject.token(Excerpt.of(name)),
            () -> {
              requireAdmin(who);
              callers.revoke(name);
              return null;
            });
  }

  /// Refuses everybody who has nothing to do with tokens, before anything is said about what he
  /// sent.
  ///
  /// @param name null if that is not known yet
  public void refuseOthers(Caller who, Action action, @Nullable String name) {
    var subject = new Subject("token", name == null ? null : Excerpt.of(name), null, null);
    staff
        .audit()
        .of(
            who,
            action,
            subject,
            () -> {
              requireAdmin(who);
              return null;
            });
  }

  private static void requireAdmin(Caller who) {
    who.require(Caller.Scope.ADMIN);
    if (who.run() != null) {
      throw new RetinueException(
          ErrorCode.FORBIDDEN, "A run has nothing to do with tokens; its caller can.");
    }
  }

  /// Else somebody with a limited token would make himself another one.
  private void requireFree(Caller who) {
    requireAdmin(who);
    if (Issuer.isCaller(who.id())) {
      throw new RetinueException(
          ErrorCode.FORBIDDEN,
          "An access token of an authorization server ends soon, and can give nobody one that does not; let one with a token of Retinue do it.");
    }
    if (!who.id().equals(Caller.OWNER) && !callers.of(who.id()).isAny()) {
      throw new RetinueException(
          ErrorCode.FORBIDDEN,
          "The token of '%s' is itself limited, and can give nobody more than it has; let one without limits do it."
              .formatted(Excerpt.of(who.name())));
    }
  }

  private static Terms wished(
      Caller who, @Nullable Instant own, Terms before, UnaryOperator<Terms> wish) {
    var after = wish.apply(before);
    if (!Objects.equals(before.expiresAt(), after.expiresAt())) {
      requireNoLater(who, own, after.expiresAt());
    }
    return after;
  }

  private @Nullable Instant endOf(Caller who, @Nullable String with) {
    return callers.endOf(who, with).orElse(null);
  }

  /// Else somebody whose token ends would make himself one that does not.
  private static void requireNoLater(Caller who, @Nullable Instant own, @Nullable Instant end) {
    if (own != null && (end == null || end.isAfter(own))) {
      throw new RetinueException(
          ErrorCode.FORBIDDEN,
          "The token of '%s' ends at %s, and can give nobody a later end; name an earlier one, or let one that does not end do it."
              .formatted(Excerpt.of(who.name()), own));
    }
  }

  /// What is odd about a grant, but may make sense to somebody.
  public List<String> doubts(Grant grant) {
    return doubts(
        grant, staff.members().of(Caller.owner()).all().stream().map(Agent::name).toList());
  }

  /// What of it may be a mistake.
  ///
  /// @param staff the names of those who are on the staff
  public static List<String> doubts(Grant grant, List<String> staff) {
    var doubts = new ArrayList<String>();
    for (var agent : grant.agents()) {
      boolean known = staff.stream().anyMatch(it -> it.equals(agent) || it.startsWith(agent + "."));
      if (!known) {
        var meant = Nearest.to(agent, staff).map("; did you mean '%s'?"::formatted).orElse(".");
        doubts.add(
            "There is no agent '%s' on the staff now, only a project may bring it along%s"
                .formatted(Excerpt.of(agent), meant));
      }
    }
    for (var root : grant.roots()) {
      if (!Files.isDirectory(Path.of(root))) {
        doubts.add("There is no folder '%s' now.".formatted(Excerpt.of(root, 200)));
      }
    }
    return doubts;
  }
}
