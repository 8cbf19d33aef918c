package dev.retinue.web.http;

import dev.retinue.core.Caller.Scope;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Issuer;
import dev.retinue.core.RetinueException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.jspecify.annotations.Nullable;

/// What a client is told that has no token, one that does not count, or one that may too little, in
/// the words of RFC 6750 and RFC 9728: so it knows where to get a better one.
///
/// @param issuer who makes tokens; null where only we do
/// @param site how the client names us, without a path
public record Challenge(@Nullable Issuer issuer, String site) {
  /// Where a resource says who makes the tokens for it.
  public static final String METADATA = "/.well-known/oauth-protected-resource";

  private static final String ATTRIBUTE = Challenge.class.getName();

  /// What holds for this request from here on.
  public void noteOn(Request request) {
    request.setAttribute(ATTRIBUTE, this);
  }

  /// What holds from here on for who was let in: of a token of ours no issuer can make a better
  /// one.
  public void noteWhose(Request request, String caller) {
    if (issuer != null && !Issuer.isCaller(caller)) {
      new Challenge(null, site).noteOn(request);
    }
  }

  static Optional<Challenge> of(Request request) {
    return request.getAttribute(ATTRIBUTE) instanceof Challenge known
        ? Optional.of(known)
        : Optional.empty();
  }

  /// For whose token counts for nothing, and why.
  public void reject(Request request, Response response, String why) {
    send(request, response, List.of("error=\"invalid_token\"", described(why)));
  }

  /// For who has not said who he is.
  public void demand(Request request, Response response) {
    send(request, response, List.of());
  }

  /// For who is refused, if another token would help.
  void answer(Request request, Response response, RetinueException refusal) {
    if (refusal.code() == ErrorCode.UNAUTHORIZED) {
      reject(request, response, refusal.getMessage());
    } else {
      refusal.needed().ifPresent(it -> widen(request, response, it, refusal.getMessage()));
    }
  }

  /// For who is refused over MCP because his token may too little.
  public static void answer(Request request, Response response, Scope needed, String sentence) {
    of(request).ifPresent(it -> it.widen(request, response, needed, sentence));
  }

  private void widen(Request request, Response response, Scope needed, String sentence) {
    if (issuer != null) {
      var words = String.join(" ", issuer.scopes().words(needed));
      var more = new ArrayList<>(List.of("error=\"insufficient_scope\""));
      if (!words.isEmpty()) { // Where the issuer has none for it, none would do.
        more.add("scope=\"%s\"".formatted(words));
      }
      more.add(described(sentence));
      send(request, response, more);
    }
  }

  private void send(Request request, Response response, List<String> more) {
    var parts = new ArrayList<String>();
    if (issuer == null) {
      parts.add("realm=\"retinue\"");
    } else {
      parts.add("resource_metadata=\"%s\"".formatted(place(Request.getPathInContext(request))));
      if (more.isEmpty()) {
        parts.add("scope=\"%s\"".formatted(usual(issuer)));
      }
    }
    parts.addAll(more);
    response.getHeaders().put(HttpHeader.WWW_AUTHENTICATE, "Bearer " + String.join(", ", parts));
  }

  /// What most clients want.
  private static String usual(Issuer issuer) {
    var words = new ArrayList<>(issuer.scopes().words(Scope.READ));
    words.addAll(issuer.scopes().words(Scope.RUN));
    return String.join(" ", words);
  }

  private String place(String path) {
    boolean mcp = path.equals("/mcp") || path.matches("/mcp/[a-z-]{1,64}");
    return site + METADATA + (mcp ? path : "");
  }

  /// Only what may stand there.
  private static String described(String sentence) {
    return "error_description=\"%s\"".formatted(sentence.replaceAll("[^ !#-\\[\\]-~]", "'"));
  }
}
