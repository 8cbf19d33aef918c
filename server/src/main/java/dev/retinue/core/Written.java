package dev.retinue.core;

import java.time.Instant;

/// A piece of what an agent writes at this moment, before it is said. It is kept in memory only:
/// what is said for good is an event, which takes the place of all that was written.
///
/// @param draft which one it is; each attempt to answer is another one
/// @param after the number of the event after which it was begun
/// @param offset how much of the draft came before, in characters; with 0 it begins, and whatever
///   was seen of an earlier one is void
/// @param at when something was last written
public record Written(long draft, long after, int offset, String text, Instant at) {
  /// How much of the draft has come with this.
  public int end() {
    return offset + text.length();
  }
}
