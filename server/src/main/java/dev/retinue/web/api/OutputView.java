package dev.retinue.web.api;

import dev.retinue.core.Recorded;
import dev.retinue.core.RunEvent;
import dev.retinue.mcp.rpc.Codec;
import dev.retinue.mcp.rpc.RpcException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What an agent said and did, in the few words of the first such surface: `assistant`, `tool`,
/// `system` and `error`.
public final class OutputView {
  private static final int LONGEST_CALL = 80;
  private static final int LONGEST_RESULT = 200;
  private static final int MOST_CHARACTERS = 1 << 20;

  private OutputView() {}

  /// One such entry.
  public record Entry(String type, String content, @Nullable String toolCall) {}

  /// What there is to show of an event, if anything.
  public static Optional<Entry> of(RunEvent event) {
    return Optional.ofNullable(
        switch (event) {
          case RunEvent.Said(var _, var text) -> new Entry("assistant", text, null);
          case RunEvent.ToolCalled(var _, var _, var tool, var input, var _) ->
              new Entry("tool", "", call(tool, input, LONGEST_CALL));
          case RunEvent.ToolAnswered(var _, var _, var output, var _) ->
              new Entry("tool", result(output), null);
          case RunEvent.Noted(var _, var text) -> new Entry("system", text, null);
          case RunEvent.Steered(var _, var text) -> new Entry("user", text, null);
          case RunEvent.Told(var _, var text) -> new Entry("system", text, null);
          case RunEvent.Condensed _ ->
              new Entry("system", "The conversation became too long and was summed up.", null);
          case RunEvent.AgentSwitching(var _, var _, var to, var _) ->
              new Entry("system", "From now on %s speaks.".formatted(to), null);
          case RunEvent.ModelFallback(var _, var _, var to, var _) ->
              new Entry("system", "From now on %s is asked.".formatted(to), null);
          case RunEvent.Asked(var _, var need) -> new Entry("system", need.text(), null);
          case RunEvent.Failed(var _, var reason, var message) ->
              new Entry("error", reason.word() + ": " + message, null);
          case RunEvent.Created _,
              RunEvent.Queued _,
              RunEvent.Started _,
              RunEvent.Requeued _,
              RunEvent.Released _,
              RunEvent.Thought _,
              RunEvent.Learned _,
              RunEvent.Answered _,
              RunEvent.Spent _,
              RunEvent.BudgetRaised _,
              RunEvent.Delivered _,
              RunEvent.Printed _,
              RunEvent.Checked _,
              RunEvent.Completed _,
              RunEvent.Stopped _,
              RunEvent.ResultCameLate _ ->
              null;
        });
  }

  /// Entries in their order.
  ///
  /// @param truncated whether there are more before them
  record Last(List<Answers.Output> entries, boolean truncated) {}

  /// The last of what these events show, as much as one answer may hold.
  static Last lastOf(List<Recorded> events) {
    var last = new ArrayDeque<Answers.Output>();
    int room = MOST_CHARACTERS;
    for (var recorded : events.reversed()) {
      var entry = of(recorded.event());
      if (entry.isPresent()) {
        room -= entry.get().content().length();
        if (room < 0) {
          return new Last(List.copyOf(last), true);
        }
        last.addFirst(
            new Answers.Output(entry.get().type(), entry.get().content(), entry.get().toolCall()));
      }
    }
    return new Last(List.copyOf(last), false);
  }

  /// A tool that is used, with what it is given: `name key=value …`, in so many characters.
  public static String call(String tool, String input, int longest) {
    return shortened(tool + arguments(input), longest);
  }

  /// What it answered, as much of it as is shown.
  public static String result(String output) {
    return "→ " + shortened(output, LONGEST_RESULT);
  }

  /// As ` key=value` for each; what is no object is shown as it is.
  private static String arguments(String input) {
    try {
      var json = Codec.parse(input.getBytes(StandardCharsets.UTF_8));
      if (json.isObject()) {
        var words = new StringBuilder();
        json.properties()
            .forEach(
                member -> {
                  var value = member.getValue();
                  words
                      .append(' ')
                      .append(member.getKey())
                      .append('=')
                      .append(value.isString() ? value.stringValue() : value.toString());
                });
        return words.toString();
      }
    } catch (RpcException _) {
      // Not every runtime gives JSON.
    }
    return input.isEmpty() ? "" : " " + input;
  }

  private static String shortened(String text, int longest) {
    if (text.length() <= longest) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(longest - 1)) ? longest - 1 : longest;
    return text.substring(0, end) + "...";
  }
}
