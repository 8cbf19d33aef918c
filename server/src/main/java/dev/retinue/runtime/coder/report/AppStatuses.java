package dev.retinue.runtime.coder.report;

import dev.retinue.core.staff.Trouble;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;

/// Tells Coder how the work goes, in the order in which it went, and so often at most. Nobody waits
/// for it: what cannot be told is left out, and said once on standard error.
public final class AppStatuses implements AutoCloseable {
  private static final String PATH = "/api/v2/workspaceagents/me/app-status";
  private static final String HEADER = "Coder-Session-Token";
  private static final String LEFT_OUT = "Coder is not told how the work goes";

  /// Coder counts bytes.
  private static final int LONGEST = 160;

  private static final int MOST_WAITING = 32;
  private static final int ATTEMPTS = 4;
  private static final int TOO_MANY = 429;
  private static final int SERVER_ERROR = 500;
  private static final Duration TIME = Duration.ofSeconds(10);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);
  private static final Duration LAST_MOMENT = Duration.ofSeconds(2);

  /// Coder's words for how it stands.
  public enum State {
    WORKING,
    IDLE,
    COMPLETE,
    FAILURE;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private record Report(State state, String message) {}

  private final Coordinates place;
  private final Duration between;
  private final HttpClient http;
  private final Deque<Report> waiting = new ArrayDeque<>();
  private final Thread thread;
  private boolean sending;
  private boolean closing;

  /// @param between how long it waits from one report to the next, at least
  public AppStatuses(Coordinates place, Duration between) {
    this.place = place;
    this.between = between;
    this.http = HttpClient.newBuilder().connectTimeout(TIME).build();
    this.thread = Thread.ofVirtual().name("app-statuses").start(this::run);
  }

  /// Tells it when it can. Of several words about work that goes on the last one counts.
  public synchronized void report(State state, String message) {
    var last = waiting.peekLast();
    if (closing || (last != null && last.equals(new Report(state, shortened(message))))) {
      return;
    }
    if (last != null && last.state() == State.WORKING && state == State.WORKING) {
      waiting.removeLast();
    } else if (waiting.size() >= MOST_WAITING) {
      waiting.removeFirst();
    }
    waiting.addLast(new Report(state, shortened(message)));
    notifyAll();
  }

  /// Its first line that says something, in as many bytes as Coder takes.
  static String shortened(String message) {
    var line =
        message.lines().map(String::strip).filter(it -> !it.isEmpty()).findFirst().orElse("");
    var plain = line.replaceAll("\\p{Cntrl}", " ");
    if (plain.getBytes(StandardCharsets.UTF_8).length <= LONGEST) {
      return plain;
    }
    var cut = new StringBuilder();
    int room = LONGEST - "…".getBytes(StandardCharsets.UTF_8).length;
    for (int i = 0; i < plain.length(); ) {
      var character = Character.toString(plain.codePointAt(i));
      room -= character.getBytes(StandardCharsets.UTF_8).length;
      if (room < 0) {
        break;
      }
      cut.append(character);
      i += character.length();
    }
    return cut.append('…').toString();
  }

  private void run() {
    try {
      for (var next = next(); next != null; next = next()) {
        tell(next);
        done();
        Thread.sleep(pause());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized @Nullable Report next() throws InterruptedException {
    while (waiting.isEmpty()) {
      if (closing) {
        return null;
      }
      wait();
    }
    sending = true;
    return waiting.removeFirst();
  }

  private synchronized void done() {
    sending = false;
    notifyAll();
  }

  private synchronized Duration pause() {
    return closing ? Duration.ZERO : between;
  }

  private void tell(Report report) throws InterruptedException {
    var pause = between;
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      try {
        var answer = http.send(request(report), HttpResponse.BodyHandlers.discarding());
        int status = answer.statusCode();
        if (status < 300) {
          return;
        }
        if (status != TOO_MANY && status < SERVER_ERROR) {
          Trouble.note(LEFT_OUT, new IOException("it answers %d".formatted(status)));
          return;
        }
        pause = retryAfter(answer, pause);
      } catch (IOException e) {
        Trouble.note(LEFT_OUT, e);
      }
      Thread.sleep(pause);
      pause = shorter(pause.multipliedBy(2));
    }
    Trouble.note(LEFT_OUT, new IOException("it has no time for it"));
  }

  private static Duration retryAfter(HttpResponse<Void> answer, Duration usual) {
    try {
      return answer
          .headers()
          .firstValue("Retry-After")
          .map(it -> shorter(Duration.ofSeconds(Math.max(0, Long.parseLong(it.strip())))))
          .orElse(usual);
    } catch (NumberFormatException e) {
      return usual;
    }
  }

  private static Duration shorter(Duration pause) {
    return pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
  }

  private HttpRequest request(Report report) {
    var body =
        JsonNodeFactory.instance
            .objectNode()
            .put("app_slug", place.slug())
            .put("state", report.state().word())
            .put("message", report.message())
            .put("uri", "");
    return HttpRequest.newBuilder(URI.create(place.url() + PATH))
        .timeout(TIME)
        .header(HEADER, place.token())
        .header("Content-Type", "application/json")
        .method("PATCH", HttpRequest.BodyPublishers.ofString(body.toString()))
        .build();
  }

  /// Gives what waits a moment, and ends.
  @Override
  public void close() {
    try {
      awaitTold();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      thread.interrupt();
      http.shutdownNow();
    }
  }

  private synchronized void awaitTold() throws InterruptedException {
    closing = true;
    notifyAll();
    long end = System.nanoTime() + LAST_MOMENT.toNanos();
    while (sending || !waiting.isEmpty()) {
      long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (left <= 0) {
        return;
      }
      wait(left);
    }
  }
}
