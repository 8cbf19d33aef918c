package dev.retinue.core.staff;

import dev.retinue.core.Account;
import dev.retinue.core.Agent;
import dev.retinue.core.Blob;
import dev.retinue.core.Budget;
import dev.retinue.core.Caller;
import dev.retinue.core.Need;
import dev.retinue.core.Recorded;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.Usage;
import dev.retinue.core.group.GroupPlan;
import dev.retinue.core.port.RunStore;
import dev.retinue.core.port.RunStore.RunPage;
import dev.retinue.core.port.RunStore.RunQuery;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Lists of runs, as a caller may see them.
public final class Register {
  private static final int MOST_WAITING = 1000;
  private static final int PAGE = 500;
  private static final Set<String> AT_WORK = Set.of("queued", "running", "waiting");

  private final Staff staff;
  private final RunStore store;

  public Register(Staff staff, RunStore store) {
    this.staff = staff;
    this.store = store;
  }

  /// Something that a run waits for.
  public record Pending(Run run, Need need, Instant since) {}

  /// A page of runs, the newest first.
  ///
  /// @param states the words of the wanted ones; all if there are none
  /// @param before the `next` of the page before
  public RunPage list(Caller caller, Collection<String> states, @Nullable Long before, int most) {
    boolean all = caller.seesAll();
    var root = Optional.ofNullable(caller.run()).flatMap(store::find).map(Run::root).orElse(null);
    var page = store.list(new RunQuery(all ? null : caller.id(), states, root, null, before, most));
    return new RunPage(page.runs().stream().filter(caller::maySee).toList(), page.next());
  }

  /// A page of the runs of one tree, the newest first.
  ///
  /// @param root with which the tree began
  /// @param states the words of the wanted ones; all if there are none
  /// @param before the `next` of the page before
  public RunPage tree(
      Caller caller, RunId root, Collection<String> states, @Nullable Long before, int most) {
    var page = store.list(new RunQuery(caller.ownerOfRuns(), states, root, null, before, most));
    return new RunPage(page.runs().stream().filter(caller::maySee).toList(), page.next());
  }

  /// A page of the runs that are this caller's own, the newest first: who may see everybody's has
  /// his own here.
  ///
  /// @param states the words of the wanted ones; all if there are none
  /// @param before the `next` of the page before
  public RunPage own(Caller caller, Collection<String> states, @Nullable Long before, int most) {
    return own(caller, states, null, before, most);
  }

  /// The same of one kind alone: for states in which there are not many.
  ///
  /// @param kind how their ids begin; null for all
  public RunPage own(
      Caller caller,
      Collection<String> states,
      RunId.@Nullable Prefix kind,
      @Nullable Long before,
      int most) {
    var root = Optional.ofNullable(caller.run()).flatMap(store::find).map(Run::root).orElse(null);
    var page = store.list(new RunQuery(caller.id(), states, kind, root, null, before, most));
    return new RunPage(page.runs().stream().filter(caller::maySee).toList(), page.next());
  }

  /// The agent of a run as it was when the run was made.
  public Optional<Agent> definition(Run run) {
    return store.definition(run.commission().agent().digest());
  }

  /// The bytes of a result or of output, exactly those that were recorded, or an error.
  public InputStream read(Blob blob) {
    return staff.payloads().read(blob);
  }

  /// How many of the caller's runs were accepted and have not ended.
  public int atWork(Caller caller) {
    return list(caller, AT_WORK, null, MOST_WAITING).runs().size();
  }

  /// What the runs of a caller wait for.
  public List<Pending> pending(Caller caller) {
    var pending = new ArrayList<Pending>();
    for (var run : list(caller, Set.of("waiting"), null, MOST_WAITING).runs()) {
      for (var need : run.needs()) {
        pending.add(new Pending(run, need, askedAt(run, need)));
      }
    }
    return pending;
  }

  /// What was started for a group, in the order of its plan: an errand that has not begun, or could
  /// not be started, is not among them.
  public List<Run> errands(Caller caller, RunId group) {
    return below(caller, look(caller, group), List.of())
        .filter(it -> it.commission().lineage().parent().filter(group::equals).isPresent())
        .filter(it -> GroupPlan.numberOf(it).isPresent())
        .sorted(Comparator.comparingInt(it -> GroupPlan.numberOf(it).orElseThrow()))
        .toList();
  }

  /// Those below a run that wait for somebody, the newest first.
  public List<Run> waitingBelow(Caller caller, Run run) {
    return below(caller, run, List.of("waiting"))
        .filter(it -> !it.needs().isEmpty() && !it.parked())
        .toList();
  }

  /// All that a run has begun, and what that has begun, the newest first.
  ///
  /// @param states the words of the wanted ones; all if there are none
  public Stream<Run> below(Caller caller, Run run, Collection<String> states) {
    var found = new ArrayList<Run>();
    Long before = null;
    do {
      var page = store.list(new RunQuery(null, states, run.root(), null, before, PAGE));
      page.runs().stream()
          .filter(caller::maySee)
          .filter(it -> it.commission().lineage().isBelow(run.id()))
          .forEach(found::add);
      before = page.next();
    } while (before != null);
    return found.stream();
  }

  /// What a run and all below it have used; of one below another that has no budget of its own,
  /// what it has used itself.
  public Usage usage(Run run) {
    return store.account(run.id()).map(Account::spent).orElse(run.dossier().usage());
  }

  /// What a run and all below it may use, as it was last said.
  public Budget budget(Run run) {
    var first = run.commission().terms().budget();
    return run.hasAccount() ? store.account(run.id()).map(Account::budget).orElse(first) : first;
  }

  /// What a run and all below it have used, added up where it stands on no account.
  ///
  /// @param caller who may see all of them
  public Usage usageOfAll(Caller caller, Run run) {
    return store
        .account(run.id())
        .map(Account::spent)
        .orElseGet(
            () ->
                below(caller, run, List.of())
                    .map(it -> it.dossier().usage())
                    .reduce(run.dossier().usage(), Usage::plus));
  }

  /// To list something is not to ask for it: a run that was left alone is not adopted by that.
  private Run look(Caller caller, RunId id) {
    return Optional.ofNullable(staff.visible(caller, Set.of(id)).get(id))
        .orElseThrow(() -> Staff.notFound(id));
  }

  /// What a run was given to do, as its caller wrote it.
  public Optional<String> work(Caller caller, RunId id) {
    int preface = look(caller, id).commission().terms().arrangement().preface();
    return store.prompt(id).map(text -> text.substring(Math.min(preface, text.length())));
  }

  /// The last events of a run, in their order.
  public List<Recorded> latest(Caller caller, RunId id, int most) {
    var run = look(caller, id);
    return store.events(id, Math.max(0, run.sequence() - most), most);
  }

  /// Looked for from the end, because whoever waits has not said much since.
  private Instant askedAt(Run run, Need need) {
    for (long end = run.sequence(); end > 0; end -= PAGE) {
      for (var recorded : store.events(run.id(), Math.max(0, end - PAGE), PAGE)) {
        if (recorded.event() instanceof RunEvent.Asked(var at, var asked)
            && asked.id().equals(need.id())) {
          return at;
        }
      }
    }
    return run.commission().createdAt();
  }
}
