package dev.retinue.config;

import dev.retinue.config.Thinking.ModelPrice;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.Money;
import dev.retinue.core.RetinueException;
import java.util.List;
import java.util.regex.Pattern;

/// The section `prices`: what models cost, where the owner knows better.
final class PricesSection {
  private static final long MOST = 1_000_000;
  private static final Pattern NAME = Pattern.compile("[^\\s\\p{Cntrl}]{1,200}");

  private static final Key<Money> INPUT =
      Key.required("input", Kinds.money(MOST), "What a million tokens cost that it reads.");
  private static final Key<Money> OUTPUT =
      Key.required("output", Kinds.money(MOST), "What a million tokens cost that it writes.");
  private static final Key<Money> CACHE_READ =
      Key.optional(
          "cache-read",
          Kinds.money(MOST),
          "What a million tokens cost that it reads from a cache; else as much as `input`.");
  private static final Key<Money> CACHE_WRITE =
      Key.optional(
          "cache-write",
          Kinds.money(MOST),
          "What a million tokens cost that it puts into a cache; else as much as `input`.");

  private PricesSection() {}

  static Key<List<ModelPrice>> key() {
    return Key.of(
        "prices",
        new Members<>(
            new Shape<>(List.of(INPUT, OUTPUT, CACHE_READ, CACHE_WRITE), PricesSection::price),
            PricesSection::checkName),
        List.of(),
        "What models cost, above the prices that come along; each under its name, with or without its provider.");
  }

  private static ModelPrice price(Values values) {
    return new ModelPrice(
        values.name(),
        values.require(INPUT),
        values.require(OUTPUT),
        values.find(CACHE_READ).orElse(null),
        values.find(CACHE_WRITE).orElse(null));
  }

  static void checkName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "The name of a model has at most 200 characters and no blanks: '%s' does not."
              .formatted(Excerpt.of(name)));
    }
  }
}
