package dev.retinue.core.audit;

import java.util.ArrayList;
import java.util.List;

/// Looks at a trail line by line, the oldest first, and says what is wrong with it: that lines were
/// changed, removed, added or put in another order.
public final class ChainCheck {
  private static final int MOST_FAULTS = 20;

  private final List<String> faults = new ArrayList<>();
  private final boolean fromBeginning;
  private long count;
  private long number;
  private String hash;

  /// @param number what comes before the first line; 0 if nothing does
  /// @param hash its hash
  public ChainCheck(long number, String hash) {
    this.number = number;
    this.hash = hash;
    this.fromBeginning = true;
  }

  /// Believes the first line where it begins.
  public ChainCheck() {
    this.hash = AuditLine.BEGINNING;
    this.fromBeginning = false;
  }

  /// What was found.
  ///
  /// @param last the number of the last line
  /// @param hash the hash of the last line: whoever wrote it down can compare it
  public record Report(long count, long last, String hash, List<String> faults) {
    public boolean sound() {
      return faults.isEmpty();
    }
  }

  /// The next line.
  public void look(AuditLine line) {
    long here = line.entry().number();
    boolean first = count == 0 && !fromBeginning;
    count++;
    if (!first && here != number + 1) {
      fault(
          here > number + 1
              ? missing(number + 1, here - 1)
              : "Entry %d comes after entry %d: it was added, or the order was changed."
                  .formatted(here, number));
    } else if (!first && !line.previous().equals(hash)) {
      fault(
          "Entry %d does not follow the one before it: one of both was changed, or another took its place."
              .formatted(here));
    }
    // What hung on an entry that is missing cannot be judged where only that knew its own hash.
    boolean unknown = !first && here != number + 1 && line.previous().equals(hash);
    if (!unknown && !line.holds()) {
      fault("Entry %d was changed: it is not what its hash is of.".formatted(here));
    }
    number = here;
    hash = line.hash();
  }

  /// Goes on after one that was not looked at.
  public void skip(long entry, String itsHash) {
    count++;
    number = entry;
    hash = itsHash;
  }

  /// A line that cannot be read as one.
  public void unreadable(long line) {
    fault("Line %d is not an entry, or was changed.".formatted(line));
  }

  /// Up to which number there must be lines.
  public void end(long last) {
    if (number < last) {
      fault(missing(number + 1, last));
    }
  }

  public void fault(String sentence) {
    if (faults.size() < MOST_FAULTS) {
      faults.add(sentence);
    } else if (faults.size() == MOST_FAULTS) {
      faults.add("There is more; only the first %d faults are named.".formatted(MOST_FAULTS));
    }
  }

  private static String missing(long from, long to) {
    return from == to
        ? "Entry %d is missing: it was removed.".formatted(from)
        : "Entries %d to %d are missing: they were removed.".formatted(from, to);
  }

  public Report report() {
    return new Report(count, number, hash, List.copyOf(faults));
  }
}
