package dev.retinue.bench;

/// Something that is measured, such as the time of a start in ms.
record Metric(String name, String unit, Better better) {
  /// Which way the numbers of a metric should go.
  enum Better {
    LOWER,
    HIGHER
  }

  static Metric lowerIsBetter(String name, String unit) {
    return new Metric(name, unit, Better.LOWER);
  }

  static Metric higherIsBetter(String name, String unit) {
    return new Metric(name, unit, Better.HIGHER);
  }
}
