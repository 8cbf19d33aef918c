package dev.retinue.runtime.llm;

import dev.retinue.core.RunId;
import dev.retinue.llm.Turn;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What was read of conversations last. Each message of one needs all that was said before it; to
/// read that from the store every time took longer than all else that belongs to a message.
final class Recall {
  /// How many characters are kept at most, of all conversations together: a few that are long, or
  /// many that are short.
  private static final long MOST_CHARACTERS = 1_000_000;

  /// What one that is short takes in memory all the same.
  private static final long LEAST = 500;

  private final Map<Key, Block> blocks = new LinkedHashMap<>(16, 0.75f, true);
  private long characters;

  /// A turn, as its own agent reads it or as others do.
  record Key(RunId run, boolean own) {}

  /// What a turn is for those that come after it.
  ///
  /// @param length in characters
  /// @param isLast whether nothing before it is needed
  record Block(List<Turn> turns, long length, boolean isLast) {
    private long weight() {
      return LEAST + length;
    }
  }

  /// Reads it where it is not known. Two may read it at once; both find the same.
  Block of(Key key, Supplier<Block> read) {
    var known = find(key);
    if (known != null) {
      return known;
    }
    var block = read.get();
    keep(key, block);
    return block;
  }

  private synchronized @Nullable Block find(Key key) {
    return blocks.get(key);
  }

  private synchronized void keep(Key key, Block block) {
    if (block.weight() > MOST_CHARACTERS || blocks.putIfAbsent(key, block) != null) {
      return;
    }
    characters += block.weight();
    var oldest = blocks.values().iterator();
    while (characters > MOST_CHARACTERS) {
      characters -= oldest.next().weight();
      oldest.remove();
    }
  }

  /// How many characters are kept.
  synchronized long characters() {
    return characters;
  }
}
