package dev.retinue.toolset.spawner;

import dev.retinue.core.Caller;
import dev.retinue.core.Check;
import dev.retinue.core.Run;
import dev.retinue.core.State;
import dev.retinue.core.group.GroupPlan;
import dev.retinue.core.staff.Register;
import dev.retinue.core.staff.Staff;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.toolset.lifecycle.IsolatedView;
import dev.retinue.toolset.lifecycle.Results;
import dev.retinue.toolset.reading.Reading;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// Runs in the words of this toolset.
public final class SpawnViews {
  static final String TOOL = "tool";
  static final String SUMMARY = "task_summary";
  static final String REFUSED = "tools_refused";

  static final String SIZE = "errands";

  private static final int BYTES_OF_A_CHARACTER = 3;
  private static final int MOST_NEEDS = 10;

  private static final double SECOND = 1000;

  private final Results results;
  private final Register register;
  private final InstantSource clock;

  public SpawnViews(Staff staff, Register register, InstantSource clock) {
    this.results = new Results(staff);
    this.register = register;
    this.clock = clock;
  }

  /// In an answer about this one alone.
  public Spawned alone(Run run) {
    return view(run, 0, Reading.share(2));
  }

  /// In an answer about several, or from somewhere in the middle.
  ///
  /// @param from how many characters of its texts are passed over
  /// @param most how many characters of JSON a text may have
  public Spawned view(Run run, int from, int most) {
    var id = run.id().text();
    var bare = bare(run, structured(run, most / 2));
    // What is said besides counts too: a clone has much to tell.
    int fits = Math.min(most, Reading.share(2, Reading.length(bare)));
    var result = results.piece(run, from, fits);
    var error = Reading.piece(id, "error", Spawned.error(run), from, fits);
    return bare.saying(result.text(), error.text(), Reading.rests(result, error));
  }

  /// All but what it said.
  private Spawned bare(Run run, @Nullable JsonNode structured) {
    // With all that it started: that is what its caller pays for.
    var usage = register.usage(run);
    var asked = run.commission().agent();
    var parts = parts(run);
    var waits = waits(run);
    return new Spawned(
        run.id().text(),
        success(run, parts),
        run.state().word(),
        null,
        structured,
        seconds(run),
        usage.unpriced() ? null : usage.cost().usd(),
        asked.model(),
        run.facts().get("model_answered"),
        usage.tokens() == 0 ? null : new Spawned.Tokens(usage.inputTokens(), usage.outputTokens()),
        asked.name(),
        null,
        Spawned.reason(run.state()),
        waits,
        warnings(run),
        isolated(run),
        parts,
        next(run, waits),
        null);
  }

  /// A group has done what it was to do if all of its errands are done.
  private static @Nullable Boolean success(Run run, @Nullable List<Spawned.Part> parts) {
    var success = Spawned.success(run.state());
    if (parts == null || !Boolean.TRUE.equals(success)) {
      return success;
    }
    long done = parts.stream().filter(it -> it.status().equals("completed")).count();
    return done >= size(run);
  }

  /// How many errands a group has.
  static int size(Run group) {
    var size = group.commission().labels().getOrDefault(SIZE, "0");
    return size.matches("[0-9]{1,3}") ? Integer.parseInt(size) : 0;
  }

  private static @Nullable IsolatedView isolated(Run run) {
    var view = IsolatedView.of(run);
    return view == null ? null : view.within(Reading.MOST / 2);
  }

  /// For its caller it takes as long as he waits.
  double seconds(Run run) {
    var end = run.endedAt() == null ? clock.instant() : run.endedAt();
    long millis = Duration.between(run.commission().createdAt(), end).toMillis();
    return Math.max(0, Math.round(millis / (SECOND / 10)) / 10.0);
  }

  static String summary(Run run) {
    return run.commission().labels().getOrDefault(SUMMARY, "");
  }

  private @Nullable JsonNode structured(Run run, int most) {
    var payload = run.dossier().payload();
    boolean formed =
        run.state() instanceof State.Completed
            && run.commission().terms().checks().stream()
                .anyMatch(Check.PayloadSchema.class::isInstance);
    if (!formed || payload == null || payload.bytes() > (long) BYTES_OF_A_CHARACTER * most) {
      return null;
    }
    var text = results.window(payload, 0, most + 1).text();
    if (text.length() > most) {
      return null;
    }
    try {
      return Json.WIRE.readTree(text);
    } catch (JacksonException e) {
      return null;
    }
  }

  /// Those that a group has had done, by which get_result has what each of them answered.
  private @Nullable List<Spawned.Part> parts(Run run) {
    if (!GroupPlan.isGroup(run)) {
      return null;
    }
    return register.errands(Caller.owner(), run.id()).stream()
        .map(
            it ->
                new Spawned.Part(
                    it.id().text(), it.commission().agent().name(), it.state().word(), summary(it)))
        .toList();
  }

  /// Its own needs, and those of whoever works for it.
  private @Nullable List<Spawned.Waits> waits(Run run) {
    if (run.ended()) {
      return null;
    }
    var all =
        Stream.concat(Stream.of(run), register.waitingBelow(Caller.owner(), run).stream())
            .flatMap(it -> needs(it).stream())
            .limit(MOST_NEEDS)
            .toList();
    return all.isEmpty() ? null : all;
  }

  static List<Spawned.Waits> needs(Run run) {
    return run.needs().stream()
        .map(need -> new Spawned.Waits(run.id().text(), need.id(), need.kind().word(), need.text()))
        .toList();
  }

  private static @Nullable List<String> warnings(Run run) {
    var all = new ArrayList<>(run.dossier().warnings());
    var refused = run.commission().labels().get(REFUSED);
    if (refused != null) {
      all.add(
          "Agent '%s' does not have these tools, and did not get them: %s."
              .formatted(run.commission().agent().name(), refused));
    }
    return all.isEmpty() ? null : List.copyOf(all);
  }

  private static @Nullable String next(Run run, @Nullable List<Spawned.Waits> waits) {
    if (run.ended()) {
      return null;
    }
    var id = run.id();
    return waits == null
        ? String.format(
            Locale.ROOT,
            "It is at work and goes on by itself. Call get_result with spawn_id %s for its answer, or wait_for_agents to wait for it.",
            id)
        : String.format(
            Locale.ROOT,
            "It waits for what waiting_for says. Answer with the tool answer (agent_id %s), then call get_result with spawn_id %s.",
            waits.getFirst().agentId(),
            id);
  }
}
