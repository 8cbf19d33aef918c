package dev.retinue.llm.scripted;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One of the APIs by which models are asked.
interface Api {
  /// As tests call it.
  String name();

  /// Whether a request to this path is one of it.
  boolean answers(String path);

  /// The answer to a request that only wants tokens counted, and null for every other.
  default @Nullable JsonNode count(String path, long tokens) {
    return null;
  }

  Conversation read(String path, JsonNode body);

  /// The answer in one piece.
  JsonNode whole(Reply reply);

  /// The answer as a stream.
  List<Frame> frames(Reply reply);

  /// What an error looks like.
  JsonNode error(Failure failure);

  /// The headers of an error besides `Retry-After`.
  default Map<String, String> headers(Failure failure) {
    return Map.of();
  }

  /// An event of a stream.
  ///
  /// @param content whether it is part of what is said, so that the stream is now in its middle
  record Frame(@Nullable String event, String data, boolean content) {
    static Frame of(@Nullable String event, JsonNode data, boolean content) {
      return new Frame(event, data.toString(), content);
    }

    String text() {
      return (event == null ? "" : "event: " + event + "\n") + "data: " + data + "\n\n";
    }
  }

  /// An error to be answered with.
  ///
  /// @param resetsAt in seconds since 1970, or 0 if it is not said
  record Failure(int status, String type, String message, long retryAfter, long resetsAt) {
    static Failure of(JsonNode error) {
      int status = error.path("status").asInt(500);
      return new Failure(
          status,
          error.path("type").asString(usualType(status)),
          error.path("message").asString("scripted error " + status),
          error.path("retry_after").asLong(0),
          error.path("resets_at").asLong(0));
    }

    private static String usualType(int status) {
      return switch (status) {
        case 400 -> "invalid_request_error";
        case 401 -> "authentication_error";
        case 403 -> "permission_error";
        case 429 -> "rate_limit_error";
        case 529 -> "overloaded_error";
        default -> "api_error";
      };
    }
  }
}
