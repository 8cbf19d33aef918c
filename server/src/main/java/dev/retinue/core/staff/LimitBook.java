package dev.retinue.core.staff;

import dev.retinue.core.Caller;
import dev.retinue.core.Issuer;
import dev.retinue.core.Limit;
import dev.retinue.core.LimitHit.Whose;
import dev.retinue.core.Money;
import dev.retinue.core.port.Grants;
import dev.retinue.core.port.SpendBook;
import java.math.BigDecimal;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Every limit, with how much it allows, how much of it is used now, and who has set it. Whoever
/// enforces one says here how much of it is used.
public final class LimitBook {
  private static final String FIXED = "fixed";
  private static final String OPERATOR = "the operator";
  private static final String BUDGET = "whoever starts the run";
  private static final String TOKEN = "the token";
  private static final String AGENT = "the agent's file";

  private final Map<Limit, Long> bounds = new EnumMap<>(Limit.class);
  private final Map<Limit, LongSupplier> houses = new ConcurrentHashMap<>();
  private final Map<Limit, Supplier<Map<String, Long>>> callers = new ConcurrentHashMap<>();
  private final Map<Limit, Function<String, @Nullable BigDecimal>> own = new ConcurrentHashMap<>();
  private final Map<Limit, Function<String, BigDecimal>> spent = new ConcurrentHashMap<>();
  private final Map<Limit, Share> shares = new ConcurrentHashMap<>();
  private volatile Function<String, Optional<String>> origins = _ -> Optional.empty();

  /// One limit as one of those sees it whom it bounds.
  ///
  /// @param whose whom it bounds here, as refusals say it
  /// @param bound null where each thing has its own
  /// @param used null where it is not counted, or not for this reader
  /// @param setBy where its bound is written
  public record Row(
      Limit limit,
      String whose,
      @Nullable BigDecimal bound,
      @Nullable BigDecimal used,
      String setBy) {}

  LimitBook(Rules rules, Staff staff) {
    watch(staff);
    obey(rules.limits(), staff.members().grants());
    var limits = rules.limits();
    bounds.put(Limit.SLOTS, (long) limits.slots());
    bounds.put(Limit.RUNS_AT_WORK, (long) limits.occupied());
    bounds.put(Limit.RUNS_PER_CALLER, (long) limits.share().perCaller());
    bounds.put(Limit.OPEN_RUNS, (long) limits.openPerCaller());
    bounds.put(Limit.DEPTH, (long) limits.depth());
    bounds.put(Limit.DESCENDANTS, (long) limits.descendants());
    bounds.put(Limit.MEMORY_RESERVE, limits.share().memoryReserve());
    bounds.put(Limit.REQUESTS, (long) rules.requests().perSecond());
    bounds.put(Limit.REQUESTS_BURST, (long) rules.requests().burst());
    bounds.put(Limit.STARTS, (long) rules.starts().perSecond());
    bounds.put(Limit.STARTS_BURST, (long) rules.starts().burst());
    var sessions = rules.sessions();
    bounds.put(Limit.SESSIONS, (long) sessions.open());
    bounds.put(Limit.SESSIONS_OF_CALLER, (long) sessions.openPerCaller());
    bounds.put(Limit.SESSIONS_KEPT, (long) sessions.keptPerCaller());
    bounds.put(Limit.SESSION_QUEUE, (long) sessions.waiting());
    bounds.put(Limit.SESSION_MESSAGES, (long) sessions.messages());
    bounds.put(Limit.SESSION_BYTES, sessions.bytes());
    bounds.put(Limit.RECURSION, 0L);
  }

  private void watch(Staff staff) {
    var atWork = staff.crew().places();
    used(Limit.SLOTS, atWork::roots);
    used(Limit.RUNS_AT_WORK, atWork::busy);
    usedBy(Limit.RUNS_PER_CALLER, () -> counts(atWork.trees()));
    usedBy(Limit.OPEN_RUNS, () -> counts(staff.openRuns().counts()));
    usedBy(Limit.REQUESTS_BURST, () -> staff.rates().requestsTaken());
    usedBy(Limit.STARTS_BURST, () -> staff.rates().startsTaken());
    var atHand = staff.sessions().atHand();
    used(Limit.SESSIONS, () -> atHand.counts().open());
    usedBy(Limit.SESSIONS_OF_CALLER, () -> counts(atHand.perCaller()));
  }

  /// What tokens say of their callers, where that is what counts.
  private void obey(Limits limits, Grants grants) {
    boundOf(Limit.REQUESTS, caller -> number(grants.of(caller).rate()));
    boundOf(
        Limit.REQUESTS_BURST,
        caller -> {
          var own = grants.of(caller).rate();
          return own == null ? null : BigDecimal.valueOf(Rates.burstOf(own));
        });
    boundOf(
        Limit.RUNS_PER_CALLER,
        caller -> {
          var own = grants.of(caller).concurrency();
          return own == null || own >= limits.share().perCaller() ? null : number(own);
        });
    boundOf(Limit.TOKEN_DAY, caller -> dollars(grants.of(caller).perDay()));
    boundOf(Limit.TOKEN_MONTH, caller -> dollars(grants.of(caller).perMonth()));
  }

  private static @Nullable BigDecimal number(@Nullable Integer own) {
    return own == null ? null : BigDecimal.valueOf(own);
  }

  private static @Nullable BigDecimal dollars(@Nullable Money own) {
    return own == null ? null : own.usd();
  }

  private static Map<String, Long> counts(Map<String, Integer> counted) {
    var counts = new TreeMap<String, Long>();
    counted.forEach((caller, many) -> counts.put(caller, (long) many));
    return counts;
  }

  /// Things of which everybody, and each caller, may have only so many open: one share, whoever
  /// asks for it.
  public Share share(Limit all, Limit each, String things) {
    return shares.computeIfAbsent(
        all,
        _ -> {
          var share = new Share(all, each, things);
          houses.put(all, share::open);
          callers.put(each, share::perCaller);
          return share;
        });
  }

  /// How much this limit allows, where the rules do not say it.
  public synchronized void bound(Limit limit, long most) {
    bounds.put(limit, most);
  }

  /// Says how much of a limit of the house is used.
  public void used(Limit limit, LongSupplier now) {
    houses.put(limit, now);
  }

  /// Says how much of a limit each caller has used.
  public void usedBy(Limit limit, Supplier<Map<String, Long>> now) {
    callers.put(limit, now);
  }

  /// Says what a limit allows this caller; nothing where that is the same for all.
  public void boundOf(Limit limit, Function<String, @Nullable BigDecimal> most) {
    own.put(limit, most);
  }

  /// Says what callers have spent today and in this month, by UTC.
  public void spentIn(SpendBook book, InstantSource clock) {
    spent.put(
        Limit.TOKEN_DAY,
        caller -> {
          var today = clock.instant().atZone(ZoneOffset.UTC).toLocalDate();
          return spent(book, today, today, caller);
        });
    spent.put(
        Limit.TOKEN_MONTH,
        caller -> {
          var today = clock.instant().atZone(ZoneOffset.UTC).toLocalDate();
          return spent(book, today.withDayOfMonth(1), today, caller);
        });
  }

  private static BigDecimal spent(SpendBook book, LocalDate from, LocalDate to, String caller) {
    return book.lines(from, to, caller).stream()
        .map(it -> it.sum().cost())
        .reduce(Money.ZERO, Money::plus)
        .usd();
  }

  /// Says where a setting is written.
  public void said(Function<String, Optional<String>> where) {
    origins = where;
  }

  /// All limits, as this caller may see them: the owner sees what everybody uses.
  public List<Row> rows(Caller reader) {
    boolean insider = reader.seesAll();
    var rows = new ArrayList<Row>();
    for (var limit : Limit.values()) {
      if (limit.whose() == Whose.Kind.CALLER) {
        ofCallers(limit, reader, insider, rows);
      } else {
        var gauge = insider ? houses.get(limit) : null;
        var used = gauge == null ? null : BigDecimal.valueOf(gauge.getAsLong());
        rows.add(new Row(limit, limit.whose().word(), bound(limit), used, setBy(limit, insider)));
      }
    }
    return rows;
  }

  private void ofCallers(Limit limit, Caller reader, boolean insider, List<Row> rows) {
    var gauge = callers.get(limit);
    Map<String, Long> used = gauge == null ? Map.of() : gauge.get();
    var tokens = own.get(limit);
    var shown = new TreeSet<>(insider ? used.keySet() : List.<String>of());
    if (insider && tokens != null) {
      active().stream().filter(it -> tokens.apply(it) != null).forEach(shown::add);
    }
    shown.add(reader.id());
    for (var caller : shown) {
      var mine = tokens == null ? null : tokens.apply(caller);
      var money = mine == null ? null : spent.get(limit);
      var counted = gauge == null ? null : BigDecimal.valueOf(used.getOrDefault(caller, 0L));
      var now = money == null ? counted : money.apply(caller);
      rows.add(
          new Row(
              limit,
              Whose.caller(caller).text(),
              mine == null ? bound(limit) : mine,
              now,
              mine == null ? setBy(limit, insider) : setBy(caller)));
    }
  }

  private static String setBy(String caller) {
    return Issuer.isCaller(caller) ? Issuer.LIMITS : TOKEN;
  }

  /// Whoever uses something that is counted.
  private Set<String> active() {
    var active = new TreeSet<String>();
    callers.values().forEach(it -> active.addAll(it.get().keySet()));
    return active;
  }

  private synchronized @Nullable BigDecimal bound(Limit limit) {
    var most = limit.isFixed() ? Long.valueOf(limit.bound()) : bounds.get(limit);
    return most == null ? null : BigDecimal.valueOf(most);
  }

  private String setBy(Limit limit, boolean insider) {
    if (limit.isFixed()) {
      return FIXED;
    }
    if (limit.key().startsWith("budget.")) {
      return BUDGET;
    }
    if (limit.key().startsWith("token.")) {
      return TOKEN;
    }
    if (limit == Limit.RECURSION) {
      return AGENT;
    }
    return insider ? origins.apply(limit.key()).orElse(OPERATOR) : OPERATOR;
  }
}
