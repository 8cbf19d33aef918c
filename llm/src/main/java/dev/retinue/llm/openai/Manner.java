package dev.retinue.llm.openai;

import dev.retinue.llm.ModelException;
import dev.retinue.llm.ModelException.Kind;
import java.util.Optional;

/// What sets those apart who speak Chat Completions.
///
/// @param limit what they call the longest answer
/// @param countsWhenAsked whether they can be asked to say at the end of a stream what was used;
///   otherwise they do so unasked, or refuse to be asked
/// @param wantsThoughts whether they want back what they thought before they called a tool
public record Manner(String limit, boolean countsWhenAsked, boolean wantsThoughts) {
  private static final String OLDER_LIMIT = "max_tokens";
  private static final String NEWER_LIMIT = "max_completion_tokens";

  /// OpenAI itself: its newer models refuse the older word.
  public static final Manner OPENAI = new Manner(NEWER_LIMIT, true, false);

  /// Those who are compatible: many know the older word only.
  public static final Manner COMPATIBLE = new Manner(OLDER_LIMIT, true, false);

  /// Those who refuse what they do not know.
  public static final Manner PLAIN = new Manner(OLDER_LIMIT, false, false);

  /// Those who refuse a conversation in which their thoughts are missing.
  public static final Manner THOUGHTFUL = new Manner(OLDER_LIMIT, true, true);

  /// How to ask instead, if it is the manner that was refused.
  Optional<Manner> after(ModelException refusal) {
    var said = String.valueOf(refusal.getMessage());
    if (refusal.kind() != Kind.INVALID) {
      return Optional.empty();
    }
    if (countsWhenAsked && (said.contains("stream_options") || said.contains("include_usage"))) {
      return Optional.of(new Manner(limit, false, wantsThoughts));
    }
    if (said.contains(NEWER_LIMIT) && limit.equals(OLDER_LIMIT)) {
      return Optional.of(new Manner(NEWER_LIMIT, countsWhenAsked, wantsThoughts));
    }
    return Optional.empty();
  }
}
