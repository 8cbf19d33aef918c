package dev.retinue.bench;

/// Why a benchmark could not be run, as a sentence that names the competitor.
final class BenchException extends RuntimeException {
  private static final long serialVersionUID = 1;

  BenchException(String sentence) {
    super(sentence);
  }
}
