package dev.retinue.llm.provider;

/// The name of a model, in two parts: `provider/model`.
///
/// @param provider one of those that are known
/// @param model as the provider names it, with slashes of its own perhaps
public record ModelName(String provider, String model) {
  @Override
  public String toString() {
    return provider + "/" + model;
  }
}
