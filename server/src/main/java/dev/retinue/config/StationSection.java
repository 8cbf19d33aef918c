package dev.retinue.config;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Station;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The section `coder` of an agent: in which workspace it works.
final class StationSection {
  private static final String RUNTIME = "coder";
  private static final int LONGEST_AGENT = 32;
  private static final int LONGEST = 64;

  private static final Key<String> AGENT =
      Key.optional(
          "agent",
          Kinds.words(LONGEST_AGENT),
          "The agent of the fleet that does its work; else the one of its own name.");
  private static final Key<String> PROJECT =
      Key.optional(
          "project",
          Kinds.words(LONGEST),
          "In place of `agent`: for each run one is made for this project, and removed after it.");
  private static final Key<String> ROLE =
      Key.optional(
          "role", Kinds.words(LONGEST), "What one is made to be; else the usual of its project.");
  private static final Key<String> DEPLOYMENT =
      Key.optional(
          "deployment", Kinds.words(LONGEST), "Whose workspaces; else those of the usual one.");

  static final Key<Written> KEY =
      Key.optional(
          "coder",
          new Shape<>(List.of(AGENT, PROJECT, ROLE, DEPLOYMENT), StationSection::written)
              .notBoth(AGENT, PROJECT),
          "The workspace in which it works, for the runtime `coder`.");

  private StationSection() {}

  /// The section as it stands there.
  record Written(
      @Nullable String agent,
      @Nullable String project,
      @Nullable String role,
      @Nullable String deployment) {}

  private static Written written(Values values) {
    return new Written(
        values.find(AGENT).orElse(null),
        values.find(PROJECT).orElse(null),
        values.find(ROLE).orElse(null),
        values.find(DEPLOYMENT).orElse(null));
  }

  /// Where an agent of this runtime works; null for one that works here.
  static @Nullable Station of(String name, String runtime, Optional<Written> section) {
    if (!runtime.equals(RUNTIME)) {
      if (section.isPresent()) {
        throw refused(
            "Staff '%s' has 'coder', which its runtime '%s' does not know; remove it, or write 'runtime: coder'."
                .formatted(name, runtime));
      }
      return null;
    }
    var written = section.orElse(new Written(null, null, null, null));
    if (written.project() != null) {
      return new Station(written.deployment(), null, written.project(), written.role());
    }
    if (written.role() != null) {
      throw refused(
          "Staff '%s' has a 'role' and no 'project' in 'coder'; add the project that agents are made for, or remove the role."
              .formatted(name));
    }
    return Station.of(written.deployment(), written.agent() == null ? name : written.agent());
  }

  private static RetinueException refused(String sentence) {
    return new RetinueException(ErrorCode.INVALID_INPUT, sentence);
  }
}
