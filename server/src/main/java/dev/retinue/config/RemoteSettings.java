package dev.retinue.config;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Issuer;
import dev.retinue.core.Network;
import dev.retinue.core.RetinueException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How others than this machine reach the daemon.
///
/// @param url how they name it, where that is not how it listens
/// @param tls what it shows of itself
/// @param proxies whose word about a client is believed
/// @param issuer who else says who calls; null for nobody
public record RemoteSettings(
    @Nullable URI url, Tls tls, List<Network> proxies, @Nullable Issuer issuer) {
  public static final RemoteSettings NONE = new RemoteSettings(null, Tls.NONE, List.of(), null);

  /// Files that show who it is.
  ///
  /// @param certificate the chain, in PEM; null where nothing is encrypted
  /// @param key the private key, in PEM (PKCS #8)
  public record Tls(@Nullable Path certificate, @Nullable Path key) {
    public static final Tls NONE = new Tls(null, null);

    public boolean isOn() {
      return certificate != null && key != null;
    }
  }

  public RemoteSettings {
    proxies = List.copyOf(proxies);
  }

  /// Refuses what is only half said: one half may stand in the file and the other in a variable, so
  /// this is known only in the end.
  public void requireWhole() {
    if ((tls.certificate == null) != (tls.key == null)) {
      throw refused(
          "server.tls needs both 'certificate' and 'key', and has only one of them; name the other, too.");
    }
    if (issuer != null && issuer.audiences().isEmpty()) {
      throw refused(
          "server.oauth.issuer needs server.oauth.audience: without, tokens that it made for others would count here. Name the address of /mcp as clients write it.");
    }
  }

  private static RetinueException refused(String sentence) {
    return new RetinueException(ErrorCode.INVALID_INPUT, sentence);
  }
}
