package dev.retinue.web.api;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Issuer;
import dev.retinue.core.RetinueException;
import dev.retinue.core.port.Grants;
import dev.retinue.core.staff.SignIns;
import dev.retinue.web.api.Operation.About;
import dev.retinue.web.http.Admission;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Who one is, and how one comes in with a browser.
final class SignInOperations {
  private final SignIns signIns;
  private final Grants grants;

  SignInOperations(SignIns signIns, Grants grants) {
    this.signIns = signIns;
    this.grants = grants;
  }

  /// Who asks.
  ///
  /// @param signedInBy `token`, `cookie`, or `none` where nobody is asked who he is
  /// @param toolsets which one may use; none for all
  /// @param expiresAt when that ends by itself; nothing if it does not
  record Me(
      String name,
      String scope,
      List<String> toolsets,
      String signedInBy,
      @Nullable Instant expiresAt) {}

  /// A link that signs in, once.
  record SignInLink(String url, Instant expiresAt) {}

  List<Operation> all() {
    return List.of(
        Operation.json("GET", "/api/me", About.answering("Who one is here.", Me.class), this::me),
        Operation.json(
            "POST",
            "/api/sign-in-links",
            About.answering(
                "A link that signs one in with a browser, once and for a short time.",
                SignInLink.class),
            this::link));
  }

  private Me me(ApiCall call) {
    var caller = call.caller();
    var admission = call.visit().admission();
    return new Me(
        caller.name(),
        caller.scope().word(),
        grants.of(caller.id()).toolsets(),
        admission.way().word(),
        end(admission));
  }

  /// Whichever is first: a sign-in is good only as long as the token behind it.
  private @Nullable Instant end(Admission admission) {
    var proof = admission.proof();
    var token = proof == null ? null : signIns.endOf(proof).orElse(null);
    var own = admission.until();
    if (token == null || own == null) {
      return token == null ? own : token;
    }
    return token.isBefore(own) ? token : own;
  }

  private SignInLink link(ApiCall call) {
    var proof = call.visit().admission().proof();
    if (Issuer.isCaller(call.caller().id()) && call.caller().run() == null) {
      throw new RetinueException(ErrorCode.CONFLICT, SignIns.ISSUED_ELSEWHERE);
    }
    if (proof == null || call.caller().run() != null) {
      throw new RetinueException(
          ErrorCode.CONFLICT,
          proof == null
              ? "Nobody is asked who he is here: open the console without a link."
              : "A run does not sign in with a browser; its caller may.");
    }
    var link = signIns.link(proof);
    return new SignInLink(link.url(), link.until());
  }
}
