package dev.retinue.web.http;

import java.util.Locale;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/// From where a request comes, and how whoever sent it sees us.
///
/// @param scheme `http` or `https`
/// @param authority our name with the port, as the client wrote it; null if it wrote none
/// @param address of the client
public record Approach(String scheme, @Nullable String authority, String address) {
  private static final String ATTRIBUTE = Approach.class.getName();

  /// How this request comes.
  public static Approach of(Request request) {
    return request.getAttribute(ATTRIBUTE) instanceof Approach known ? known : direct(request);
  }

  /// As it looks where nobody stands between.
  public static Approach direct(Request request) {
    return new Approach(
        request.isSecure() ? "https" : "http",
        Visit.header(request, "Host"),
        Request.getRemoteAddr(request));
  }

  /// From here on this request comes so.
  public void noteOn(Request request) {
    request.setAttribute(ATTRIBUTE, this);
  }

  public boolean secure() {
    return scheme.equals("https");
  }

  /// Whether a page of our own sends this, or nobody's: what a browser adds by itself must not
  /// serve the pages of others, not even those of the same machine.
  public static boolean isOwn(Request request) {
    var origin = Visit.header(request, "Origin");
    var site = Visit.header(request, "Sec-Fetch-Site");
    if (origin != null) {
      return of(request).isOrigin(origin) && (site == null || site.equals("same-origin"));
    }
    return site != null && (site.equals("same-origin") || changesNothing(request, site));
  }

  /// Browsers say nothing of where a page comes from that was typed, or that they do not trust
  /// themselves, as long as it only reads.
  public static boolean isOwnOrReads(Request request) {
    boolean reads = reads(request) && !opensSocket(request);
    boolean unsaid =
        Visit.header(request, "Origin") == null && Visit.header(request, "Sec-Fetch-Site") == null;
    return (reads && unsaid) || isOwn(request);
  }

  private static boolean opensSocket(Request request) {
    var upgrade = Visit.header(request, "Upgrade");
    return upgrade != null && upgrade.toLowerCase(Locale.ROOT).contains("websocket");
  }

  private static boolean changesNothing(Request request, String site) {
    return site.equals("none") && reads(request);
  }

  private static boolean reads(Request request) {
    return request.getMethod().equals("GET") || request.getMethod().equals("HEAD");
  }

  private boolean isOrigin(String origin) {
    return authority != null
        && withPort(origin.toLowerCase(Locale.ROOT))
            .equals(withPort(scheme + "://" + authority.strip().toLowerCase(Locale.ROOT)));
  }

  /// Browsers leave out the port that is usual.
  private static String withPort(String origin) {
    int end = origin.length();
    while (end > 0 && Character.isDigit(origin.charAt(end - 1))) {
      end--;
    }
    boolean hasPort = end > 0 && end < origin.length() && origin.charAt(end - 1) == ':';
    return hasPort ? origin : origin + (origin.startsWith("https:") ? ":443" : ":80");
  }
}
