package dev.retinue.llm;

/// What is known of models.
///
/// @param prices what they cost
/// @param contexts how much they read at once
public record Catalogue(Prices prices, Contexts contexts) {
  /// As it comes along.
  public static Catalogue shipped() {
    return new Catalogue(Prices.shipped(), Contexts.shipped());
  }
}
