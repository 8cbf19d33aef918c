package dev.retinue.runtime.llm;

import dev.retinue.llm.Prompt;
import dev.retinue.llm.Tokens;

/// How much room questions take that a model reads. Every answer tells how many tokens its question
/// had; of the next one only what is new must be guessed.
final class Room {
  /// How many characters of results are seen at most, where the model has room for them: about
  /// 40000 tokens.
  private static final long MOST_RESULTS = 160_000;

  private static final int FULL = 90;
  private static final double GUESS = 1.0 / 3.5;
  private static final double MOST = 2;

  // Of the last question that was answered.
  private long knownCharacters;
  private long knownTokens;

  /// How many tokens a question has, roughly.
  long tokens(Prompt prompt) {
    long characters = Costs.characters(prompt);
    return characters >= knownCharacters
        ? knownTokens + Math.round((characters - knownCharacters) * GUESS)
        : Math.round(characters * tokensPerCharacter());
  }

  /// How many characters surely have no more tokens than that.
  long characters(long tokens) {
    return Math.round(tokens / tokensPerCharacter());
  }

  private double tokensPerCharacter() {
    return knownCharacters == 0
        ? GUESS
        : Math.clamp((double) knownTokens / knownCharacters, GUESS, MOST);
  }

  void learn(Prompt prompt, Tokens used) {
    if (used.prompt() > 0) { // Some do not tell.
      knownCharacters = Costs.characters(prompt);
      knownTokens = used.prompt();
    }
  }

  /// How many tokens a question may have, so that the answer has room beside it.
  ///
  /// @param context what the model can read
  /// @param answer the longest answer
  static long limit(long context, long answer) {
    return Math.max(context / 2, Math.min(context * FULL / 100, context - answer));
  }

  /// How many characters of results are seen.
  static long results(long context) {
    return Math.min(MOST_RESULTS, context * 3 / 2);
  }

  /// The longest answer where nobody says it: one that leaves room for the question.
  static int answer(long context, int usual) {
    return (int) Math.min(usual, context / 4);
  }
}
