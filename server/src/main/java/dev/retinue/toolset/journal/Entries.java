package dev.retinue.toolset.journal;

import dev.retinue.core.Agent;
import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Need;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.State;
import dev.retinue.core.Usage;
import dev.retinue.core.group.GroupPlan;
import dev.retinue.core.staff.Register;
import dev.retinue.toolset.lifecycle.Words;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Makes entries of the records.
///
/// All runs that work in a project are there, however they were started: who reads wants to know
/// what was done, and who is at work beside him.
final class Entries {
  /// How many a journal has at most.
  static final int MOST = 200;

  /// Under which label a caller says in a few words what a run is about.
  static final String SUMMARY = "task_summary";

  private static final int LONGEST_TEXT = ResultText.LONGEST_KEPT;
  private static final int SHORT_TEXT = 1_000;
  // Those before have only a little of their texts, so that a journal can still be opened.
  private static final int ALL_TEXTS = 2_000_000;
  private static final int PAGE = 500;
  private static final int MOST_PAGES = 20;
  // Most are read before something is begun: they take as little as they can.
  private static final int SMALL_PAGE = 50;
  private static final int MOST_SMALL_PAGES = 40;
  private static final int MOST_ACTIVE = 1_000;
  private static final Set<String> ACTIVE = Set.of("queued", "running", "waiting");
  private static final Clipped NOTHING = Clipped.of("", 0);

  private final Register register;
  private final ResultText results;

  Entries(Register register, ResultText results) {
    this.register = register;
    this.results = results;
  }

  /// Which runs a journal is about, in the order in which they began.
  ///
  /// @param newest at most so many as a journal has
  /// @param active those that have not ended, also where they began long ago
  /// @param earlier whether there were more before
  record Selection(Caller caller, List<Run> newest, List<Run> active, boolean earlier) {
    boolean isEmpty() {
      return newest.isEmpty() && active.isEmpty();
    }
  }

  Selection select(Caller caller, Predicate<Run> wanted) {
    var newest = new ArrayList<Run>();
    Long before = null;
    int pages = 0;
    do {
      var page = register.own(caller, Set.of(), before, PAGE);
      page.runs().stream().filter(Entries::isAccepted).filter(wanted).forEach(newest::add);
      before = page.next();
      pages++;
    } while (before != null && newest.size() <= MOST && pages < MOST_PAGES);
    return selection(caller, wanted, newest);
  }

  /// Those alone that a page about now is about.
  Selection selectForContext(Caller caller, Predicate<Run> wanted) {
    var ended = new ArrayList<Run>();
    Long before = null;
    int pages = 0;
    do {
      var page = register.own(caller, Set.of(), before, SMALL_PAGE);
      page.runs().stream().filter(Run::ended).filter(wanted).forEach(ended::add);
      before = page.next();
      pages++;
    } while (before != null && ended.size() < ContextPage.MOST_RECENT && pages < MOST_SMALL_PAGES);
    return selection(caller, wanted, ended);
  }

  private Selection selection(Caller caller, Predicate<Run> wanted, List<Run> newest) {
    boolean earlier = newest.size() > MOST;
    var shown = earlier ? newest.subList(0, MOST) : newest;
    var active = register.own(caller, ACTIVE, null, MOST_ACTIVE).runs();
    return new Selection(
        caller,
        List.copyOf(shown.reversed()),
        active.reversed().stream().filter(wanted).toList(),
        earlier);
  }

  private static boolean isAccepted(Run run) {
    return !(run.state() instanceof State.Ready);
  }

  /// With their texts.
  List<Entry> log(Selection selection) {
    var entries = new ArrayList<Entry>();
    long used = 0;
    for (var run : selection.newest().reversed()) {
      int most = used < ALL_TEXTS ? LONGEST_TEXT : SHORT_TEXT;
      for (var entry : find(selection.caller(), run, most)) {
        var output = entry.output();
        used += entry.input().length() + (output == null ? 0 : output.length());
        entries.add(entry);
      }
    }
    return List.copyOf(entries.reversed());
  }

  /// Without texts.
  List<Entry> context(Selection selection) {
    var all = new LinkedHashMap<String, Run>();
    selection.active().forEach(run -> all.put(run.id().text(), run));
    var ended = selection.newest().stream().filter(Run::ended).toList();
    ended
        .subList(Math.max(0, ended.size() - ContextPage.MOST_RECENT), ended.size())
        .forEach(run -> all.put(run.id().text(), run));
    return all.values().stream().flatMap(run -> find(selection.caller(), run, 0).stream()).toList();
  }

  /// None if it was removed meanwhile.
  private List<Entry> find(Caller caller, Run run, int most) {
    try {
      return List.of(entry(caller, run, most));
    } catch (RetinueException e) {
      if (e.code() == ErrorCode.NOT_FOUND) {
        return List.of();
      }
      throw e;
    }
  }

  /// @param most how long a text of it may be; 0 for no texts
  private Entry entry(Caller caller, Run run, int most) {
    var prompt = most == 0 && isNamed(run) ? "" : work(caller, run);
    var agent = run.commission().agent();
    var facts = run.facts();
    return new Entry(
        run.id().text(),
        summary(run, prompt),
        agent.name(),
        Optional.ofNullable(agent.model()).orElse(facts.get("model_answered")),
        most == 0 ? List.of() : register.definition(run).map(Agent::tools).orElse(List.of()),
        run.commission().createdAt(),
        progress(run, most == 0 ? run.dossier().usage() : register.usage(run)),
        most == 0 ? NOTHING : Clipped.of(prompt, most),
        most == 0 || !run.ended() ? null : results.of(caller, run, most).orElse(null));
  }

  /// As its caller wrote it: of a group that is what each of its agents was given.
  private String work(Caller caller, Run run) {
    var work = register.work(caller, run.id()).orElse("");
    return run.commission().agent().name().equals(GroupPlan.AGENT) ? prompts(work) : work;
  }

  private static String prompts(String plan) {
    try {
      var prompts = new StringJoiner("\n\n");
      var errands = GroupPlan.read(plan).errands();
      for (int i = 0; i < errands.size(); i++) {
        var errand = errands.get(i);
        prompts.add("%d. %s: %s".formatted(i + 1, errand.agent(), errand.prompt()));
      }
      return prompts.toString();
    } catch (RetinueException e) {
      return plan;
    }
  }

  private static boolean isNamed(Run run) {
    return !run.commission().labels().getOrDefault(SUMMARY, "").isBlank();
  }

  /// In the words of its caller, else the first line of its work.
  static String summary(Run run, String prompt) {
    var given = run.commission().labels().getOrDefault(SUMMARY, "");
    return given.isBlank()
        ? prompt.lines().filter(line -> !line.isBlank()).findFirst().orElse("")
        : given;
  }

  /// @param usage of all that it cost, with what is below it
  private static Entry.Progress progress(Run run, Usage usage) {
    return switch (run.state()) {
      case State.Ready _, State.Queued _ -> new Entry.Queued();
      case State.Running _ -> new Entry.Running();
      case State.Waiting(var needs) -> new Entry.Waiting(kinds(needs));
      case State.Completed _ ->
          new Entry.Done(time(run), usage.unpriced() ? null : usage.cost().usd());
      case State.Failed _ ->
          new Entry.Failed(time(run), Objects.requireNonNullElse(Words.error(run), ""));
      case State.Stopped(var _, var why) -> new Entry.Stopped(time(run), why);
    };
  }

  private static String kinds(List<Need> needs) {
    return needs.stream()
        .map(need -> need.kind().word())
        .distinct()
        .collect(Collectors.joining(", "));
  }

  /// From when it was taken up, because it may have been in line for long.
  static Duration time(Run run) {
    return time(run, run.endedAt());
  }

  static Duration time(Run run, @Nullable Instant until) {
    var begun = run.tenure().startedAt();
    if (until == null || begun == null || until.isBefore(begun)) {
      return Duration.ZERO;
    }
    return Duration.between(begun, until);
  }
}
