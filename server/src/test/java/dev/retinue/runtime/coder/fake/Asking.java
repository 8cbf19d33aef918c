package dev.retinue.runtime.coder.fake;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Asks the fake as a client would, over HTTP.
final class Asking implements AutoCloseable {
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final FakeCoder coder;

  /// An answer, read to its end.
  record Answer(int status, java.net.http.HttpHeaders headers, String text) {
    JsonNode json() {
      return JsonMapper.shared().readTree(text);
    }

    String header(String name) {
      return headers.firstValue(name).orElse("");
    }

    String message() {
      return json().path("message").asString("");
    }
  }

  Asking(FakeCoder coder) {
    this.coder = coder;
  }

  Answer get(String path) {
    return ask("GET", path, "", "Coder-Session-Token", coder.token());
  }

  Answer search(String path, String words) {
    return get(path + "?q=" + URLEncoder.encode(words, StandardCharsets.UTF_8));
  }

  Answer post(String path, String body) {
    return ask("POST", path, body, "Coder-Session-Token", coder.token());
  }

  Answer patch(String path) {
    return ask("PATCH", path, "", "Coder-Session-Token", coder.token());
  }

  /// As apps are to be asked: with a cookie.
  Answer app(String method, FakeWorkspace workspace, String path, String body) {
    return ask(method, appPath(workspace) + path, body, "Cookie", cookie());
  }

  static String appPath(FakeWorkspace workspace) {
    return "/@%s/%s.main/apps/ccw".formatted(workspace.owner(), workspace.name());
  }

  String cookie() {
    return "coder_session_token=" + coder.token();
  }

  Answer ask(String method, String path, String body, String... headers) {
    try {
      var answer =
          http.send(request(method, path, body, headers), HttpResponse.BodyHandlers.ofString());
      return new Answer(answer.statusCode(), answer.headers(), answer.body());
    } catch (IOException e) {
      return new Answer(0, java.net.http.HttpHeaders.of(java.util.Map.of(), (_, _) -> true), "");
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  HttpRequest request(String method, String path, String body, String... headers) {
    var all = new ArrayList<>(List.of("Accept", "*/*"));
    all.addAll(List.of(headers));
    return HttpRequest.newBuilder(URI.create(coder.url() + path))
        .timeout(Duration.ofSeconds(20))
        .method(method, HttpRequest.BodyPublishers.ofString(body))
        .headers(all.toArray(String[]::new))
        .build();
  }

  HttpClient http() {
    return http;
  }

  @Override
  public void close() {
    http.close();
  }
}
