package dev.retinue.watch.trace;

import dev.retinue.core.staff.Trouble;
import dev.retinue.core.trace.Span;
import dev.retinue.core.trace.TraceContext;
import dev.retinue.core.trace.Tracer;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.ObjLongConsumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Sends spans to a collector, several at once, beside everything else: who ends a span waits for
/// nobody, and what finds no room is dropped and counted.
public final class OtlpTracer implements Tracer {
  private static final int MOST_WAITING = 8_192;

  /// A request costs as much as some hundred spans in it, so those that are many go together; they
  /// are less than a megabyte, where collectors take several.
  private static final int MOST_AT_ONCE = 2_048;

  private static final Duration BETWEEN = Duration.ofSeconds(2);
  private static final Duration SOON = Duration.ofMillis(200);
  private static final Duration A_WINK = Duration.ofMillis(10);
  private static final Duration DEADLINE = Duration.ofSeconds(10);
  private static final Duration LAST = Duration.ofSeconds(2);
  private static final int TRIES = 3;

  private final TraceTarget target;
  private final OtlpText text;
  private final RandomGenerator random;
  private final ObjLongConsumer<String> counting;

  /// With two locks: all calls of tools meet here, and none waits for whoever empties it.
  private final BlockingQueue<Span> waiting = new LinkedBlockingQueue<>(MOST_WAITING);

  private final HttpClient http;
  private final Thread thread;
  private volatile boolean closing;

  /// @param random makes ids, which need not be secret, for many threads at once
  /// @param counting is told what became of how many spans
  public OtlpTracer(
      TraceTarget target,
      String version,
      RandomGenerator random,
      ObjLongConsumer<String> counting) {
    this.target = target;
    this.text = new OtlpText(target.service(), version);
    this.random = random;
    this.counting = counting;
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(DEADLINE)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
    this.thread = Thread.ofVirtual().name("traces").start(this::work);
  }

  @Override
  public boolean isOn() {
    return true;
  }

  /// Whoever began a trace decides whether it is kept.
  @Override
  public TraceContext below(@Nullable TraceContext above) {
    if (above != null) {
      return above.at(id());
    }
    boolean sampled = random.nextDouble() < target.sample();
    return new TraceContext(id() + id(), id(), sampled, "");
  }

  /// Never all zeros.
  private String id() {
    return HexFormat.of().toHexDigits(random.nextLong() | 1L << 32);
  }

  @Override
  public void keep(Span span) {
    if (!waiting.offer(span)) {
      counting.accept("dropped", 1);
    }
  }

  private void work() {
    var batch = new ArrayList<Span>();
    while (!closing || !waiting.isEmpty() || !batch.isEmpty()) {
      try {
        if (batch.isEmpty()) {
          gather(batch);
        }
        if (!batch.isEmpty()) {
          send(batch);
          batch.clear();
        }
      } catch (InterruptedException e) {
        // It is closing: what is here is sent at once, and not waited for again.
      } catch (RuntimeException e) {
        // These cannot be told; others can.
        counting.accept("failed", batch.size());
        batch.clear();
        Trouble.note("spans cannot be sent", e);
      }
    }
  }

  /// Those that come soon go along with the first, as far as there is room.
  private void gather(List<Span> batch) throws InterruptedException {
    var first = closing ? waiting.poll() : waiting.poll(BETWEEN.toMillis(), TimeUnit.MILLISECONDS);
    if (first != null) {
      batch.add(first);
      long begun = System.nanoTime();
      while (!closing
          && waiting.size() < MOST_AT_ONCE
          && System.nanoTime() - begun < SOON.toNanos()) {
        Thread.sleep(A_WINK);
      }
      waiting.drainTo(batch, MOST_AT_ONCE - batch.size());
    }
  }

  private void send(List<Span> batch) throws InterruptedException {
    var request =
        HttpRequest.newBuilder(target.endpoint())
            .timeout(closing ? LAST : DEADLINE)
            .header("Content-Type", "application/json")
            .POST(text.of(batch).body());
    target.headers().forEach(request::header);
    for (int i = 1; i <= TRIES; i++) {
      try {
        int status = http.send(request.build(), BodyHandlers.discarding()).statusCode();
        if (status / 100 == 2) {
          counting.accept("exported", batch.size());
          return;
        }
        if (status != 429 && status < 500) {
          break;
        }
      } catch (IOException e) {
        // It may be there in a moment.
      }
      if (closing) {
        break;
      }
      Thread.sleep(Duration.ofMillis(500L * i + ThreadLocalRandom.current().nextInt(200)));
    }
    counting.accept("failed", batch.size());
    Trouble.note("a collector of traces takes none", new IOException(target.toString()));
  }

  /// Sends what waits, if that is quick.
  @Override
  public void close() {
    closing = true;
    thread.interrupt();
    try {
      thread.join(LAST);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    http.shutdownNow();
  }
}
