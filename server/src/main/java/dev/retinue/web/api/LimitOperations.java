package dev.retinue.web.api;

import dev.retinue.core.staff.LimitBook;
import dev.retinue.web.api.Operation.About;

/// What limits there are: all of them for the owner, and for everybody else what is his.
final class LimitOperations {
  private final LimitBook book;

  LimitOperations(LimitBook book) {
    this.book = book;
  }

  Operation list() {
    return Operation.json(
        "GET",
        "/api/limits",
        About.answering(
            "Every limit: how much it allows, and how much of it is used now.",
            Answers.LimitList.class),
        call ->
            new Answers.LimitList(
                book.rows(call.caller()).stream().map(LimitOperations::row).toList()));
  }

  private static Answers.LimitRow row(LimitBook.Row row) {
    return new Answers.LimitRow(
        row.limit().key(), row.whose(), row.bound(), row.used(), row.setBy(), row.limit().about());
  }
}
