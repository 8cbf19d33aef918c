package dev.retinue.core.port;

import dev.retinue.core.Limit;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What agents remember from one run to the next. Whatever is asked is asked of one shelf: nobody
/// sees what is on another.
public interface Memories {
  /// How many are on one shelf.
  int MOST = Limit.MEMORIES.count();

  /// How many a caller has on all of them.
  int MOST_OF_CALLER = Limit.MEMORIES_OF_CALLER.count();

  /// How many characters one has.
  int LONGEST = Limit.MEMORY.count();

  /// Where something is remembered.
  ///
  /// @param caller for whom the agent works
  /// @param name by which the caller's agents know it
  record Shelf(String caller, String name) {}

  /// Something that is remembered.
  ///
  /// @param category empty for none
  record Note(String id, Instant at, String category, String text) {}

  /// Remembers it, or refuses where there is too much. What has the same id is the same, and stays
  /// as it is.
  void add(Shelf shelf, Note note);

  /// What has this id.
  Optional<Note> find(Shelf shelf, String id);

  /// All of them, the oldest first.
  List<Note> all(Shelf shelf);

  /// Those that have all of these words in them, in capitals or not, the oldest first.
  ///
  /// @param category only those of it; null for all
  List<Note> search(Shelf shelf, List<String> words, @Nullable String category);

  /// Says whether it was there.
  ///
  /// @param category null to leave it as it is
  boolean update(Shelf shelf, String id, String text, @Nullable String category);

  /// Says whether it was there.
  boolean delete(Shelf shelf, String id);
}
