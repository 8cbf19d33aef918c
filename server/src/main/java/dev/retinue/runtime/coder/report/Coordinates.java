package dev.retinue.runtime.coder.report;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Where a workspace reports to, and as which app.
///
/// @param token of the agent of the workspace: it may say how it is, and little else
public record Coordinates(URI url, String token, String slug) {
  private static final int LONGEST_TOKEN = 4096;

  /// As Coder tells them to what it starts in a workspace; nothing outside of one, or without an
  /// app.
  ///
  /// @param slug of the app; null for the one that the environment names
  public static Optional<Coordinates> find(Map<String, String> environment, @Nullable String slug) {
    var url = environment.getOrDefault("CODER_AGENT_URL", "").strip();
    var app = slug != null ? slug : environment.getOrDefault("CODER_MCP_APP_STATUS_SLUG", "");
    if (url.isEmpty() || app.isBlank()) {
      return Optional.empty();
    }
    var token = token(environment);
    return token.isEmpty()
        ? Optional.empty()
        : Optional.of(new Coordinates(uri(url), token, app.strip()));
  }

  private static URI uri(String text) {
    try {
      var uri = URI.create(text.replaceFirst("/+$", ""));
      if (uri.getHost() != null
          && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      // The same as one without a host.
    }
    throw new RetinueException(
        ErrorCode.INVALID_INPUT,
        "CODER_AGENT_URL is no address of a Coder deployment; it begins with https:// or http://.");
  }

  private static String token(Map<String, String> environment) {
    var token = environment.getOrDefault("CODER_AGENT_TOKEN", "").strip();
    var file = environment.getOrDefault("CODER_AGENT_TOKEN_FILE", "").strip();
    if (!token.isEmpty() || file.isEmpty()) {
      return token;
    }
    try {
      var path = Path.of(file);
      return Files.size(path) > LONGEST_TOKEN ? "" : Files.readString(path).strip();
    } catch (IOException | InvalidPathException e) {
      return "";
    }
  }

  /// Never the token.
  @Override
  public String toString() {
    return "%s as %s".formatted(url, slug);
  }
}
