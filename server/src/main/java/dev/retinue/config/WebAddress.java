package dev.retinue.config;

import dev.retinue.config.yaml.YamlNode.Scalar;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;

/// Where something is on the web. It may hold a secret by mistake, so no sentence has it in it.
record WebAddress() implements Kind<URI> {
  @Override
  public String expected() {
    return "an address with http:// or https:// and without a name or password in it";
  }

  @Override
  public Optional<URI> read(Spot spot) {
    var address =
        spot.node() instanceof Scalar scalar ? find(scalar.text()) : Optional.<URI>empty();
    return address.isPresent()
        ? address
        : spot.note(
            spot.node().at(),
            "%s must be %s".formatted(spot.phrase(), expected()),
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
