package dev.retinue.runtime.llm;

import dev.retinue.core.Money;
import dev.retinue.core.Usage;
import dev.retinue.llm.Part;
import dev.retinue.llm.Prices;
import dev.retinue.llm.Prompt;
import dev.retinue.llm.Reply;
import dev.retinue.llm.Tokens;
import dev.retinue.llm.Turn;

/// What the turns of one model cost.
///
/// @param model as it was asked for
record Costs(Prices prices, String model) {
  private static final int CHARACTERS_PER_TOKEN = 3;

  /// A usual answer: to reserve the longest one would let small budgets buy nothing.
  private static final int EXPECTED_OUTPUT = 1_000;

  Usage of(Reply reply) {
    return usage(reply.tokens(), 1);
  }

  /// Of an answer that broke off, which is no turn.
  Usage of(Tokens tokens) {
    return tokens.equals(Tokens.NONE) ? Usage.NONE : usage(tokens, 0);
  }

  /// What a turn will use, roughly.
  Usage estimate(Prompt prompt) {
    long tokens = characters(prompt) / CHARACTERS_PER_TOKEN;
    return usage(new Tokens(tokens, 0, 0, EXPECTED_OUTPUT, 0), 1);
  }

  /// Of all that a model reads.
  static long characters(Prompt prompt) {
    long characters = prompt.system().length();
    for (var turn : prompt.turns()) {
      characters += length(turn);
    }
    for (var tool : prompt.tools()) {
      characters += tool.description().length() + tool.schema().length();
    }
    return characters;
  }

  private static long length(Turn turn) {
    return switch (turn) {
      case Turn.Asked(var text) -> text.length();
      case Turn.Answered(var parts) -> parts.stream().mapToLong(Costs::length).sum();
      case Turn.Results(var results) ->
          results.stream().mapToLong(it -> it.output().length()).sum();
    };
  }

  private static long length(Part part) {
    return switch (part) {
      case Part.Text(var text) -> text.length();
      case Part.Reasoning(var text, var _) -> text.length();
      case Part.Call(var _, var _, var input, var _) -> input.length();
    };
  }

  private Usage usage(Tokens tokens, int turns) {
    var cost = prices.cost(model, tokens);
    return new Usage(
        cost.map(Money::usd).orElse(Money.ZERO),
        cost.isEmpty(),
        tokens.input() + tokens.cacheRead() + tokens.cacheWrite(),
        tokens.output(),
        tokens.cacheRead(),
        turns);
  }
}
