package dev.retinue.sdk;

import java.util.Map;
import java.util.TreeMap;

/// The services of an agent at work, and the variables by which they are found.
final class ServiceDesk {
  private final Services services;
  private volatile Map<String, String> variables = Map.of();

  ServiceDesk(Services services) {
    this.services = services;
  }

  void up() throws InterruptedException {
    variables = services.up();
  }

  /// The work is done: what is ephemeral goes.
  void release() {
    services.end();
  }

  String down() throws InterruptedException {
    return services.down();
  }

  /// Where a service is.
  String url(String name) {
    var variable = Service.of(name, "any", 0).variable("URL");
    var url = variables.get(variable);
    if (url == null) {
      throw new IllegalArgumentException(
          "The agent has no service '%s'; declare it with .service(…).".formatted(name));
    }
    return url;
  }

  /// The environment, with what says where the services are.
  Map<String, String> added(Map<String, String> environment) {
    var all = new TreeMap<>(environment);
    all.putAll(variables);
    return all;
  }
}
