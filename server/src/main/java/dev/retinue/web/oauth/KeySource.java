package dev.retinue.web.oauth;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Issuer;
import dev.retinue.core.RetinueException;
import dev.retinue.mcp.rpc.Codec;
import dev.retinue.mcp.rpc.RpcException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Fetches the keys of an issuer, from where the configuration says or where the issuer itself
/// does. No redirection is followed, nothing is long, and nobody waits for long.
final class KeySource {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final int MOST_BYTES = 256 * 1024;

  private final Issuer issuer;
  private final Duration patience;
  private @Nullable HttpClient http;

  KeySource(Issuer issuer) {
    this(issuer, PATIENCE);
  }

  /// @param patience for how long one answer is waited for, from the first byte to the last
  KeySource(Issuer issuer, Duration patience) {
    this.issuer = issuer;
    this.patience = patience;
  }

  Keys fetch() throws InterruptedException {
    var place = issuer.keys();
    return Keys.read(get(place == null ? described() : place));
  }

  /// An issuer describes itself at one of two places, and says there who it is.
  private URI described() throws InterruptedException {
    RetinueException trouble = null;
    for (var place : descriptions()) {
      try {
        var description = get(place);
        if (!description.path("issuer").asString("").equals(issuer.name())) {
          throw failed(place, "it describes another issuer", null);
        }
        return URI.create(description.path("jwks_uri").asString(""));
      } catch (RetinueException e) {
        trouble = trouble == null ? e : trouble;
      } catch (IllegalArgumentException e) {
        throw failed(place, "it does not say where its keys are", e);
      }
    }
    throw trouble == null ? failed(URI.create(issuer.name()), "it has no address", null) : trouble;
  }

  private List<URI> descriptions() {
    var uri = URI.create(issuer.name());
    var path = uri.getRawPath() == null ? "" : uri.getRawPath().replaceAll("/$", "");
    return List.of(
        uri.resolve(path + "/.well-known/openid-configuration"),
        uri.resolve("/.well-known/oauth-authorization-server" + path));
  }

  private JsonNode get(URI place) throws InterruptedException {
    requireSafe(place);
    var request = HttpRequest.newBuilder(place).header("Accept", "application/json").GET().build();
    // Not by the patience of the request alone, which is over when the answer begins.
    var asked =
        http().sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), MOST_BYTES));
    try {
      var response = asked.get(patience.toMillis(), TimeUnit.MILLISECONDS);
      if (response.statusCode() != 200) {
        throw failed(place, "it answers " + response.statusCode(), null);
      }
      return Codec.parse(response.body());
    } catch (ExecutionException e) {
      throw failed(place, why(e.getCause()), e);
    } catch (TimeoutException e) {
      throw failed(place, "it takes longer than %d ms".formatted(patience.toMillis()), e);
    } catch (RpcException e) {
      throw failed(place, "it answers something that is no JSON", e);
    } finally {
      asked.cancel(true);
    }
  }

  private static String why(@Nullable Throwable cause) {
    var said = String.valueOf(cause == null ? null : cause.getMessage());
    return said.contains("exceeds capacity") ? "its answer is too long" : said;
  }

  /// Who could change the keys on the way could let himself in.
  private static void requireSafe(URI place) {
    var scheme = String.valueOf(place.getScheme()).toLowerCase(Locale.ROOT);
    if (scheme.equals("https") || (scheme.equals("http") && isLoopback(place.getHost()))) {
      return;
    }
    throw failed(place, "keys are fetched with https alone", null);
  }

  private static boolean isLoopback(@Nullable String host) {
    if (host == null) {
      return false;
    }
    try {
      return host.equals("localhost") || InetAddress.ofLiteral(host).isLoopbackAddress();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private synchronized HttpClient http() {
    var known = http;
    if (known == null) {
      known =
          HttpClient.newBuilder()
              .connectTimeout(patience)
              .followRedirects(HttpClient.Redirect.NEVER)
              .build();
      http = known;
    }
    return known;
  }

  private static RetinueException failed(URI place, String why, @Nullable Exception cause) {
    return new RetinueException(
        ErrorCode.SERVICE_UNAVAILABLE,
        "The keys of the issuer cannot be had from %s: %s. Try again in a moment."
            .formatted(place, why),
        cause);
  }
}
