package dev.retinue.sdk;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Where a service is.
///
/// @param port 0 where it is not known
record Address(String host, int port, String url) {
  private static final Duration TO_CONNECT = Duration.ofSeconds(5);

  private static final Pattern URL =
      Pattern.compile("(?:jdbc:)?([A-Za-z][A-Za-z0-9+.-]*)://([^/?#]*).*", Pattern.DOTALL);

  /// The first of several hosts, after the user and the password.
  private static final Pattern AUTHORITY =
      Pattern.compile("(?:.*@)?(\\[[^\\]]+]|[^:,\\[\\]]+)(?::(\\d{1,5}))?(?:,.*)?", Pattern.DOTALL);

  private static final Map<String, Integer> USUAL_PORTS =
      Map.of(
          "postgresql",
          5432,
          "postgres",
          5432,
          "redis",
          6379,
          "mysql",
          3306,
          "mariadb",
          3306,
          "mongodb",
          27017,
          "amqp",
          5672,
          "http",
          80,
          "https",
          443);

  /// Words in the names of images, and how one speaks with what is in them.
  private static final List<Map.Entry<String, Pattern>> SCHEMES =
      List.of(
          Map.entry("postgresql", Pattern.compile("postgres|pgvector|timescale")),
          Map.entry("redis", Pattern.compile("redis|valkey")),
          Map.entry("mysql", Pattern.compile("mysql|mariadb")),
          Map.entry("mongodb", Pattern.compile("mongo")),
          Map.entry("http", Pattern.compile("elasticsearch|opensearch|nginx|httpd|qdrant|ollama")));

  /// Where somebody else has it, if the environment says so.
  static Optional<Address> preset(
      Service service, Map<String, String> environment, Variables variables) {
    var url = environment.getOrDefault(service.variable("URL"), "").strip();
    var host = environment.getOrDefault(service.variable("HOST"), "").strip();
    var port = environment.getOrDefault(service.variable("PORT"), "").strip();
    if (!url.isEmpty()) {
      return Optional.of(ofUrl(service, url));
    }
    if (host.isEmpty() || port.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(of(service, service.image(), host, number(service, port), variables));
  }

  private static Address ofUrl(Service service, String text) {
    var url = URL.matcher(text);
    if (url.matches()) {
      var scheme = url.group(1).toLowerCase(Locale.ROOT);
      var authority = AUTHORITY.matcher(url.group(2));
      if (authority.matches()) {
        var host = authority.group(1).replaceAll("[\\[\\]]", "");
        int port =
            authority.group(2) == null
                ? USUAL_PORTS.getOrDefault(scheme, service.port())
                : number(service, authority.group(2));
        // Such a name is none of a host.
        return new Address(host, scheme.endsWith("+srv") ? 0 : port, text);
      }
    }
    throw new AgentException(
        ExitCode.USAGE,
        "%s is no URL with a host, as postgresql://localhost:5432 is one."
            .formatted(service.variable("URL")));
  }

  private static int number(Service service, String text) {
    try {
      int port = Integer.parseInt(text);
      if (port > 0 && port <= 65_535) {
        return port;
      }
    } catch (NumberFormatException e) {
      // The same mistake.
    }
    throw new AgentException(
        ExitCode.USAGE,
        "'%s' is no port; look at %s and %s."
            .formatted(text, service.variable("PORT"), service.variable("URL")));
  }

  /// With the URL of the service, or the one that is usual for its image.
  static Address of(Service service, String image, String host, int port, Variables variables) {
    if (service.connectionString().isBlank()) {
      return new Address(host, port, "%s://%s:%d".formatted(scheme(image), inUrl(host), port));
    }
    return new Address(host, port, filled(service, inUrl(host), Integer.toString(port), variables));
  }

  private static String inUrl(String host) {
    return host.contains(":") ? "[" + host + "]" : host;
  }

  static String filled(Service service, String host, String port, Variables variables) {
    // First ours: a password may look like one of them.
    return variables.filled(
        service.connectionString().replace("${host}", host).replace("${port}", port));
  }

  private static String scheme(String image) {
    var name = image.toLowerCase(Locale.ROOT);
    return SCHEMES.stream()
        .filter(scheme -> scheme.getValue().matcher(name).find())
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse("tcp");
  }

  /// The variables by which the agent finds it.
  Map<String, String> variables(Service service) {
    var variables = new LinkedHashMap<String, String>();
    variables.put(service.variable("HOST"), host);
    if (port > 0) {
      variables.put(service.variable("PORT"), Integer.toString(port));
    }
    variables.put(service.variable("URL"), url);
    return variables;
  }

  /// Refuses if nobody listens there.
  void requireListening(Service service) {
    if (port == 0) {
      return;
    }
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(host, port), Math.toIntExact(TO_CONNECT.toMillis()));
    } catch (IOException e) {
      throw new AgentException(
          ExitCode.FAILURE,
          "The service '%s' does not answer at %s:%d. Start it, or unset %s and %s so that it is started here."
              .formatted(
                  service.name(), host, port, service.variable("URL"), service.variable("HOST")));
    }
  }
}
