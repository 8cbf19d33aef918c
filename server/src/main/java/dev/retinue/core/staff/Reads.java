package dev.retinue.core.staff;

import dev.retinue.core.audit.Deed;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/// How often it is noted that somebody reads, where that is noted at all: of each reader and of
/// what he reads some times a minute one by one, and then how often he did so after that. So nobody
/// fills the disk by reading, and nobody's reading is lost in that of another.
final class Reads {
  static final int MOST_OF_ONE = 5;

  /// Of one reader, so many things and entries in a minute; more of them share one count.
  static final int MOST_THINGS = 60;

  static final int MOST_READERS = 50;

  private static final Tally.Bounds OF_READER =
      new Tally.Bounds(MOST_OF_ONE, MOST_THINGS, MOST_THINGS);

  /// Those who come after so many: no name of a caller has a slash at its end.
  private static final String OTHERS = "others/";

  private final LongSupplier nanoTime;
  private final Map<String, Tally> readers = new LinkedHashMap<>();

  Reads(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /// What to note now: this one, the sum of those before it, or nothing yet.
  synchronized Optional<Deed> take(String reader, String what, Deed deed) {
    var known = readers.get(reader);
    if (known == null) {
      var key = readers.size() >= MOST_READERS ? OTHERS : reader;
      known = readers.computeIfAbsent(key, _ -> new Tally(nanoTime, OF_READER));
    }
    return known.take(what, deed);
  }

  /// The sums of what was read in minutes that are over.
  ///
  /// @param all also in those that are not: there is no time left
  synchronized List<Deed> sums(boolean all) {
    var sums = new ArrayList<Deed>();
    for (var reader : readers.values()) {
      sums.addAll(reader.sums(all));
    }
    readers.values().removeIf(Tally::isIdle);
    return sums;
  }
}
