package dev.retinue.core.staff;

import dev.retinue.core.Account;
import dev.retinue.core.Agent;
import dev.retinue.core.Budget;
import dev.retinue.core.Caller;
import dev.retinue.core.Commission;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.Speakers;
import dev.retinue.core.StartKey;
import dev.retinue.core.audit.Deed;
import dev.retinue.core.port.RunStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// How a run begins, inside the transaction that records it.
final class Starts {
  private final Admission admission;
  private final Turns turns;

  Starts(Admission admission, Turns turns) {
    this.admission = admission;
    this.turns = turns;
  }

  /// A run that is about to be made.
  ///
  /// @param keys the names of those that it is lent
  /// @param inheritance what it knows of the run whose conversation it goes on with
  /// @param deed the entry that says who made it
  record Newcomer(RunId id, Set<String> keys, Map<String, String> inheritance, Deed deed) {}

  /// Makes the run, or finds the one that an earlier start with the same key made.
  Run begin(Change change, Caller caller, StartRequest request, Agent agent, Newcomer newcomer) {
    var key = request.key() == null ? null : request.key().of(caller);
    if (key != null) {
      var earlier = change.records().earlier(key);
      if (earlier.isPresent()) {
        var run = same(key, earlier.get());
        return change.records().run(run).orElseThrow(() -> removed(key, run));
      }
    }
    requireFunds(change, caller);
    var parent = caller.run() == null ? null : change.withActiveTime(change.require(caller.run()));
    var seat = turns.find(change, caller, request);
    var left = seat.map(it -> Turns.left(change, it.session())).orElse(Budget.UNLIMITED);
    var asked = request.under(request.terms().with(request.terms().budget().within(left)));
    var run = Run.create(newcomer.id(), commission(change, caller, asked, agent, parent));
    if (parent != null) {
      admission.enter(change, run);
    }
    newcomer.deed().made(newcomer.id(), agent.name());
    FollowUps.join(change, caller, request.terms(), newcomer);
    var started =
        insert(change, run, events(change, request, newcomer, run, seat), request.prompt());
    seat.ifPresent(it -> turns.take(change, it, newcomer.id()));
    if (key != null) {
      change.records().remember(key, newcomer.id(), change.now());
    }
    return started;
  }

  /// Nothing is begun for whose caller nothing may be spent any more.
  private static void requireFunds(Change change, Caller caller) {
    Pocket.of(change, caller.id())
        .flatMap(Pocket::usedUp)
        .ifPresent(
            it -> {
              throw Objects.requireNonNull(it.hit()).refusal(it.sentence());
            });
  }

  /// The run that an earlier start with this key made.
  static Optional<Run> earlier(RunStore store, Caller caller, @Nullable StartKey asked) {
    return Optional.ofNullable(asked)
        .map(key -> key.of(caller))
        .flatMap(
            key ->
                store
                    .earlier(key)
                    .map(it -> same(key, it))
                    .map(run -> store.find(run).orElseThrow(() -> removed(key, run))));
  }

  /// The run of the earlier start, if this is the same one.
  static RunId same(StartKey key, StartKey.Earlier earlier) {
    key.requireSame(earlier.digest());
    return earlier.run();
  }

  /// To start it anew would be to do twice what its caller wanted once.
  static RetinueException removed(StartKey key, RunId run) {
    return new RetinueException(
        ErrorCode.CONFLICT,
        "idempotency_key '%s' started run '%s', which was deleted; choose another key."
            .formatted(Excerpt.of(key.key()), run));
  }

  private Commission commission(
      Change change, Caller caller, StartRequest request, Agent agent, @Nullable Run parent) {
    var asked = request.terms();
    var budget = asked.budget().within(agent.limits().budget());
    var terms = isolated(asked.with(budget), parent);
    var model = request.manner().model();
    var digest = change.records().keep(agent);
    return new Commission(
        caller.id(),
        new Commission.AgentRef(
            agent.name(),
            digest,
            agent.means().runtime(),
            model == null ? agent.means().model() : model),
        admission.below(parent, agent),
        admission.withinTimeOf(change, parent, terms),
        request.manner().labels(),
        change.now());
  }

  /// Below a run that works on a clone nobody works on the folder itself.
  private static Commission.Terms isolated(Commission.Terms terms, @Nullable Run parent) {
    var above = parent == null ? terms.arrangement() : parent.commission().terms().arrangement();
    return above.isolation() == Commission.Isolation.NONE ? terms : terms.on(above.isolation());
  }

  private static List<RunEvent> events(
      Change change, StartRequest request, Newcomer newcomer, Run run, Optional<Turns.Seat> seat) {
    var now = change.now();
    var events = new ArrayList<RunEvent>();
    events.add(new RunEvent.Created(now, request.agent()));
    events.addAll(Lent.note(newcomer.keys(), now));
    if (!newcomer.inheritance().isEmpty()) {
      events.add(new RunEvent.Learned(now, newcomer.inheritance()));
    }
    seat.flatMap(it -> Speakers.inherited(run, it.session().past().former()))
        .ifPresent(facts -> events.add(new RunEvent.Learned(now, facts)));
    seat.flatMap(Turns.Seat::change)
        .map(it -> it.from())
        .filter(it -> !it.equals(request.agent()))
        .map(it -> switching(run, it))
        .ifPresent(events::add);
    if (request.prompt() != null && seat.map(Turns.Seat::free).orElse(true)) {
      events.add(new RunEvent.Queued(now));
    }
    return events;
  }

  private static RunEvent switching(Run run, String from) {
    var who = run.commission().agent();
    return new RunEvent.AgentSwitching(
        run.commission().createdAt(), from, who.name(), who.digest());
  }

  private static Run insert(
      Change change, Run run, List<RunEvent> events, @Nullable String prompt) {
    var after = change.insert(run, prompt, events);
    if (run.hasAccount()) {
      change.records().save(Account.open(run.id(), run.commission().terms().budget()));
    }
    return after;
  }
}
