package dev.retinue.runtime.llm.tool;

import dev.retinue.core.port.Work;
import java.util.List;

/// Where the tools of an agent come from.
public interface Toolbox {
  /// One with nothing in it.
  Toolbox EMPTY = work -> List::of;

  /// Makes ready where a run works, before anything is done in it.
  default void prepare(Work work) throws InterruptedException {}

  /// The tools of a run, for as long as it is at work.
  Lent lend(Work work) throws InterruptedException;

  /// Several as one. Where two have a tool of the same name, the first one's counts.
  static Toolbox of(List<Toolbox> boxes) {
    return new Boxes(List.copyOf(boxes));
  }

  /// What one run has of it.
  interface Lent extends AutoCloseable {
    List<Tool> tools();

    /// What was begun for this run alone ends.
    @Override
    default void close() {}
  }
}
