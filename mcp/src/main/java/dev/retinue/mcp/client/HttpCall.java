package dev.retinue.mcp.client;

import dev.retinue.mcp.client.McpClientException.Reason;
import dev.retinue.mcp.rpc.Codec;
import dev.retinue.mcp.rpc.Message;
import dev.retinue.mcp.rpc.RpcException;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.util.function.Consumer;

/// One request over HTTP, on a thread of its own, until its answer is there. Closing it ends the
/// connection.
final class HttpCall implements Transport.Line {
  private final Message.Request request;
  private final Transport.Envelope envelope;
  private final HttpWire wire;
  private final Transport.Inbox inbox;
  private final EventFeed feed;
  private final Thread thread;

  HttpCall(
      Message.Request request,
      Transport.Envelope envelope,
      HttpWire wire,
      Transport.Inbox inbox,
      Consumer<HttpCall> ended) {
    this.request = request;
    this.envelope = envelope;
    this.wire = wire;
    this.inbox = inbox;
    this.feed = new EventFeed(wire, inbox, envelope);
    this.thread =
        Thread.ofVirtual()
            .name("mcp-client-" + request.method())
            .unstarted(
                () -> {
                  try {
                    run();
                  } finally {
                    ended.accept(this);
                  }
                });
  }

  void start() {
    thread.start();
  }

  private void run() {
    try {
      var response = wire.post(request, envelope, null);
      try (var body = response.body()) {
        if (HttpWire.isStream(response) && response.statusCode() < 300) {
          join(response);
          follow(body);
        } else {
          takeOnly(response);
        }
      }
    } catch (McpClientException e) {
      inbox.lost(request.id(), e);
    } catch (IOException e) {
      inbox.lost(request.id(), wire.unreachable(e));
    } catch (RuntimeException e) {
      inbox.lost(
          request.id(), new McpClientException(Reason.BROKEN, "The request failed: " + e, e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      inbox.lost(
          request.id(), new McpClientException(Reason.INTERRUPTED, "The request was given up"));
    }
  }

  private void join(HttpResponse<?> response) {
    if (request.method().equals("initialize")) {
      wire.joinSession(response);
    }
  }

  private void follow(InputStream body) throws InterruptedException {
    if (feed.read(body, this::isAnswer)) {
      return;
    }
    if (!envelope.resumable() || !feed.canResume()) {
      throw McpClientException.broken(
          "The server ended the connection before it answered " + request.method());
    }
    feed.resume(this::isAnswer);
  }

  private boolean isAnswer(Message message) {
    return switch (message) {
      case Message.Result(var id, _) -> id.equals(request.id());
      case Message.Failure(var id, _) -> request.id().equals(id);
      case Message.Request _, Message.Notification _ -> false;
    };
  }

  /// An answer that is one message, or a refusal with or without words.
  private void takeOnly(HttpResponse<InputStream> response) throws IOException {
    int status = response.statusCode();
    var refusal = wire.refusal(status);
    if (refusal.reason() == Reason.SESSION_ENDED || !HttpWire.isJson(response)) {
      throw status < 300
          ? McpClientException.broken("The server did not answer " + request.method())
          : refusal;
    }
    try {
      var message = Codec.read(Codec.parse(HttpWire.body(response)));
      // Who could not read the request does not know its id.
      if (status >= 400 && message instanceof Message.Failure(_, var error)) {
        inbox.take(new Message.Failure(request.id(), error), status);
        return;
      }
      if (!isAnswer(message)) {
        throw McpClientException.broken("The server answered another than " + request.method());
      }
      join(response);
      inbox.take(message, status);
    } catch (RpcException e) {
      throw status >= 400
          ? refusal
          : new McpClientException(
              Reason.BROKEN, "The server's answer is no message: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
