package dev.retinue.core;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/// What somebody probably meant who wrote a word that does not exist.
public final class Nearest {
  private Nearest() {}

  /// The known word with the fewest letters to change, unless that would be another word
  /// altogether.
  public static Optional<String> to(String word, Collection<String> known) {
    int most = word.length() / 3;
    return known.stream()
        .filter(candidate -> Math.abs(word.length() - candidate.length()) <= most)
        .filter(candidate -> distance(word, candidate) <= most)
        .min(
            Comparator.comparingInt((String candidate) -> distance(word, candidate))
                .thenComparing(Comparator.naturalOrder()));
  }

  /// How many letters must be added, removed, replaced or swapped with a neighbour.
  private static int distance(String from, String to) {
    var distances = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      for (int j = 0; j <= to.length(); j++) {
        if (i == 0 || j == 0) {
          distances[i][j] = i + j;
          continue;
        }
        boolean same = from.charAt(i - 1) == to.charAt(j - 1);
        int changed = distances[i - 1][j - 1] + (same ? 0 : 1);
        int addedOrRemoved = Math.min(distances[i - 1][j], distances[i][j - 1]) + 1;
        distances[i][j] = Math.min(changed, addedOrRemoved);
        boolean swapped =
            i > 1
                && j > 1
                && from.charAt(i - 1) == to.charAt(j - 2)
                && from.charAt(i - 2) == to.charAt(j - 1);
        if (swapped) {
          distances[i][j] = Math.min(distances[i][j], distances[i - 2][j - 2] + 1);
        }
      }
    }
    return distances[from.length()][to.length()];
  }
}
