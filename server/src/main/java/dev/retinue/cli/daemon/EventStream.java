package dev.retinue.cli.daemon;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Events of a daemon as they come. One that is silent for too long has lost us: it gives signs of
/// life much more often than that.
final class EventStream implements AutoCloseable {
  private static final Duration SILENCE = Duration.ofSeconds(60);
  private static final int LONGEST_LINE = 8 << 20;
  private static final String DATA = "data:";

  private final InputStream in;
  private final Thread watch;
  private volatile long lastHeard = System.nanoTime();
  private volatile boolean closed;

  EventStream(InputStream in) {
    this.in = new BufferedInputStream(in);
    this.watch = Thread.ofVirtual().name("silence").start(this::closeWhenSilent);
  }

  /// The next event, or nothing at the end. Our daemon writes an event on one line.
  Optional<JsonNode> next() throws IOException {
    while (true) {
      var line = line();
      if (line.isEmpty()) {
        return Optional.empty();
      }
      lastHeard = System.nanoTime();
      if (line.get().startsWith(DATA)) {
        try {
          return Optional.of(JsonMapper.shared().readTree(line.get().substring(DATA.length())));
        } catch (JacksonException e) {
          throw new IOException("what came is no event: " + e.getOriginalMessage(), e);
        }
      }
    }
  }

  private Optional<String> line() throws IOException {
    var line = new ByteArrayOutputStream(256);
    for (int character = in.read(); character >= 0; character = in.read()) {
      if (character == '\n') {
        return Optional.of(line.toString(StandardCharsets.UTF_8));
      }
      if (line.size() >= LONGEST_LINE) {
        throw new IOException("an event is longer than %d bytes".formatted(LONGEST_LINE));
      }
      line.write(character);
    }
    if (closed) {
      throw new IOException("the daemon was silent for too long");
    }
    return Optional.empty();
  }

  private void closeWhenSilent() {
    try {
      while (System.nanoTime() - lastHeard < SILENCE.toNanos()) {
        Thread.sleep(SILENCE.dividedBy(6));
      }
      closed = true;
      in.close();
    } catch (InterruptedException | IOException _) {
      // It was closed before, or has ended.
    }
  }

  @Override
  public void close() throws IOException {
    watch.interrupt();
    in.close();
  }
}
