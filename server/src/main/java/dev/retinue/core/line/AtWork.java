package dev.retinue.core.line;

import java.util.HashMap;
import java.util.Map;

/// Counts what is at work, so that nobody has to look at all of it to know whether there is room.
public final class AtWork {
  private final Map<String, Integer> trees = new HashMap<>();
  private int busy;
  private int roots;
  private long promised;

  /// Counts one more.
  ///
  /// @param root whether it holds the slot of its tree
  /// @param appetite how much memory it will need
  public synchronized Place enter(String caller, boolean root, long appetite) {
    busy++;
    if (root) {
      roots++;
      trees.merge(caller, 1, Integer::sum);
    }
    promised += appetite;
    return new Place(caller, root, appetite);
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

  /// How much memory those at work may still take, of what they were expected to need.
  public synchronized long promised() {
    return promised;
  }

  /// The place of one that is at work.
  public final class Place implements AutoCloseable {
    private final String caller;
    private final boolean root;
    private final long appetite;
    private long owed;
    private int awaited;
    private boolean left;

    private Place(String caller, boolean root, long appetite) {
      this.caller = caller;
      this.root = root;
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
        if (root) {
          roots--;
          trees.computeIfPresent(caller, (_, count) -> count > 1 ? count - 1 : null);
        }
      }
    }
  }
}
