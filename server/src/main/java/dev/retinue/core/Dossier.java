package dev.retinue.core;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What has become known of a run, besides its state.
///
/// @param facts what it rests on: binary, version, sandbox, model that answered
/// @param recentOutput the last text that it said
/// @param payload its result, where that is more than a summary
/// @param output everything it printed
/// @param late a result that came after it was stopped, or that its checks did not accept
/// @param verdicts what the server found when it looked at the result
public record Dossier(
    Usage usage,
    Map<String, String> facts,
    @Nullable String recentOutput,
    @Nullable Blob payload,
    @Nullable Blob output,
    @Nullable Late late,
    List<Verdict> verdicts) {
  public static final Dossier EMPTY =
      new Dossier(Usage.NONE, Map.of(), null, null, null, null, List.of());

  /// Under which fact it is kept what was asked for and could not be done, one sentence a line.
  public static final String WARNINGS = "warnings";

  private static final int RECENT = 200;
  private static final int MOST_VERDICTS = 50;

  /// A result that is kept beside the ending.
  public record Late(Instant at, String summary) {}

  public Dossier {
    facts = Map.copyOf(facts);
    // Runs of earlier versions are kept without them.
    verdicts = List.copyOf(Objects.requireNonNullElse(verdicts, List.of()));
  }

  /// What was asked for and could not be done.
  public List<String> warnings() {
    return facts.getOrDefault(WARNINGS, "").lines().toList();
  }

  Dossier spent(Usage more) {
    return new Dossier(usage.plus(more), facts, recentOutput, payload, output, late, verdicts);
  }

  Dossier learned(Map<String, String> more) {
    var all = new HashMap<>(facts);
    all.putAll(more);
    return new Dossier(usage, all, recentOutput, payload, output, late, verdicts);
  }

  Dossier said(String text) {
    return new Dossier(usage, facts, shortened(text), payload, output, late, verdicts);
  }

  Dossier delivered(@Nullable Blob result) {
    return result == null
        ? this
        : new Dossier(usage, facts, recentOutput, result, output, late, verdicts);
  }

  Dossier printed(Blob all) {
    return new Dossier(usage, facts, recentOutput, payload, all, late, verdicts);
  }

  Dossier late(Instant at, String summary) {
    return new Dossier(
        usage, facts, recentOutput, payload, output, new Late(at, summary), verdicts);
  }

  Dossier checked(Verdict verdict) {
    var all = new ArrayList<>(verdicts);
    all.add(verdict);
    var last = all.subList(Math.max(0, all.size() - MOST_VERDICTS), all.size());
    return new Dossier(usage, facts, recentOutput, payload, output, late, last);
  }

  /// Its beginning, without half of a character that takes two, and without the half of a secret.
  private static String shortened(String all) {
    if (all.length() <= RECENT) {
      return all;
    }
    var text = Masked.withoutKnown(all);
    if (text.length() <= RECENT) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(RECENT - 1)) ? RECENT - 1 : RECENT;
    return text.substring(0, end) + "...";
  }
}
