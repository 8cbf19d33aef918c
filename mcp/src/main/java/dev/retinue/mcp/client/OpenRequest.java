package dev.retinue.mcp.client;

import dev.retinue.mcp.client.Pending.Step;
import dev.retinue.mcp.rpc.Message;
import dev.retinue.mcp.rpc.RpcException;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// A request on its way. Closing it before its end cancels it.
final class OpenRequest implements AutoCloseable {
  /// However much progress a server tells of.
  private static final Duration LONGEST = Duration.ofDays(1);

  private final Message.Request request;
  private final Pending pending;
  private final Transport.Line line;
  private final Conversation conversation;

  OpenRequest(
      Message.Request request, Pending pending, Transport.Line line, Conversation conversation) {
    this.request = request;
    this.pending = pending;
    this.line = line;
    this.conversation = conversation;
  }

  Message.Request request() {
    return request;
  }

  /// Waits for the answer. Every sign of progress, and a person who is being asked something, lets
  /// the server take the whole limit again.
  ObjectNode answer(Duration limit, @Nullable Consumer<Progress> progress) {
    long begun = System.nanoTime();
    while (System.nanoTime() - begun < LONGEST.toNanos()) {
      switch (next(limit)) {
        case Step.Progressed(var how) -> {
          if (progress != null) {
            progress.accept(how);
          }
        }
        case Step.Acknowledged _ -> {}
        case Step.Answered(var message, var httpStatus) -> {
          return result(message, httpStatus);
        }
        case Step.Lost(var why) -> throw why.here();
        case null -> {
          if (!conversation.isAnswering()) {
            throw late(limit);
          }
        }
      }
    }
    throw late(LONGEST);
  }

  /// Waits until the server has confirmed what was asked for, whose answer comes at its end.
  void acknowledgement(Duration limit) {
    switch (next(limit)) {
      case Step.Acknowledged _ -> {}
      case Step.Answered(var message, var httpStatus) -> {
        result(message, httpStatus);
        throw McpClientException.broken("The server ended %s at once".formatted(request.method()));
      }
      case Step.Lost(var why) -> throw why.here();
      case Step.Progressed _ ->
          throw McpClientException.broken(
              "The server tells of progress instead of confirming " + request.method());
      case null -> throw late(limit);
    }
  }

  /// Waits for the end of something that was acknowledged.
  void end() throws InterruptedException {
    while (true) {
      switch (pending.next()) {
        case Step.Answered _, Step.Lost _ -> {
          return;
        }
        case Step.Progressed _, Step.Acknowledged _ -> {}
      }
    }
  }

  private @Nullable Step next(Duration limit) {
    try {
      return pending.next(limit);
    } catch (InterruptedException e) {
      throw McpClientException.interrupted("The request " + request.method());
    }
  }

  private ObjectNode result(Message message, int httpStatus) {
    return switch (message) {
      case Message.Result(_, ObjectNode result) -> result;
      case Message.Failure(_, var error) -> throw new RpcException(error, httpStatus);
      default ->
          throw McpClientException.broken(
              "The answer to %s is no object".formatted(request.method()));
    };
  }

  private McpClientException late(Duration limit) {
    return new McpClientException(
        McpClientException.Reason.TIMED_OUT,
        "The server did not answer %s within %s".formatted(request.method(), limit));
  }

  @Override
  public void close() {
    boolean early = !pending.ended();
    conversation.forget(request.id());
    if (early) {
      line.close();
      conversation.cancel(request.id());
    }
  }
}
