package dev.retinue.config;

import dev.retinue.config.yaml.YamlNode.Scalar;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

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

  private final Key<List<String>> toolsets;

  private ServerSection(Set<String> toolsets) {
    this.toolsets =
        Key.of(
            "toolsets",
            Kinds.listOf("toolsets", Kinds.nameOf("a toolset", toolsets)),
            List.of(),
            "Which toolsets are served; an empty list serves the usual ones.");
  }

  /// @param toolsets the names of the toolsets that there are
  static Key<Settings.Server> key(Set<String> toolsets) {
    var section = new ServerSection(toolsets);
    return Key.section(
        "server",
        new Shape<>(
            List.of(ADDRESS, PORT, section.toolsets, AUTH, ALLOWED_HOSTS, IDLE_EXIT),
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
        values.find(IDLE_EXIT).orElse(null));
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
