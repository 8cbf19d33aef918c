package dev.retinue.bench;

/// How often everything is measured: rounds that count, rounds before them that do not, and the
/// seed of the order within the rounds.
record Rounds(int counted, int warmUp, long seed) {
  static final Rounds USUAL = new Rounds(20, 2, 42);

  Rounds withCounted(int number) {
    return new Rounds(number, warmUp, seed);
  }

  @Override
  public String toString() {
    return "%d after %d to warm up, order shuffled with seed %d".formatted(counted, warmUp, seed);
  }
}
