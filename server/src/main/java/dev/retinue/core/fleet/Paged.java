package dev.retinue.core.fleet;

import java.util.List;

/// One page of a list, counted from one. Beyond its end there is nothing.
///
/// @param total how many there are on all pages
public record Paged<T>(List<T> items, int total, int page, int size) {
  public Paged {
    items = List.copyOf(items);
  }

  public static <T> Paged<T> of(List<T> all, int page, int size) {
    int from = (int) Math.min((long) (page - 1) * size, all.size());
    int to = (int) Math.min((long) from + size, all.size());
    return new Paged<>(all.subList(from, to), all.size(), page, size);
  }

  public boolean hasNext() {
    return (long) page * size < total;
  }

  public boolean hasPrevious() {
    return page > 1;
  }
}
