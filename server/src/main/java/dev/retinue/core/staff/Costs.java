package dev.retinue.core.staff;

import dev.retinue.core.Caller;
import dev.retinue.core.Credential;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Money;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.Spend;
import dev.retinue.core.port.RunStore;
import dev.retinue.core.port.SpendBook;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.Period;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What was spent, for those who may know: everybody what is his own, those with the scope `watch`
/// or `admin` what is everybody's, and a run what it and those below it have used.
public final class Costs {
  private static final int MOST_DAYS = 366;
  private static final int MOST_RUNS = 10_000;

  /// One compares years with each other, and nobody asks for longer ago.
  private static final Period KEPT = Period.ofYears(3);

  private final SpendBook book;
  private final RunStore store;
  private final Callers callers;
  private final InstantSource clock;

  public Costs(SpendBook book, RunStore store, Callers callers, InstantSource clock) {
    this.book = book;
    this.store = store;
    this.callers = callers;
    this.clock = clock;
  }

  /// What it is sorted by, besides the day.
  public enum By {
    AGENT,
    MODEL,
    CALLER,
    DAY;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    private String key(Spend line) {
      return switch (this) {
        case AGENT -> line.agent();
        case MODEL -> line.model();
        case CALLER -> line.caller();
        case DAY -> line.day().toString();
      };
    }
  }

  /// What was spent on one day under one key.
  public record Row(LocalDate day, String key, Spend.Sum sum) {}

  /// What a caller may spend, and has spent, on this day and in this month.
  public record Budgeted(
      String caller,
      @Nullable Money dayLimit,
      Money daySpent,
      @Nullable Money monthLimit,
      Money monthSpent) {}

  /// Lets go of what was spent long ago, and says how many lines those were.
  public int forgetOld() {
    return book.forget(today().minus(KEPT));
  }

  /// The day that it is.
  public LocalDate today() {
    return Pocket.dayOf(clock.instant());
  }

  /// The rows of these days, both included, in their order.
  public List<Row> rows(Caller who, LocalDate from, LocalDate to, By by) {
    if (to.isBefore(from) || from.plusDays(MOST_DAYS).isBefore(to)) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "'from' is %s and 'to' is %s; the first must not be after the second, nor more than %d days before it."
              .formatted(from, to, MOST_DAYS));
    }
    record Place(LocalDate day, String key) {}
    var sums = new HashMap<Place, Spend.Sum>();
    for (var line : lines(who, from, to)) {
      sums.merge(new Place(line.day(), by.key(line)), line.sum(), Spend.Sum::plus);
    }
    return sums.entrySet().stream()
        .map(it -> new Row(it.getKey().day, it.getKey().key, it.getValue()))
        .sorted(Comparator.comparing(Row::day).thenComparing(Row::key))
        .toList();
  }

  private List<Spend> lines(Caller who, LocalDate from, LocalDate to) {
    var run = who.run();
    return run == null
        ? book.lines(from, to, who.seesAll() ? null : who.id())
        : below(who, run).stream()
            .filter(it -> !it.day().isBefore(from) && !it.day().isAfter(to))
            .toList();
  }

  /// The book has no runs in it, but they know themselves what they used.
  private List<Spend> below(Caller who, RunId id) {
    var self = store.find(id).filter(who::maySee).orElseThrow(() -> Staff.notFound(id));
    var query = new RunStore.RunQuery(null, List.of(), self.root(), null, null, MOST_RUNS);
    var lines = new ArrayList<Spend>();
    for (var run : store.list(query).runs()) {
      if (who.maySee(run)) {
        lines.addAll(lines(run));
      }
    }
    return lines;
  }

  private static Collection<Spend> lines(Run run) {
    var day = Pocket.dayOf(run.commission().createdAt());
    return List.of(Spend.started(run, day), Spend.of(run, run.dossier().usage(), day));
  }

  /// Of those whom this caller may know; none for a run.
  public List<Budgeted> budgets(Caller who) {
    if (who.run() != null) {
      return List.of();
    }
    var today = today();
    boolean all = who.seesAll();
    var lines = book.lines(today.withDayOfMonth(1), today, all ? null : who.id());
    var day = new HashMap<String, Money>();
    var month = new HashMap<String, Money>();
    for (var line : lines) {
      month.merge(line.caller(), line.sum().cost(), Money::plus);
      if (line.day().equals(today)) {
        day.merge(line.caller(), line.sum().cost(), Money::plus);
      }
    }
    var names = new TreeSet<>(month.keySet());
    names.addAll(all ? known() : List.of(who.id()));
    return names.stream().map(it -> budgeted(it, day, month)).toList();
  }

  private List<String> known() {
    return callers.all().stream()
        .filter(it -> it.counts(clock.instant()))
        .map(Credential::caller)
        .toList();
  }

  private Budgeted budgeted(String caller, Map<String, Money> day, Map<String, Money> month) {
    var grant = callers.of(caller);
    return new Budgeted(
        caller,
        grant.perDay(),
        day.getOrDefault(caller, Money.ZERO),
        grant.perMonth(),
        month.getOrDefault(caller, Money.ZERO));
  }
}
