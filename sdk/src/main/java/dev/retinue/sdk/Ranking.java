package dev.retinue.sdk;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/// How well notes fit the words that somebody looks for. More of the words count before everything
/// else, then where they stand: in tags, in the name and the titles, in the text.
final class Ranking {
  /// The best first, the newest first among equals.
  static final Comparator<Found> ORDER =
      Comparator.comparingInt(Found::score)
          .thenComparing(Found::timestamp)
          .thenComparing(Found::path)
          .reversed();

  private static final int MOST_WORDS = 16;
  private static final int FOR_A_WORD = 1000;
  private static final int FOR_A_TAG = 12;
  private static final int FOR_A_PART_OF_A_TAG = 8;
  private static final int FOR_A_TITLE = 3;
  private static final int MOST_TITLES = 3;
  private static final int MOST_PLACES = 5;

  private final List<String> words;

  Ranking(String text) {
    this.words =
        Arrays.stream(text.toLowerCase(Locale.ROOT).strip().split("\\s+", MOST_WORDS + 1))
            .filter(word -> !word.isEmpty())
            .limit(MOST_WORDS)
            .distinct()
            .toList();
  }

  /// Whether no words are looked for, so that every note fits.
  boolean fitsAll() {
    return words.isEmpty();
  }

  /// 0 where none of the words is found.
  int score(Found note) {
    if (words.isEmpty()) {
      return 0;
    }
    var tags = note.tags().stream().map(tag -> tag.toLowerCase(Locale.ROOT)).toList();
    var text = (note.body() + "\n" + String.join("\n", note.changelog())).toLowerCase(Locale.ROOT);
    var titles =
        slug(note)
            + "\n"
            + String.join("\n", text.lines().filter(line -> line.startsWith("#")).toList());
    int score = 0;
    for (var word : words) {
      int points =
          inTags(tags, word)
              + FOR_A_TITLE * count(titles, word, MOST_TITLES)
              + count(text, word, MOST_PLACES);
      score += points == 0 ? 0 : FOR_A_WORD + points;
    }
    return score;
  }

  private static String slug(Found note) {
    return note.path().getFileName().toString().replaceAll("^\\d{8}T\\d{6}-|\\.md$", "");
  }

  private static int inTags(List<String> tags, String word) {
    if (tags.contains(word)) {
      return FOR_A_TAG;
    }
    return tags.stream().anyMatch(tag -> tag.contains(word)) ? FOR_A_PART_OF_A_TAG : 0;
  }

  private static int count(String text, String word, int most) {
    int count = 0;
    for (int at = text.indexOf(word);
        at >= 0 && count < most;
        at = text.indexOf(word, at + word.length())) {
      count++;
    }
    return count;
  }
}
