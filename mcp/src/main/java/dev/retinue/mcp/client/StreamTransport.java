package dev.retinue.mcp.client;

import dev.retinue.mcp.client.McpClientException.Reason;
import dev.retinue.mcp.rpc.Codec;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.Message;
import dev.retinue.mcp.rpc.RequestId;
import dev.retinue.mcp.rpc.RpcException;
import dev.retinue.mcp.transport.LineReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A pair of streams, with one message a line. Whoever sends never waits for the server to take it,
/// but for a place in the queue, and not longer than its limit.
final class StreamTransport implements Transport {
  private static final int MOST_WAITING = 64;
  private static final byte[] END = {};
  private static final String VERSION = "\"jsonrpc\"\\s*:\\s*\"2.0\"";
  private static final String NUMBER = "\"id\"\\s*:\\s*(\\d{1,18})";
  private static final Pattern ID =
      Pattern.compile(
          "^\\s*\\{\\s*(?:%1$s\\s*,\\s*)?(?:%2$s\\s*,\\s*%3$s|%3$s.*,\\s*%2$s\\s*(?:,\\s*%1$s\\s*)?}\\s*$)"
              .formatted(VERSION, NUMBER, "\"(?:result|error)\""),
          Pattern.DOTALL);

  private final InputStream in;
  private final OutputStream out;
  private final BlockingQueue<byte[]> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
  private @Nullable Thread writer;

  StreamTransport(InputStream in, OutputStream out) {
    this.in = in;
    this.out = out;
  }

  @Override
  public synchronized void start(Inbox inbox) {
    writer = Thread.ofVirtual().name("mcp-client-writer").start(() -> write(inbox));
    Thread.ofVirtual().name("mcp-client-reader").start(() -> read(inbox));
  }

  private void read(Inbox inbox) {
    var lines = new LineReader(in);
    try {
      for (var line = lines.next(); line.isPresent(); line = lines.next()) {
        if (line.get().length == LineReader.TOO_LONG.length) {
          passOver(lines.passedOver(), inbox);
        } else {
          take(line.get(), inbox);
        }
      }
      inbox.closed(McpClientException.broken("The server has closed the connection"));
    } catch (IOException e) {
      inbox.closed(
          new McpClientException(
              Reason.BROKEN, "The connection to the server is broken: " + e.getMessage(), e));
    }
  }

  /// Whoever waits for it would wait in vain.
  private static void passOver(String line, Inbox inbox) {
    var sentence = "The answer has more than %d bytes".formatted(Json.LONGEST);
    LOG.log(System.Logger.Level.WARNING, "A line of the server was passed over: " + sentence);
    idOf(line)
        .ifPresent(
            id ->
                inbox.lost(
                    new RequestId.Whole(id), new McpClientException(Reason.TOO_LONG, sentence)));
  }

  /// The id of an answer of which only the edges are known: it stands at one of them.
  static OptionalLong idOf(String edges) {
    var id = ID.matcher(edges);
    return id.find()
        ? OptionalLong.of(Long.parseLong(id.group(1) == null ? id.group(2) : id.group(1)))
        : OptionalLong.empty();
  }

  private static void take(byte[] line, Inbox inbox) {
    try {
      inbox.take(Codec.read(Codec.parse(line)), 200);
    } catch (RpcException e) {
      LOG.log(System.Logger.Level.WARNING, "A line of the server is no message: " + e.getMessage());
    }
  }

  private void write(Inbox inbox) {
    try (in;
        out) {
      for (var line = waiting.take(); line.length > 0; line = waiting.take()) {
        out.write(line);
        out.write('\n');
        out.flush();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      inbox.closed(
          new McpClientException(
              Reason.BROKEN, "The server takes nothing any more: " + e.getMessage(), e));
    }
  }

  @Override
  public Line send(Message.Request request, Envelope envelope, Duration limit) {
    enqueue(request, limit);
    return Line.SHARED;
  }

  @Override
  public void send(Message message, Envelope envelope, Duration limit) {
    enqueue(message, limit);
  }

  private void enqueue(Message message, Duration limit) {
    try {
      if (!waiting.offer(Codec.write(message), limit.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new McpClientException(
            Reason.TIMED_OUT, "The server did not take a message within " + limit);
      }
    } catch (InterruptedException e) {
      throw McpClientException.interrupted("The sending of a message");
    }
  }

  @Override
  public void listen(Envelope envelope, Duration limit, Runnable ended) {
    // Everything comes over the same stream.
  }

  @Override
  public boolean hasHeaders() {
    return false;
  }

  /// Lets the writer finish what it has, and then close both streams: closing one that another
  /// thread reads may wait for that thread.
  @Override
  public synchronized void close() {
    if (!waiting.offer(END) && writer != null) {
      writer.interrupt();
    }
  }
}
