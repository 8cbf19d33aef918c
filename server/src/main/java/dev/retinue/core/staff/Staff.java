package dev.retinue.core.staff;

import dev.retinue.core.Agent;
import dev.retinue.core.Blob;
import dev.retinue.core.Budget;
import dev.retinue.core.Caller;
import dev.retinue.core.Caller.Scope;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.StartKey;
import dev.retinue.core.audit.Action;
import dev.retinue.core.audit.Deed;
import dev.retinue.core.audit.Subject;
import dev.retinue.core.group.GroupPlan;
import dev.retinue.core.port.Blobs;
import dev.retinue.core.port.Checker;
import dev.retinue.core.port.Roster;
import dev.retinue.core.port.RunStore;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// What one can ask of the staff. Every surface enters here, and here alone anything changes.
public final class Staff {
  private final RunStore store;
  private final GrantedStaff roster;
  private final Surroundings surroundings;
  private final Starts starts;
  private final OpenRuns openRuns;
  private final Placement placement;
  private final StaffMembers members;
  private final FollowUps followUps;
  private final Rates rates;
  private final LimitBook limits;
  private final Audit audit;
  private final Lent lent = new Lent();
  private final Acceptance acceptance;
  private final Removals removals;
  private final Payloads payloads;
  private final Bells bells = new Bells();
  private final Crew crew;
  private final Sessions sessions;
  private final Help help;
  private final Drafts drafts;
  private final Unattended unattended;
  private final Vigil vigil;
  private final Register register;
  private final Seen seen = new Seen(this);
  private final Feed feed;
  final Runnable beforeStart;

  /// Under these limits, at any rate, in no folder, and without checks.
  public Staff(
      RunStore store,
      Blobs blobs,
      Roster roster,
      Limits limits,
      Surroundings surroundings,
      Runnable beforeStart) {
    this(store, blobs, roster, Rules.of(limits), surroundings, beforeStart, Checker.NONE);
  }

  /// @param beforeStart refuses a start while there is no room for it, on the disk for instance
  public Staff(
      RunStore store,
      Blobs blobs,
      Roster roster,
      Rules rules,
      Surroundings surroundings,
      Runnable beforeStart,
      Checker checker) {
    this.store = store;
    this.roster = new GrantedStaff(roster, rules.grants());
    this.surroundings = surroundings;
    this.beforeStart = beforeStart;
    this.audit = new Audit(store.audit(), surroundings);
    var bounds = rules.limits();
    this.placement = new Placement(store, new Places(rules.roots(), rules.grants()));
    this.members = new StaffMembers(this.roster, placement, name -> crew().runtime(name));
    this.followUps = new FollowUps(this, store);
    this.rates = new Rates(rules, surroundings.nanoTime());
    this.starts = new Starts(new Admission(bounds), new Turns(rules.sessions()));
    this.openRuns = new OpenRuns(bounds.openPerCaller());
    this.acceptance = new Acceptance(this, store, blobs, checker);
    this.payloads = new Payloads(this, store, blobs);
    this.removals = new Removals(this, store, blobs);
    this.sessions = new Sessions(this, store, surroundings, rules.sessions());
    this.help = new Help(this, store, lent);
    this.drafts = new Drafts(this, store);
    this.unattended = new Unattended(this, surroundings);
    this.vigil = new Vigil(this, store, surroundings);
    this.register = new Register(this, store);
    this.feed = new Feed(this, store, bells, removals.farewells());
    this.crew = new Crew(this, store, rules, surroundings);
    this.limits = new LimitBook(rules, this);
  }

  // To start.

  /// Gives work to an agent. The run is durable when this returns, and at work as soon as there is
  /// a slot; without a prompt it waits, ready, for `define`.
  public Run start(Caller caller, StartRequest request) {
    GroupPlan.refuse(request.agent());
    return startPlanned(caller, request);
  }

  /// The same for what is planned here and not by a caller: a group, or work for one below.
  public Run startPlanned(Caller caller, StartRequest request) {
    return start(caller, Action.RUN_START, request, null);
  }

  private Run start(Caller caller, Action action, StartRequest request, @Nullable Run former) {
    var subject = Subject.runOf(request.agent());
    return audit.of(
        caller, action, subject, request.prompt(), () -> start(caller, request, former));
  }

  private Run start(Caller caller, StartRequest request, @Nullable Run former) {
    caller.require(Scope.RUN);
    var known = earlier(caller, request.key());
    if (known.isPresent()) {
      return known.get();
    }
    beforeStart.run();
    Texts.require(request);
    var agent = Narrowed.to(request.manner().tools(), members.require(caller, request, former));
    crew.requireModel(request.manner().model(), agent);
    rates.takeStart(caller);
    var followed = followUps.find(caller, request.terms(), agent);
    var wanted = request.fitting(agent.craft().outputSchema()).joined();
    var placed = placement.of(caller, wanted, former == null ? followed.run() : former);
    acceptance.require(placed.request().terms());
    return begin(caller, placed, agent, followed);
  }

  private Run begin(Caller caller, Placement.Placed placed, Agent agent, FollowUps.Found found) {
    openRuns.begin(caller.id());
    var id = RunId.random(placed.request().manner().prefix(), surroundings.random());
    boolean made = false;
    try {
      // Before it is recorded, because from then on it may be at work.
      var keys = lent.give(caller, placed.parent(), id);
      var known = surroundings.entrusted(placed.parent(), found.inheritance());
      var newcomer = new Starts.Newcomer(id, keys, known, Deed.underWay());
      var run = change(change -> starts.begin(change, caller, placed.request(), agent, newcomer));
      made = run.id().equals(id);
      return run;
    } finally {
      if (!made) {
        openRuns.end(caller.id());
        lent.takeBack(id);
      }
    }
  }

  /// Who tries again gets what was started, even if nothing new could be by now.
  public Optional<Run> earlier(Caller caller, @Nullable StartKey asked) {
    return Starts.earlier(store, caller, asked);
  }

  /// Gives a ready run its work, once or again.
  public Run define(Caller caller, RunId id, String prompt) {
    return drafts.define(caller, id, prompt);
  }

  /// Puts a ready run that has its work in line.
  public Run queue(Caller caller, RunId id) {
    return drafts.queue(caller, id);
  }

  /// The same work once more, in the same place: a new run that names the old one.
  public Run restart(Caller caller, RunId id) {
    var old = audit.of(caller, Action.RUN_RESTART, Subject.run(id), () -> require(caller, id));
    var who = store.definition(old.commission().agent().digest());
    var again = StartRequest.again(old, store.prompt(id).orElse(null), who);
    return start(caller, Action.RUN_RESTART, again, old);
  }

  // To end.

  /// Stops a run and everything below it; one that has ended stays as it is.
  public Run stop(Caller caller, RunId id, String why) {
    return help.stop(caller, id, why);
  }

  /// The run itself, or the caller to whom it belongs, says that it is done.
  public Run complete(Caller caller, RunId id, String summary, byte[] payload) {
    Texts.requireWord("The summary", summary, Texts.LONGEST_WORD);
    return payloads.complete(caller, id, summary, payload);
  }

  /// Removes a run and everything below it, at once for everybody; what is at work is stopped. Its
  /// files and rows go as soon as nothing of it is at work.
  public void remove(Caller caller, RunId id) {
    removals.remove(caller, id);
  }

  /// A result as it is kept, in gzip.
  public InputStream openPayload(Blob payload) {
    return payloads.open(payload);
  }

  /// Adds to the result of a run that is not done.
  public Run appendPayload(Caller caller, RunId id, byte[] more) {
    return payloads.append(caller, id, more);
  }

  // To help.

  /// Answers what a run waits for. An answer that nobody waits for is a conflict.
  public Run answer(Caller caller, RunId id, String need, String answer) {
    return help.answer(caller, id, need, answer);
  }

  /// Gives a run another budget; those go on that waited for it.
  public Run raise(Caller caller, RunId id, Budget budget) {
    return help.raise(caller, id, budget);
  }

  /// Gives a caller's keys to those of his runs that were lent such keys by a process that is gone,
  /// and lets them go on that wait for them. A caller's front does this when it connects.
  public void lend(Caller caller, Map<String, String> keys) {
    help.lend(caller, keys);
  }

  // To look.

  /// Notes that a caller was given how these runs ended: from then on they need not be kept for
  /// him.
  public void markSeen(Caller caller, Collection<Run> runs) {
    seen.note(caller, runs);
  }

  public Run require(Caller caller, RunId id) {
    return find(caller, id).orElseThrow(() -> notFound(id));
  }

  public Optional<Run> find(Caller caller, RunId id) {
    var found = store.find(id, caller.ownerOfRuns()).filter(caller::maySee);
    found.filter(caller::keeps).map(Run::id).ifPresent(unattended::adopt);
    return found;
  }

  /// Whoever waited for this run has gone. Unless somebody asks for it in this time, it is stopped.
  public void leave(RunId id, Duration grace) {
    unattended.leave(id, grace);
  }

  public Map<RunId, Run> find(Caller caller, Collection<RunId> ids) {
    var found = visible(caller, ids);
    found.values().stream().filter(caller::keeps).map(Run::id).forEach(unattended::adopt);
    return found;
  }

  /// The same for somebody who looks at everything, and asks for none of them in particular.
  public Map<RunId, Run> visible(Caller caller, Collection<RunId> ids) {
    var found = new HashMap<RunId, Run>();
    for (var run : store.find(ids, caller.ownerOfRuns())) {
      if (caller.maySee(run)) {
        found.put(run.id(), run);
      }
    }
    return found;
  }

  /// The folder in which a run of this caller would work that asks for this one.
  public Optional<Path> placeOf(Caller caller, @Nullable String workingDirectory) {
    return placement.find(caller, workingDirectory);
  }

  /// Waits until the run is as wished, and returns what it is then, or when the time is over.
  /// Whoever changes the run asks whether it is: that must be quick.
  public Run await(Caller caller, RunId id, Predicate<Run> wished, Duration patience)
      throws InterruptedException {
    return vigil.await(caller, id, wished, patience);
  }

  Run await(RunId id, Predicate<Run> wished, Duration patience) throws InterruptedException {
    return vigil.await(id, wished, patience);
  }

  /// What there is to look at.
  public Register register() {
    return register;
  }

  /// Waits for several at once.
  public Vigil vigil() {
    return vigil;
  }

  public Sessions sessions() {
    return sessions;
  }

  public Feed feed() {
    return feed;
  }

  /// Who did what.
  public Audit audit() {
    return audit;
  }

  Unattended unattended() {
    return unattended;
  }

  Acceptance acceptance() {
    return acceptance;
  }

  Payloads payloads() {
    return payloads;
  }

  Bells bells() {
    return bells;
  }

  public Roster roster() {
    return roster;
  }

  public StaffMembers members() {
    return members;
  }

  /// How fast callers may ask: every edge takes one for each request.
  public Rates rates() {
    return rates;
  }

  /// Every limit, and what is used of it.
  public LimitBook limits() {
    return limits;
  }

  /// What carries the runs out.
  public Crew crew() {
    return crew;
  }

  // The one place.

  /// Looks, decides and records in one transaction; rings only when it is durable.
  <T extends @Nullable Object> T change(Function<Change, T> decide) {
    record Decided<T extends @Nullable Object>(T result, List<Change.Happening> happened) {}
    var decided =
        store.change(
            records -> {
              var change =
                  new Change(records, surroundings.now(), roster.grants(), crew::activeFor, lent);
              return new Decided<>(decide.apply(change), change.happened());
            });
    for (var happening : decided.happened()) {
      var run = happening.run();
      if (happening.ends()) {
        openRuns.end(run.commission().caller());
      }
      if (run.ended() && !run.ending()) {
        lent.takeBack(run.id());
        removals.noteOver(run.id());
      }
      sessions.heed(run);
      crew.heed(run, happening.events());
      bells.ring(run);
    }
    return decided.result();
  }

  Removals removals() {
    return removals;
  }

  Lent lent() {
    return lent;
  }

  OpenRuns openRuns() {
    return openRuns;
  }

  static RetinueException notFound(RunId id) {
    return new RetinueException(ErrorCode.NOT_FOUND, "There is no run '%s'.".formatted(id));
  }
}
