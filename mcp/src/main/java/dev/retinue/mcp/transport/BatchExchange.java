package dev.retinue.mcp.transport;

import dev.retinue.mcp.Caller;
import dev.retinue.mcp.era.Exchange;
import dev.retinue.mcp.era.RunningCalls;
import dev.retinue.mcp.rpc.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One message of a batch: its answer waits for those of the others.
record BatchExchange(Exchange whole, List<Message> answers) implements Exchange {
  BatchExchange(Exchange whole) {
    this(whole, new ArrayList<>());
  }

  @Override
  public Caller caller() {
    return whole.caller();
  }

  @Override
  public @Nullable String header(String name) {
    return whole.header(name);
  }

  @Override
  public boolean hasHeaders() {
    return whole.hasHeaders();
  }

  @Override
  public @Nullable String session() {
    return whole.session();
  }

  @Override
  public void reply(int httpStatus, Map<String, String> headers, @Nullable Message message) {
    if (message != null) {
      answers.add(message);
    }
  }

  @Override
  public void replyAll(Map<String, String> headers, List<Message> messages) {
    answers.addAll(messages);
  }

  @Override
  public Sink stream(Map<String, String> headers) {
    return new Sink() {
      @Override
      public void send(@Nullable String eventId, @Nullable Message message) {
        reply(200, Map.of(), message);
      }

      @Override
      public void close() {
        // What it has sent is in the answers.
      }
    };
  }

  @Override
  public void onGone(Runnable action) {
    whole.onGone(action);
  }

  @Override
  public void onSlow(Runnable action) {
    // A batch is answered at once or not at all.
  }

  @Override
  public RunningCalls calls() {
    return whole.calls();
  }
}
