package dev.retinue.toolset.sessions.turn;

import dev.retinue.core.Caller;
import dev.retinue.core.Excerpt;
import dev.retinue.core.Recorded;
import dev.retinue.core.Run;
import dev.retinue.core.Written;
import dev.retinue.core.staff.Feed;
import dev.retinue.core.staff.Follower;
import dev.retinue.core.staff.Staff;
import dev.retinue.mcp.Call;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/// Tells whoever waits for an answer what happens meanwhile: what the agent writes and says, and
/// the tools that it uses.
public final class TurnProgress implements Feed.Sink, AutoCloseable {
  private static final int LONGEST = 4_000;
  private static final int LONGEST_ARGUMENTS = 200;

  /// A client shows the newest word on one line: that is the end of what is written.
  private static final int LONGEST_END = 200;

  private final long begun = System.nanoTime();
  private final Call call;
  private final TurnStory story;
  private final StringBuilder written = new StringBuilder();
  private @Nullable Follower following;
  private boolean closed;

  private TurnProgress(Call call, Run run) {
    this.call = call;
    this.story = new TurnStory(run);
  }

  /// Tells it until it is closed; nothing for a client that does not want to hear it.
  public static TurnProgress follow(Call call, Staff staff, Caller caller, Run run) {
    var progress = new TurnProgress(call, run);
    if (call.meta().has("progressToken")) {
      progress.following = staff.feed().follow(caller, run.id(), 0, progress, progress::take);
    }
    return progress;
  }

  @Override
  public synchronized boolean take(List<Recorded> events, long cursor) {
    var lines = new StringJoiner("\n");
    for (var recorded : events) {
      for (var event : story.tell(recorded)) {
        var line = line(event);
        if (line != null) {
          lines.add(line);
        }
      }
    }
    return lines.length() == 0 ? !closed : tell(cut(lines.toString()));
  }

  private synchronized boolean take(Written piece) {
    if (piece.offset() == 0) {
      written.setLength(0);
    }
    written.append(piece.text());
    written.delete(0, Math.max(0, written.length() - 2 * LONGEST_END));
    return tell("%s: %s".formatted(story.speaker(), Excerpt.endOf(written, LONGEST_END)));
  }

  private boolean tell(String message) {
    if (!closed) {
      call.progress((System.nanoTime() - begun) / 1e9, null, message);
    }
    return !closed;
  }

  private static @Nullable String line(TurnEvent event) {
    return switch (event.type()) {
      case "agent_message" -> "%s: %s".formatted(event.agent(), event.content());
      case "tool_call" ->
          "%s uses %s %s"
              .formatted(event.agent(), event.tool(), excerpt(event.args(), LONGEST_ARGUMENTS));
      case "tool_response" ->
          "%s %s: %s"
              .formatted(
                  event.tool(),
                  Boolean.TRUE.equals(event.failed()) ? "failed" : "answered",
                  excerpt(event.result(), LONGEST_ARGUMENTS));
      case "agent_switching" -> "%s goes on in place of %s".formatted(event.to(), event.from());
      case "model_fallback" -> "%s is asked in place of %s".formatted(event.to(), event.from());
      case "elicitation_request", "tool_call_confirmation" ->
          "%s asks: %s".formatted(event.agent(), event.content());
      case "warning", "error", "session_compaction" ->
          "%s: %s".formatted(event.type(), excerpt(event.content(), LONGEST_ARGUMENTS));
      default -> null;
    };
  }

  private static String excerpt(@Nullable String text, int most) {
    return text == null ? "" : Excerpt.of(text, most);
  }

  private static String cut(String text) {
    if (text.length() <= LONGEST) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
    return text.substring(0, end) + "…";
  }

  /// Nothing is told after this: the answer is next.
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    if (following != null) {
      following.close();
    }
  }
}
