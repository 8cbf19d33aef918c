package dev.retinue.config;

import dev.retinue.core.Agent;
import dev.retinue.core.Budget;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Money;
import dev.retinue.core.RetinueException;
import dev.retinue.core.group.GroupPlan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The section `staff`: who the agents are.
final class StaffSection {
  private static final int LONGEST_DESCRIPTION = 1_000;
  private static final int LONGEST_NAME = 200;
  private static final long A_YEAR_IN_SECONDS = 31_536_000;

  private static final Key<String> DESCRIPTION =
      Key.required(
          "description",
          Kinds.words(LONGEST_DESCRIPTION),
          "What the agent is good for: callers choose by it.");
  private static final Key<String> INSTRUCTIONS =
      Key.of(
          "instructions",
          Kinds.text(InstructionsFile.MOST_BYTES),
          "",
          "What the agent is told before every piece of work.");
  static final Key<List<String>> TOOLS =
      Key.of(
          "tools",
          Kinds.listOf("names", Kinds.words(LONGEST_NAME)),
          List.of(),
          "What it may use: for `llm` servers, or single tools as `server/tool`, else all; for programs their own tools.");

  private static final Key<Money> MAX_COST =
      Key.optional("max-cost-usd", Kinds.money(1_000_000), "What a run may cost.");
  private static final Key<Long> MAX_TOKENS =
      Key.optional(
          "max-tokens", Kinds.wholeNumber(0, 1_000_000_000_000L), "How many tokens it may use.");
  private static final Key<Long> MAX_TURNS =
      Key.optional("max-turns", Kinds.wholeNumber(0, 1_000_000), "How many turns it may take.");
  private static final Key<Long> MAX_SECONDS =
      Key.optional("max-seconds", Kinds.wholeNumber(0, A_YEAR_IN_SECONDS), "How long it may take.");
  private static final Key<Long> MAX_RUNS =
      Key.optional(
          "max-runs", Kinds.wholeNumber(0, 1_000_000), "How many runs may be started below it.");
  private static final Key<Boolean> MAY_RECURSE =
      Key.of("may-recurse", Kinds.truth(), false, "Whether the agent may be started below itself.");
  private static final Key<Agent.Limits> LIMITS =
      Key.section(
          "limits",
          new Shape<>(
              List.of(MAX_COST, MAX_TOKENS, MAX_TURNS, MAX_SECONDS, MAX_RUNS, MAY_RECURSE),
              StaffSection::limits),
          "What a run of it may use at most, with all below it. No key, no limit.");

  private final Key<String> runtime;
  private final Key<String> instructionsFile;

  private StaffSection(Set<String> runtimes, Path folder) {
    runtime =
        Key.required(
            "runtime", Kinds.nameOf("a runtime", runtimes), "Where its runs are carried out.");
    instructionsFile =
        Key.optional(
            "instructions-file",
            new InstructionsFile(folder),
            "A file with the instructions, in place of `instructions`.");
  }

  /// @param runtimes the names of the runtimes that there are
  /// @param folder the folder of the configuration
  static Key<List<Agent>> key(Set<String> runtimes, Path folder) {
    var section = new StaffSection(runtimes, folder);
    return Key.of(
        "staff",
        new Members<>(section.shape(), StaffSection::checkName),
        List.of(),
        "The agents, each under its name.");
  }

  private Shape<Agent> shape() {
    return new Shape<>(keys(), this::agent).notBoth(INSTRUCTIONS, instructionsFile);
  }

  private Agent agent(Values values) {
    return new Agent(
        values.name(),
        values.require(DESCRIPTION),
        MeansKeys.means(values, values.require(runtime)),
        values.find(instructionsFile).orElseGet(() -> values.require(INSTRUCTIONS)),
        values.require(TOOLS),
        values.require(LIMITS),
        ConductKeys.conduct(values, values.require(runtime)));
  }

  private List<Key<?>> keys() {
    var keys = new ArrayList<Key<?>>(List.of(DESCRIPTION, runtime));
    keys.addAll(MeansKeys.ALL);
    keys.addAll(List.of(INSTRUCTIONS, instructionsFile, TOOLS, LIMITS));
    keys.addAll(ConductKeys.ALL);
    return keys;
  }

  private static Agent.Limits limits(Values values) {
    var budget =
        new Budget(
            values.find(MAX_COST).orElse(null),
            values.find(MAX_TOKENS).orElse(null),
            values.find(MAX_TURNS).orElse(null),
            values.find(MAX_SECONDS).orElse(null),
            values.find(MAX_RUNS).orElse(null));
    return new Agent.Limits(budget, values.require(MAY_RECURSE));
  }

  /// The rule is the agent's own: one that is nothing but its name tells whether it holds.
  private static void checkName(String name) {
    if (name.equals(GroupPlan.AGENT)) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "The agent '%s' is there already: it has several others work at once; choose another name."
              .formatted(name));
    }
    var _ = new Agent(name, "", new Agent.Means("", null), "", List.of(), Agent.Limits.NONE);
  }
}
