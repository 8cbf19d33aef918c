package dev.retinue.web;

import dev.retinue.core.Issuer;
import dev.retinue.core.Network;
import dev.retinue.web.http.Approach;
import java.nio.file.Path;
import java.util.List;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/// What holds for those who come from elsewhere.
///
/// @param url how they name us, without a slash in the end; null where each says it himself
/// @param issuer who makes tokens beside us; null for nobody
/// @param proxies whose word about a client is believed
/// @param tls what we show of ourselves; null where nothing is encrypted
public record Remote(
    @Nullable String url, @Nullable Issuer issuer, List<Network> proxies, @Nullable Tls tls) {
  public static final Remote NONE = new Remote(null, null, List.of(), null);

  /// Where the certificate and its key are, in PEM.
  public record Tls(Path certificate, Path key) {}

  public Remote {
    proxies = List.copyOf(proxies);
  }

  /// How whoever sends this names us, without a path.
  String site(Request request) {
    var approach = Approach.of(request);
    return url == null ? approach.scheme() + "://" + approach.authority() : url;
  }
}
