package dev.retinue.runtime.coder.fake.http;

import dev.retinue.llm.scripted.HttpSocket;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A request as it arrived.
///
/// @param path as it was written, without the query
/// @param query as it was written, empty when there is none
/// @param headers by their names in small letters
@SuppressWarnings("ArrayRecordComponent") // Nobody compares them.
public record Request(
    String method, String path, String query, Map<String, String> headers, byte[] content) {

  /// A client that takes us for its proxy writes the whole address; its host is then the one that
  /// counts.
  static Request of(HttpSocket.Request raw) {
    var headers = new TreeMap<>(raw.headers());
    var target = raw.target();
    if (!target.startsWith("/")) {
      var address = URI.create(target);
      headers.put("host", address.getRawAuthority());
      target =
          target
              .substring(target.indexOf(address.getRawAuthority()))
              .substring(address.getRawAuthority().length());
    }
    int mark = target.indexOf('?');
    return new Request(
        raw.method(),
        mark < 0 ? target : target.substring(0, mark),
        mark < 0 ? "" : target.substring(mark + 1),
        Map.copyOf(headers),
        raw.body());
  }

  public String body() {
    return new String(content, StandardCharsets.UTF_8);
  }

  /// Its body as JSON; missing when it is none.
  public JsonNode json() {
    try {
      return JsonMapper.shared().readTree(content);
    } catch (JacksonException e) {
      return JsonMapper.shared().missingNode();
    }
  }

  public Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT)));
  }

  /// A parameter of the query.
  public Optional<String> parameter(String name) {
    return Arrays.stream(query.split("&"))
        .filter(it -> it.startsWith(name + "="))
        .map(it -> decoded(it.substring(name.length() + 1)))
        .findFirst();
  }

  public Optional<String> cookie(String name) {
    return Arrays.stream(header("cookie").orElse("").split(";"))
        .map(String::strip)
        .filter(it -> it.startsWith(name + "="))
        .map(it -> it.substring(name.length() + 1))
        .findFirst();
  }

  /// The pieces of its path between the slashes, decoded.
  public List<String> segments() {
    return Arrays.stream(path.substring(1).split("/", -1)).map(Request::decoded).toList();
  }

  /// Whether it is of this method and path. `*` stands for anything, in both.
  public boolean matches(String wantedMethod, String wantedPath) {
    return like(wantedMethod, method) && like(wantedPath, path);
  }

  private static boolean like(String pattern, String text) {
    return text.matches("\\Q" + pattern.replace("*", "\\E.*\\Q") + "\\E");
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return text; // It only looks like something that was encoded.
    }
  }

  @Override
  public String toString() {
    return method + " " + path + (query.isEmpty() ? "" : "?" + query) + " " + body();
  }
}
