package dev.retinue.runtime.coder.fake.http;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What goes wrong with a request.
///
/// ```java
/// coder.fault("GET", "/api/v2/workspaces", Fault.status(429).header("Retry-After", "1").times(2));
/// coder.fault("POST", "/api/v2/users/*/workspaces", Fault.reset().afterwards());
/// ```
///
/// @param reply instead of the true one; without it the true one is sent, in its own way
/// @param headers above those of the reply
/// @param delay before anything is answered
/// @param pause in the middle of the body
/// @param done whether the request has its effect all the same
/// @param times how often it happens; 0 is for ever
public record Fault(
    @Nullable Reply reply,
    Map<String, String> headers,
    Duration delay,
    Duration pause,
    boolean done,
    int times) {

  public static Fault status(int status) {
    return reply(
        Reply.text(
            status,
            "application/json; charset=utf-8",
            "{\"message\":\"This fault was asked for.\",\"detail\":\"%d\"}".formatted(status)));
  }

  public static Fault html(int status, String title) {
    return reply(Reply.html(status, title, "This fault was asked for."));
  }

  /// A good status and words that are none of Coder's, as a proxy in between says them.
  public static Fault text(int status, String type, String body) {
    return reply(Reply.text(status, type, body));
  }

  public static Fault redirect(int status, String location) {
    return reply(Reply.redirect(status, location));
  }

  /// The connection breaks without an answer.
  public static Fault reset() {
    return reply(new Reply.Broken());
  }

  /// The true answer, late: what was asked for is done at once.
  public static Fault late(Duration delay) {
    return new Fault(null, Map.of(), delay, Duration.ZERO, true, 1);
  }

  /// The true answer, with a pause in the middle of its body.
  public static Fault slowBody(Duration pause) {
    return new Fault(null, Map.of(), Duration.ZERO, pause, true, 1);
  }

  public static Fault reply(Reply reply) {
    return new Fault(reply, Map.of(), Duration.ZERO, Duration.ZERO, false, 1);
  }

  public Fault header(String name, String value) {
    var more = new TreeMap<>(headers);
    more.put(name, value);
    return new Fault(reply, more, delay, pause, done, times);
  }

  /// What was asked for is done, and only then it goes wrong: the answer is lost.
  public Fault afterwards() {
    return new Fault(reply, headers, delay, pause, true, times);
  }

  public Fault times(int count) {
    return new Fault(reply, headers, delay, pause, done, count);
  }

  public Fault always() {
    return times(0);
  }

  Reply worn(Reply answer) {
    if (!(answer instanceof Reply.Whole whole)) {
      return answer;
    }
    for (var header : headers.entrySet()) {
      whole = whole.with(header.getKey(), header.getValue());
    }
    return pause.isZero() ? whole : whole.pausing(pause);
  }
}
