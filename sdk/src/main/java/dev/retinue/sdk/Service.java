package dev.retinue.sdk;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// Something that an agent needs beside itself, as a container: `Service.of("db", "postgres:17",
/// 5432).with("POSTGRES_PASSWORD", "${DB_PASSWORD}").healthyWhen("pg_isready -U postgres")`. The
/// agent finds it by `SFA_SVC_DB_HOST`, `SFA_SVC_DB_PORT` and `SFA_SVC_DB_URL`.
///
/// Every `${NAME}` in its texts is a variable of the agent.
///
/// @param image where it is one image; empty where it is a Compose file
/// @param compose the text of a Compose file that has a service of this name; empty for an image
/// @param port on which it listens in its container; 0 for none
/// @param connectionString its URL with `${host}` and `${port}`; empty for the usual one
/// @param health a command in the container that succeeds when it can be used; empty for none
public record Service(
    String name,
    String image,
    String compose,
    int port,
    String connectionString,
    Map<String, String> environment,
    List<String> volumes,
    Lifecycle lifecycle,
    String health) {
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_-]{0,62}");

  /// What becomes of it when the agent has done its work: it stays, or it is removed with its data.
  public enum Lifecycle {
    PERSISTENT,
    EPHEMERAL
  }

  public Service {
    // In one order: what is written of it must be the same every time.
    environment = Collections.unmodifiableMap(new TreeMap<>(environment));
    volumes = List.copyOf(volumes);
    require(
        NAME.matcher(name).matches(),
        "'%s' cannot be the name of a service: use small letters, digits, '-' and '_'."
            .formatted(name));
    require(
        image.isBlank() != compose.isBlank(),
        "The service '%s' needs either an image or a Compose file.".formatted(name));
    require(
        compose.isBlank() || (environment.isEmpty() && volumes.isEmpty() && health.isBlank()),
        "The service '%s' has its environment, volumes and health check in its Compose file."
            .formatted(name));
    require(
        port >= 0 && port <= 65_535,
        "The port of the service '%s' must be between 0 and 65535, not %d.".formatted(name, port));
  }

  public static Service of(String name, String image, int port) {
    return new Service(name, image, "", port, "", Map.of(), List.of(), Lifecycle.PERSISTENT, "");
  }

  public static Service ofCompose(String name, String compose, int port) {
    return new Service(name, "", compose, port, "", Map.of(), List.of(), Lifecycle.PERSISTENT, "");
  }

  /// The same with a variable of its environment.
  public Service with(String variable, String value) {
    var more = new TreeMap<>(environment);
    more.put(variable, value);
    return new Service(
        name, image, compose, port, connectionString, more, volumes, lifecycle, health);
  }

  /// The same with a volume: `data:/var/lib/data`.
  public Service volume(String volume) {
    var more = new ArrayList<>(volumes);
    more.add(volume);
    return new Service(
        name, image, compose, port, connectionString, environment, more, lifecycle, health);
  }

  /// The same with another URL: `postgresql://app:${DB_PASSWORD}@${host}:${port}/app`.
  public Service connectedBy(String template) {
    return new Service(
        name, image, compose, port, template, environment, volumes, lifecycle, health);
  }

  public Service healthyWhen(String command) {
    return new Service(
        name, image, compose, port, connectionString, environment, volumes, lifecycle, command);
  }

  /// The same, but removed after use.
  public Service ephemeral() {
    return new Service(
        name,
        image,
        compose,
        port,
        connectionString,
        environment,
        volumes,
        Lifecycle.EPHEMERAL,
        health);
  }

  /// The name of a variable that says where it is.
  String variable(String what) {
    return "SFA_SVC_%s_%s".formatted(name.toUpperCase(Locale.ROOT).replace('-', '_'), what);
  }

  boolean isEphemeral() {
    return lifecycle == Lifecycle.EPHEMERAL;
  }

  private static void require(boolean right, String sentence) {
    if (!right) {
      throw new AgentException(ExitCode.FAILURE, sentence);
    }
  }
}
