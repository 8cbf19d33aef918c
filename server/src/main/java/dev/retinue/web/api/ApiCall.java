package dev.retinue.web.api;

import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import dev.retinue.core.RunId;
import dev.retinue.core.staff.Seats;
import dev.retinue.web.http.Visit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What somebody asks of the API.
record ApiCall(Visit visit) {
  Caller caller() {
    var who = visit.who();
    return who.by(who.origin().asking(visit.operation()));
  }

  /// One who is connected by the door, too, speaks from where he works.
  Caller seated(Seats seats) {
    var seat = visit.header("Retinue-Seat");
    return seat == null ? caller() : seats.at(caller(), seat);
  }

  /// The run in the path.
  RunId run() {
    return RunId.of(visit.name("id"));
  }

  /// A word from behind the question mark; nothing if it is not there or empty.
  @Nullable String word(String name) {
    var value = Visit.query(visit.request()).getValue(name);
    return value == null || value.isEmpty() ? null : value;
  }

  /// Words that are separated by commas.
  List<String> words(String name) {
    var value = word(name);
    return value == null ? List.of() : List.of(value.split(",", -1));
  }

  @Nullable Long number(String name, long least, long most) {
    var value = word(name);
    return value == null ? null : number(name, value, least, most);
  }

  static long number(String name, String value, long least, long most) {
    try {
      long number = Long.parseLong(value);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException _) {
      // Refused as one that is too large.
    }
    throw new RetinueException(
        ErrorCode.INVALID_INPUT,
        "'%s' is '%s'; it must be a whole number from %d to %d."
            .formatted(name, Excerpt.of(value), least, most));
  }
}
