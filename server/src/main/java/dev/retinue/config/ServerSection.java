package dev.retinue.config;

import dev.retinue.config.yaml.YamlNode.Scalar;
import dev.retinue.core.Issuer;
import dev.retinue.core.Network;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The section `server`: where and for whom the daemon listens.
final class ServerSection {
  private static final int LAST_PORT = 65_535;
  private static final long USUAL_PORT = 8101;

  /// A name, an IPv4 address, or an IPv6 address with or without brackets; never with a port.
  private static final Pattern HOST =
      Pattern.compile("[a-z0-9]([a-z0-9._-]{0,251}[a-z0-9])?|\\[?[0-9a-f]*:[0-9a-f:.]+]?");

  private static final Key<String> ADDRESS =
      Key.of("host", host(), "127.0.0.1", "Where to listen: an address or name of this machine.");
  private static final Key<Long> PORT =
      Key.of(
          "port",
          Kinds.wholeNumber(0, LAST_PORT),
          USUAL_PORT,
          "Where to listen; 0 takes a port that is free.");
  private static final Key<Boolean> AUTH =
      Key.of(
          "auth",
          Kinds.truth(),
          true,
          "Whether callers need a token. Without, only this machine may connect.");
  private static final Key<List<String>> ALLOWED_HOSTS =
      Key.of(
          "allowed-hosts",
          Kinds.listOf("host names", host()),
          List.of(),
          "The names under which other machines may reach it, without a port.");
  private static final Key<Duration> IDLE_EXIT =
      Key.optional(
          "idle-exit",
          Kinds.duration(Duration.ofSeconds(1), Duration.ofDays(30)),
          "After how long without runs and clients it ends; else never.");

  private static final Key<Boolean> METRICS_OPEN =
      Key.of(
          "metrics-open",
          Kinds.truth(),
          false,
          "Whether `/metrics` needs no token; else it needs one with the scope `watch` or `admin`.");

  private static final Key<URI> URL =
      Key.optional(
          "url",
          new Unrepeated<>(
              "an address such as https://retinue.example.org, without a path",
              ServerSection::site,
              "write the scheme, the name, and the port if it is an unusual one"),
          "How clients reach it where that is not how it listens, as behind a proxy.");
  private static final Key<List<Network>> PROXIES =
      Key.of(
          "trusted-proxies",
          Kinds.listOf(
              "addresses and networks",
              new Single<>(
                  "an address such as 10.0.0.7, or a network such as 10.1.0.0/16",
                  scalar -> Network.find(scalar.text()),
                  _ -> "write addresses, not names")),
          List.of(),
          "Whose `Forwarded` or `X-Forwarded-*` headers are believed.");

  private final Key<List<String>> toolsets;
  private final Key<RemoteSettings.Tls> tls;
  private final Key<Optional<Issuer>> oauth;

  private ServerSection(Set<String> toolsets, @Nullable Path home) {
    this.tls = tls(home);
    this.oauth = OAuthSection.key(toolsets, home);
    this.toolsets =
        Key.of(
            "toolsets",
            Kinds.listOf("toolsets", Kinds.nameOf("a toolset", toolsets)),
            List.of(),
            "Which toolsets are served; an empty list serves the usual ones.");
  }

  private static Key<RemoteSettings.Tls> tls(@Nullable Path home) {
    var certificate =
        Key.optional(
            "certificate",
            new FilePath(home),
            "The certificate, with those that vouch for it, in PEM. It is read again when it changes.");
    var key = Key.optional("key", new FilePath(home), "Its private key, in PEM (PKCS #8).");
    return Key.section(
        "tls",
        new Shape<>(
            List.of(certificate, key),
            values ->
                new RemoteSettings.Tls(
                    values.find(certificate).orElse(null), values.find(key).orElse(null))),
        "What it shows of itself to those who connect; without, nothing is encrypted.");
  }

  private static Optional<URI> site(String text) {
    return FleetSection.address(text).filter(it -> it.getRawPath().replace("/", "").isEmpty());
  }

  /// @param toolsets the names of the toolsets that there are
  /// @param home what `~` stands for
  static Key<Settings.Server> key(Set<String> toolsets, @Nullable Path home) {
    var section = new ServerSection(toolsets, home);
    return Key.section(
        "server",
        new Shape<>(
            List.of(
                ADDRESS,
                PORT,
                section.toolsets,
                AUTH,
                ALLOWED_HOSTS,
                IDLE_EXIT,
                METRICS_OPEN,
                URL,
                section.tls,
                PROXIES,
                section.oauth),
            section::server),
        "Where and for whom the daemon listens.");
  }

  private Settings.Server server(Values values) {
    return new Settings.Server(
        values.require(ADDRESS),
        Math.toIntExact(values.require(PORT)),
        values.require(toolsets),
        values.require(AUTH),
        values.require(ALLOWED_HOSTS),
        values.find(IDLE_EXIT).orElse(null),
        values.require(METRICS_OPEN),
        new RemoteSettings(
            values.find(URL).orElse(null),
            values.require(tls),
            values.require(PROXIES),
            values.require(oauth).orElse(null)));
  }

  private static Kind<String> host() {
    return new Single<>(
        "a host name or an address",
        scalar ->
            Optional.of(scalar.text().toLowerCase(Locale.ROOT))
                .filter(name -> HOST.matcher(name).matches()),
        ServerSection::remedy);
  }

  private static String remedy(Scalar scalar) {
    var text = scalar.text();
    if (text.contains("*")) {
      return "write out every name, without '*'";
    }
    return text.contains("/") || text.contains(":") ? "write the name alone" : "";
  }
}
