package dev.retinue.llm.scripted;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What the model answers, in the words of no particular API.
///
/// @param turn the number of the turn in its script, from 0
/// @param pieces in how many parts the text is streamed
/// @param cut whether it stops because it may not be longer
record Reply(
    String model,
    int turn,
    @Nullable String reasoning,
    String text,
    List<Call> calls,
    Tokens tokens,
    int pieces,
    boolean cut) {

  /// Why it ends, in the words of an API.
  String stop(String done, String tools, String length) {
    if (cut) {
      return length;
    }
    return calls.isEmpty() ? done : tools;
  }

  /// A tool to be used.
  ///
  /// @param id has the number of the turn in it, see `turnOf`
  record Call(String id, String name, @Nullable String space, String kind, JsonNode input) {}

  /// @param input without what came from a cache or went into it
  record Tokens(long input, long output, long cached, long written, long reasoning) {
    long allInput() {
      return input + cached + written;
    }
  }

  /// Whether there is anything to say in words: an empty answer is an empty text.
  boolean speaks() {
    return !text.isEmpty() || (calls.isEmpty() && reasoning == null);
  }

  /// No character is cut in two.
  List<String> textInPieces() {
    int length = Math.max(1, Math.ceilDiv(text.length(), Math.max(1, pieces)));
    var parts = new ArrayList<String>();
    for (int i = 0; i < text.length(); ) {
      int end = Math.min(text.length(), i + length);
      if (end < text.length() && Character.isLowSurrogate(text.charAt(end))) {
        end++;
      }
      parts.add(text.substring(i, end));
      i = end;
    }
    return parts;
  }

  /// The id of a call, so that the turn can be told from it when it comes back.
  static String callId(String prefix, int turn, int number, String unique) {
    return "%s_t%dc%d_%s".formatted(prefix, turn, number, unique);
  }

  /// The turn in which a call was made, or -1 if it was none of ours.
  static int turnOf(String callId) {
    var match = java.util.regex.Pattern.compile("_t(\\d+)c\\d+_").matcher(callId);
    return match.find() ? Integer.parseInt(match.group(1)) : -1;
  }
}
