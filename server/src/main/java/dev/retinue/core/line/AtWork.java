package dev.retinue.core.line;

import dev.retinue.core.RunId;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Counts what is at work, so that nobody has to look at all of it to know whether there is room.
public final class AtWork {
  private final Map<String, Integer> trees = new HashMap<>();
  private final Map<RunId, Integer> hungry = new HashMap<>();
  private int busy;
  private int roots;
  private long promised;

  /// Counts one more.
  ///
  /// @param parent the run directly above it; null for one that holds the slot of its tree
  /// @param appetite how much memory it will need
  public synchronized Place enter(String caller, @Nullable RunId parent, long appetite) {
    busy++;
    if (parent == null) {
      roots++;
      trees.merge(caller, 1, Integer::sum);
    } else if (appetite > 0) {
      hungry.merge(parent, 1, Integer::sum);
    }
    promised += appetite;
    return new Place(caller, parent, appetite);
  }

  /// How many are at work, without those that wait for one below them.
  public synchronized int busy() {
    return busy;
  }

  /// How many trees are at work.
  public synchronized int roots() {
    return roots;
  }

  /// How many trees of one caller are at work.
  public synchronized int treesOf(String caller) {
    return trees.getOrDefault(caller, 0);
  }

  /// The same for each caller who has any.
  public synchronized Map<String, Integer> trees() {
    return Map.copyOf(trees);
  }

  /// How many that need memory are at work directly below a run.
  public synchronized int hungryBelow(RunId parent) {
    return hungry.getOrDefault(parent, 0);
  }

  /// How much memory those at work may still take, of what they were expected to need.
  public synchronized long promised() {
    return promised;
  }

  private static <T> void leave(Map<T, Integer> counts, T one) {
    counts.computeIfPresent(one, (_, count) -> count > 1 ? count - 1 : null);
  }

  /// The place of one that is at work.
  public final class Place implements AutoCloseable {
    private final String caller;
    private final @Nullable RunId parent;
    private final long appetite;
    private long owed;
    private int awaited;
    private boolean left;

    private Place(String caller, @Nullable RunId parent, long appetite) {
      this.caller = caller;
      this.parent = parent;
      this.appetite = appetite;
      this.owed = appetite;
    }

    /// Leaves it to others while it waits for one below it.
    public void stepAside() {
      synchronized (AtWork.this) {
        if (awaited++ == 0 && !left) {
          busy--;
        }
      }
    }

    public void stepBack() {
      synchronized (AtWork.this) {
        if (--awaited == 0 && !left) {
          busy++;
        }
      }
    }

    public boolean isAside() {
      synchronized (AtWork.this) {
        return awaited > 0;
      }
    }

    /// Says how much memory it has by now.
    public void holds(long bytes) {
      synchronized (AtWork.this) {
        if (!left) {
          long now = Math.max(0, appetite - bytes);
          promised += now - owed;
          owed = now;
        }
      }
    }

    @Override
    public void close() {
      synchronized (AtWork.this) {
        if (left) {
          return;
        }
        left = true;
        busy -= awaited == 0 ? 1 : 0;
        promised -= owed;
        if (parent == null) {
          roots--;
          leave(trees, caller);
        } else if (appetite > 0) {
          leave(hungry, parent);
        }
      }
    }
  }
}
