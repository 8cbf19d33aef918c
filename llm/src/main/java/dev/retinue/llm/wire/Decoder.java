package dev.retinue.llm.wire;

import dev.retinue.llm.Reply;
import dev.retinue.llm.Tokens;
import tools.jackson.databind.JsonNode;

/// Makes an answer of what a provider sends.
public interface Decoder {
  /// One event, as it comes.
  void event(JsonNode event);

  /// The word that no further event comes. Not everybody says it.
  void done();

  /// An answer that came in one piece, from one who does not stream.
  void whole(JsonNode answer);

  /// Whether nothing that counts can come any more.
  boolean isComplete();

  /// What was used so far, as far as that was said.
  Tokens tokens();

  /// The answer, once all has come.
  ///
  /// @throws dev.retinue.llm.ModelException if something is missing
  Reply reply();
}
