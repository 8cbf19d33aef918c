package dev.retinue.sdk;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Which notes somebody looks for: `Query.text("index missing").ofType("finding")`. What is not
/// asked for does not matter.
///
/// @param tags of which a note must have one
/// @param text words of which a note must have one; with more of them it comes first
/// @param most how many notes are answered
public record Query(
    @Nullable String agent, @Nullable String type, List<String> tags, String text, int most) {
  static final int USUAL = 20;
  static final int MOST = 100;

  public Query {
    tags = List.copyOf(tags);
    most = Math.clamp(most, 1, MOST);
    if (type != null) {
      Note.requireType(type);
    }
  }

  /// The newest notes.
  public static Query everything() {
    return new Query(null, null, List.of(), "", USUAL);
  }

  public static Query text(String words) {
    return new Query(null, null, List.of(), words, USUAL);
  }

  public Query byAgent(String name) {
    return new Query(name, type, tags, text, most);
  }

  public Query ofType(String name) {
    return new Query(agent, name, tags, text, most);
  }

  /// With any of these tags.
  public Query tagged(String... any) {
    return new Query(
        agent, type, Stream.concat(tags.stream(), Arrays.stream(any)).toList(), text, most);
  }

  public Query atMost(int notes) {
    return new Query(agent, type, tags, text, notes);
  }
}
