package dev.retinue.runtime.coder.fake;

import dev.retinue.llm.scripted.HttpSocket;
import dev.retinue.runtime.coder.fake.http.Reply;
import dev.retinue.runtime.coder.fake.http.Request;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;

/// Carries a request to an AgentAPI at another address, and its answer back as it comes.
final class Passage {
  private static final int PATIENCE = 5_000;
  private static final Duration LONGEST = Duration.ofMinutes(10);

  /// What is between a client and us only.
  private static final Set<String> OURS =
      Set.of(
          "connection",
          "upgrade",
          "http2-settings",
          "keep-alive",
          "transfer-encoding",
          "content-length",
          "content-encoding",
          "expect");

  private Passage() {}

  static Reply to(URI address, Request request) {
    return new Reply.Written(client -> carry(address, request, client));
  }

  static Reply unreachable() {
    return Reply.html(502, "Bad Gateway", "Nothing in the workspace listens there.");
  }

  private static void carry(URI address, Request request, HttpSocket client)
      throws IOException, InterruptedException {
    try (var there = new Socket()) {
      try {
        there.connect(new InetSocketAddress(address.getHost(), address.getPort()), PATIENCE);
      } catch (IOException e) {
        unreachable().send(client);
        return;
      }
      Thread.ofVirtual().name("coder-passage").start(() -> closeWhenGone(client, there));
      there.getOutputStream().write(head(request).getBytes(StandardCharsets.ISO_8859_1));
      there.getOutputStream().write(request.content());
      there.getOutputStream().flush();
      var piece = new byte[8 * 1024];
      for (int size = there.getInputStream().read(piece);
          size >= 0;
          size = there.getInputStream().read(piece)) {
        client.write(Arrays.copyOf(piece, size));
      }
    }
  }

  private static String head(Request request) {
    var query = request.query().isEmpty() ? "" : "?" + request.query();
    var head = new StringBuilder();
    head.append(request.method()).append(' ').append(request.path()).append(query);
    head.append(" HTTP/1.1\r\n");
    request
        .headers()
        .forEach(
            (name, value) -> {
              if (!OURS.contains(name)) {
                head.append(name).append(": ").append(value).append("\r\n");
              }
            });
    head.append("content-length: ").append(request.content().length).append("\r\n");
    return head.append("connection: close\r\n\r\n").toString();
  }

  private static void closeWhenGone(HttpSocket client, Socket there) {
    try {
      client.awaitGone(LONGEST);
      there.close();
    } catch (IOException e) {
      // It is closed.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
