package dev.retinue.process;

import java.util.Set;

/// What every child may see of our environment: how to find things and how to get out, and neither
/// a key nor a token.
public final class SharedVariables {
  public static final Set<String> NAMES =
      Set.of(
          "PATH",
          "HOME",
          "USER",
          "LOGNAME",
          "SHELL",
          "TZ",
          "HTTP_PROXY",
          "HTTPS_PROXY",
          "NO_PROXY",
          "http_proxy",
          "https_proxy",
          "no_proxy",
          "SSL_CERT_FILE",
          "SSL_CERT_DIR",
          "NODE_EXTRA_CA_CERTS");

  private SharedVariables() {}
}
