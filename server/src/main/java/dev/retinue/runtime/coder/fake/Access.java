package dev.retinue.runtime.coder.fake;

import dev.retinue.runtime.coder.fake.http.Reply;
import dev.retinue.runtime.coder.fake.http.Request;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/// Who may ask, and how often.
final class Access {
  static final String HEADER = "coder-session-token";
  static final String COOKIE = "coder_session_token";

  private final World world;
  private Instant minute = Instant.EPOCH;
  private int asked;

  Access(World world) {
    this.world = world;
  }

  /// The token of a request, if it is the right one.
  Optional<String> token(Request request) {
    return request
        .cookie(COOKIE)
        .or(() -> request.parameter(COOKIE))
        .or(() -> request.header(HEADER))
        .or(() -> request.header("authorization").map(it -> it.replaceFirst("(?i)^bearer ", "")))
        .filter(World.TOKEN::equals);
  }

  /// Throws a refusal when the API is not to be used in this way.
  void check(Request request) {
    if (token(request).isEmpty()) {
      throw Refusal.of(
          401,
          "You are signed out or your session has expired. Please sign in again to continue.",
          "A valid \"%s\" must be provided.".formatted(COOKIE));
    }
    // Pages of others can make a browser send its cookies; a header they cannot.
    boolean byCookie = request.header(HEADER).isEmpty() && request.cookie(COOKIE).isPresent();
    if (byCookie && !request.method().equals("GET")) {
      throw Refusal.of(400, "Something is wrong with your CSRF token. Please refresh the page.");
    }
  }

  /// Counts a request. What is left of this minute stands in the headers of every answer.
  Reply.Whole counted(Reply.Whole reply) {
    int left = Math.max(0, world.requestsPerMinute - asked);
    return reply
        .with("X-Ratelimit-Limit", Integer.toString(world.requestsPerMinute))
        .with("X-Ratelimit-Remaining", Integer.toString(left))
        .with(
            "X-Ratelimit-Reset",
            Long.toString(minute.plus(1, ChronoUnit.MINUTES).getEpochSecond()));
  }

  boolean isTooMuch() {
    var now = world.now();
    if (now.truncatedTo(ChronoUnit.MINUTES).isAfter(minute)) {
      minute = now.truncatedTo(ChronoUnit.MINUTES);
      asked = 0;
    }
    asked++;
    return asked > world.requestsPerMinute;
  }

  long secondsLeft() {
    return Math.max(1, ChronoUnit.SECONDS.between(world.now(), minute.plus(1, ChronoUnit.MINUTES)));
  }
}
