package dev.retinue.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;

/// Where something is on the web.
public final class WebAddress {
  private WebAddress() {}

  public static Kind<URI> kind() {
    return new Unrepeated<>(
        "an address with http:// or https:// and without a name or password in it",
        WebAddress::find,
        "put what is secret into 'headers'");
  }

  private static Optional<URI> find(String text) {
    try {
      var url = new URI(text);
      var scheme = String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT);
      boolean right =
          (scheme.equals("http") || scheme.equals("https"))
              && url.getHost() != null
              && url.getRawUserInfo() == null
              && url.getRawFragment() == null;
      return right ? Optional.of(url) : Optional.empty();
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }
}
