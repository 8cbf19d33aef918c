package dev.retinue.config.yaml;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.util.Comparator;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// What is wrong with one file. Somebody who has made three mistakes wants to hear of three.
public final class Mistakes {
  public static final int MOST = 20;
  private static final Comparator<Mistake> IN_THE_FILE =
      Comparator.comparing(Mistake::at).thenComparing(Mistake::sentence);

  private final String file;
  private final TreeSet<Mistake> first = new TreeSet<>(IN_THE_FILE);
  private int noted;
  private boolean more;

  private record Mistake(Position at, String sentence) {}

  /// @param file how sentences name the file
  public Mistakes(String file) {
    this.file = file;
  }

  public void add(Position at, String sentence) {
    noted++;
    first.add(new Mistake(at, sentence));
    if (first.size() > MOST) {
      first.pollLast();
      more = true;
    }
  }

  /// How often something was noted so far: a reader that sees no difference has read well.
  public int noted() {
    return noted;
  }

  /// Whether a mistake from here on would only be counted, so that a sentence need not be made.
  public boolean isFullBefore(Position at) {
    return first.size() == MOST && first.last().at().compareTo(at) < 0;
  }

  public void throwIfAny() {
    if (noted > 0) {
      throw refusal();
    }
  }

  /// For a mistake behind which nothing can be read.
  RetinueException last(Position at, String sentence) {
    add(at, sentence);
    return refusal();
  }

  private RetinueException refusal() {
    var sentences =
        first.stream()
            .map(mistake -> mistake.at().in(file) + ": " + mistake.sentence())
            .collect(Collectors.joining("\n"));
    var rest = more ? "\n%s: there are more mistakes below these.".formatted(file) : "";
    return new RetinueException(ErrorCode.INVALID_INPUT, sentences + rest);
  }
}
