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
import dev.retinue.toolset.lifecycle.Words;
import dev.retinue.toolset.reading.Reading;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// Runs in the words of this toolset.
public final class SpawnViews {
  static final String TOOL = "tool";
  static final String SUMMARY = "task_summary";
  static final String REFUSED = "tools_refused";

  /// A result is read whole up to here; the rest is behind its address.
  private static final int LARGEST = 4 << 20;

  private static final double SECOND = 1000;

  private final Staff staff;
  private final Register register;
  private final InstantSource clock;

  public SpawnViews(Staff staff, Register register, InstantSource clock) {
    this.staff = staff;
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
    var whole = text(run);
    var structured = structured(run, whole, most / 2);
    var result = Reading.piece(id, whole.part, whole.text, from, most);
    var error = Reading.piece(id, "error", Spawned.error(run), from, most);
    // With all that it started: that is what its caller pays for.
    var usage = register.usage(run);
    var asked = run.commission().agent();
    return new Spawned(
        id,
        Spawned.success(run.state()),
        run.state().word(),
        result.text(),
        structured,
        seconds(run),
        usage.unpriced() ? null : usage.cost().usd(),
        asked.model(),
        run.facts().get("model_answered"),
        usage.tokens() == 0 ? null : new Spawned.Tokens(usage.inputTokens(), usage.outputTokens()),
        asked.name(),
        error.text(),
        Spawned.reason(run.state()),
        waits(run),
        warnings(run),
        IsolatedView.of(run),
        parts(run),
        next(run),
        Reading.rests(result, error));
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

  /// A text, and under which name the whole of it can be read.
  private record Whole(String part, @Nullable String text) {}

  /// Its result, else what it said of its work, else the last that was heard of it.
  private Whole text(Run run) {
    var payload = run.dossier().payload();
    if (payload != null && payload.bytes() <= LARGEST) {
      return new Whole("payload", payload(run));
    }
    var summary = Words.summary(run);
    boolean undone = run.state() instanceof State.Failed || run.state() instanceof State.Stopped;
    return new Whole("summary", summary == null && undone ? run.dossier().recentOutput() : summary);
  }

  private @Nullable String payload(Run run) {
    var payload = run.dossier().payload();
    if (payload == null) {
      return null;
    }
    try (var stream = new GZIPInputStream(staff.openPayload(payload))) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static @Nullable JsonNode structured(Run run, Whole whole, int most) {
    boolean formed =
        run.state() instanceof State.Completed
            && whole.part.equals("payload")
            && run.commission().terms().checks().stream()
                .anyMatch(Check.PayloadSchema.class::isInstance);
    if (!formed || whole.text == null || whole.text.length() > most) {
      return null;
    }
    try {
      return Json.WIRE.readTree(whole.text);
    } catch (JacksonException e) {
      return null;
    }
  }

  /// Those that a group has had done, by which get_result has what each of them answered.
  private @Nullable List<Spawned.Part> parts(Run run) {
    if (!run.commission().agent().name().equals(GroupPlan.AGENT)) {
      return null;
    }
    return register.errands(Caller.owner(), run.id()).stream()
        .map(
            it ->
                new Spawned.Part(
                    it.id().text(), it.commission().agent().name(), it.state().word(), summary(it)))
        .toList();
  }

  private static @Nullable List<Spawned.Waits> waits(Run run) {
    var needs =
        run.needs().stream()
            .map(need -> new Spawned.Waits(need.id(), need.kind().word(), need.text()))
            .toList();
    return needs.isEmpty() ? null : needs;
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

  private static @Nullable String next(Run run) {
    if (run.ended()) {
      return null;
    }
    var id = run.id();
    return run.needs().isEmpty()
        ? String.format(
            Locale.ROOT,
            "It is at work and goes on by itself. Call get_result with spawn_id %s for its answer, or wait_for_agents to wait for it.",
            id)
        : String.format(
            Locale.ROOT,
            "It waits for what waiting_for says. Answer with the tool answer (agent_id %s), then call get_result.",
            id);
  }
}
