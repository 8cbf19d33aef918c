package dev.retinue.cli;

import dev.retinue.cli.serve.Reach;
import dev.retinue.config.Given;
import dev.retinue.config.Settings;
import dev.retinue.core.Caller;
import dev.retinue.mcp.client.ClientOptions;
import dev.retinue.mcp.client.ClientOptions.Mode;
import dev.retinue.mcp.client.McpClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The daemon in this process, on a port of its own, with all its ways in.
final class ServedDaemon implements AutoCloseable {
  private final Service service;
  private final HttpClient http = HttpClient.newHttpClient();

  private ServedDaemon(Service service) {
    this.service = service;
  }

  /// @param settings keys and values, in turn
  static ServedDaemon of(Household household, String... settings) {
    var chosen = settings(settings);
    var reach = Reach.of(chosen.server(), InetAddress::getAllByName);
    return new ServedDaemon(Service.begin(household, chosen, reach, false));
  }

  /// The same with a household of its own, which knows the issuer of the settings from its
  /// beginning.
  static ServedDaemon in(Path folder, String... settings) {
    var issuer = settings(settings).server().remote().issuer();
    return of(ServedHousehold.open(folder, issuer), settings);
  }

  static Settings settings(String... settings) {
    var given = new ArrayList<>(List.of(new Given("server.port", "--port", "0")));
    for (int i = 0; i < settings.length; i += 2) {
      given.add(new Given(settings[i], "test", settings[i + 1]));
    }
    return ConfigOption.read(null, given, Map.of("HOME", "/nowhere")).settings();
  }

  Household household() {
    return service.household();
  }

  Service service() {
    return service;
  }

  URI at(String path) {
    return URI.create("http://127.0.0.1:%d%s".formatted(service.port(), path));
  }

  String ownerToken() {
    try {
      return Files.readString(household().tokenFile()).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String token(String name, Caller.Scope scope) {
    return household().callers().create(name, scope).token();
  }

  McpClient client(String token) {
    return McpClient.at(
        at("/mcp"), ClientOptions.named("test", "1").in(new Mode.Modern()).bearer(token));
  }

  /// @param token none if it is empty
  HttpResponse<String> get(String path, String token, String... headers) {
    return send(HttpRequest.newBuilder(at(path)), token, headers);
  }

  HttpResponse<String> post(String path, String body, String token, String... headers) {
    var request =
        HttpRequest.newBuilder(at(path))
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .header("Content-Type", "application/json");
    return send(request, token, headers);
  }

  /// @param body none if it is empty
  HttpResponse<String> send(String method, String path, String body, String token) {
    var publisher =
        body.isEmpty()
            ? HttpRequest.BodyPublishers.noBody()
            : HttpRequest.BodyPublishers.ofString(body);
    var request =
        HttpRequest.newBuilder(at(path))
            .method(method, publisher)
            .header("Content-Type", "application/json");
    return send(request, token);
  }

  private HttpResponse<String> send(HttpRequest.Builder request, String token, String... headers) {
    request.timeout(Duration.ofSeconds(30));
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      return http.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  @Override
  public void close() {
    http.close();
    service.end();
  }
}
