package dev.retinue.bench.peer;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

/// A model that speaks Chat Completions and keeps its connections. Its name is its script:
/// `turns-20` calls a tool twenty times and is done, `lead-3` gives a task to three members of its
/// team at once and is done when they are, `stream-100-12000` says a hundred pieces in twelve
/// seconds. Every event is sent by itself.
final class ScriptedModel {
  private static final Pattern MODEL = Pattern.compile("\"model\"\\s*:\\s*\"([^\"]+)\"");
  private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: *(\\d+)");
  private static final String HEAD =
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
  private static final String END = "\\n[CONTRACT COMPLETE]";
  private static final int WORDS = 20;

  /// Not all of many end in the same moment: every long answer takes a little longer than the one
  /// before, up to four seconds.
  private static final int LONGER_BY = 8;

  private static final int LONGER = 500;

  /// How many answers have begun and not ended.
  private final AtomicInteger open = new AtomicInteger();

  private final AtomicInteger streams = new AtomicInteger();

  static void main() throws IOException {
    var server = new ServerSocket(0, 2048, InetAddress.getLoopbackAddress());
    var model = new ScriptedModel();
    Thread.ofPlatform().daemon().start(() -> model.accept(server));
    for (var line = IO.readln(); line != null; line = IO.readln()) {
      IO.println(line.equals("open") ? model.open.get() : server.getLocalPort());
    }
    System.exit(0);
  }

  private void accept(ServerSocket server) {
    try {
      while (true) {
        var socket = server.accept();
        Thread.ofVirtual().start(() -> serve(socket));
      }
    } catch (IOException e) {
      System.exit(1);
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      var in = new BufferedInputStream(socket.getInputStream(), 64 * 1024);
      for (var head = head(in); !head.isEmpty(); head = head(in)) {
        var length = LENGTH.matcher(head);
        var body =
            new String(
                in.readNBytes(length.find() ? Integer.parseInt(length.group(1)) : 0),
                StandardCharsets.UTF_8);
        if (head.startsWith("GET /open")) {
          answerOpen(socket.getOutputStream());
        } else {
          answer(body, socket.getOutputStream());
        }
      }
    } catch (IOException e) {
      // The other side has gone.
    }
  }

  /// For those who wait until everybody listens.
  private void answerOpen(OutputStream out) throws IOException {
    var number = "" + open.get();
    var text = "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s".formatted(number.length(), number);
    out.write(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String head(BufferedInputStream in) throws IOException {
    var head = new ByteArrayOutputStream(512);
    int ends = 0;
    while (ends < 4) {
      int one = in.read();
      if (one < 0) {
        return "";
      }
      head.write(one);
      ends = one == (ends % 2 == 0 ? '\r' : '\n') ? ends + 1 : one == '\r' ? 1 : 0;
    }
    return head.toString(StandardCharsets.UTF_8);
  }

  private void answer(String body, OutputStream out) throws IOException {
    var named = MODEL.matcher(body);
    if (!named.find()) {
      throw new IOException("no model is named");
    }
    var script = named.group(1).split("-");
    out.write(HEAD.getBytes(StandardCharsets.UTF_8));
    open.incrementAndGet();
    try {
      if (script[0].equals("stream")) {
        stream(out, Integer.parseInt(script[1]), Long.parseLong(script[2]) + more());
      } else if (script[0].equals("lead")) {
        lead(out, results(body), Integer.parseInt(script[1]));
      } else {
        turn(out, results(body), Integer.parseInt(script[1]));
      }
    } finally {
      open.decrementAndGet();
    }
    event(
        out,
        "{\"choices\":[],\"usage\":{\"prompt_tokens\":100,\"completion_tokens\":20,\"total_tokens\":120}}");
    send(out, "data: [DONE]\n\n");
    out.write("0\r\n\r\n".getBytes(StandardCharsets.UTF_8));
  }

  private long more() {
    return (long) LONGER_BY * (streams.getAndIncrement() % LONGER);
  }

  private static int results(String body) {
    int count = 0;
    for (int at = body.indexOf("\"tool_call_id\""); at >= 0; count++) {
      at = body.indexOf("\"tool_call_id\"", at + 1);
    }
    return count;
  }

  private static void turn(OutputStream out, int number, int turns) throws IOException {
    delta(out, "{\"role\":\"assistant\",\"content\":\"\"}");
    for (int i = 0; i < WORDS; i++) {
      delta(out, "{\"content\":\"word%d \"}".formatted(i));
    }
    if (number == turns) {
      delta(out, "{\"content\":\"%s\"}".formatted(END));
      finish(out, "stop");
      return;
    }
    for (var call : call(number)) {
      delta(out, "{\"tool_calls\":[%s]}".formatted(call));
    }
    finish(out, "tool_calls");
  }

  private static void lead(OutputStream out, int results, int members) throws IOException {
    if (results > 0) {
      turn(out, results, results);
      return;
    }
    delta(out, "{\"role\":\"assistant\",\"content\":\"\"}");
    for (int i = 0; i < members; i++) {
      delta(
          out,
          "{\"tool_calls\":[{\"index\":%1$d,\"id\":\"call_%1$d\",\"type\":\"function\",\"function\":{\"name\":\"transfer_task\",\"arguments\":\"{\\\"agent\\\":\\\"member%1$d\\\",\\\"task\\\":\\\"Look at all shelves.\\\"}\"}}]}"
              .formatted(i));
    }
    finish(out, "tool_calls");
  }

  private static List<String> call(int number) {
    var pieces = new ArrayList<String>();
    pieces.add(
        "{\"index\":0,\"id\":\"call_%d\",\"type\":\"function\",\"function\":{\"name\":\"look\",\"arguments\":\"\"}}"
            .formatted(number));
    for (var piece : List.of("{\\\"place\\\":", "\\\"shelf ", number + "\\\"}")) {
      pieces.add("{\"index\":0,\"function\":{\"arguments\":\"%s\"}}".formatted(piece));
    }
    return pieces;
  }

  /// The last piece tells when it was sent.
  private static void stream(OutputStream out, int pieces, long millis) throws IOException {
    long begun = System.nanoTime();
    delta(out, "{\"role\":\"assistant\",\"content\":\"\"}");
    for (int i = 0; i < pieces; i++) {
      long due = begun + (i + 1) * millis * 1_000_000 / pieces;
      for (long early = due - System.nanoTime(); early > 0; early = due - System.nanoTime()) {
        LockSupport.parkNanos(early);
      }
      delta(out, "{\"content\":\"%s\"}".formatted(Piece.number(i)));
    }
    delta(out, "{\"content\":\"%s%s\"}".formatted(Piece.last(), END));
    finish(out, "stop");
  }

  private static void finish(OutputStream out, String reason) throws IOException {
    event(
        out,
        "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"%s\"}]}".formatted(reason));
  }

  private static void delta(OutputStream out, String delta) throws IOException {
    event(out, "{\"choices\":[{\"index\":0,\"delta\":%s}]}".formatted(delta));
  }

  private static void event(OutputStream out, String json) throws IOException {
    var envelope =
        "{\"id\":\"chatcmpl-1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"scripted\",";
    send(out, "data: " + envelope + json.substring(1) + "\n\n");
  }

  private static void send(OutputStream out, String text) throws IOException {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    var chunk = new ByteArrayOutputStream(bytes.length + 16);
    chunk.writeBytes((Integer.toHexString(bytes.length) + "\r\n").getBytes(StandardCharsets.UTF_8));
    chunk.writeBytes(bytes);
    chunk.writeBytes("\r\n".getBytes(StandardCharsets.UTF_8));
    out.write(chunk.toByteArray());
  }
}
