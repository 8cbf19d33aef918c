package dev.retinue.web.api;

import dev.retinue.core.Caller;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.Spend;
import dev.retinue.core.Usage;
import dev.retinue.core.staff.Register;
import dev.retinue.core.staff.Staff;
import dev.retinue.mcp.schema.ToolJson;
import dev.retinue.toolset.lifecycle.AgentStatus;
import dev.retinue.toolset.lifecycle.BudgetInput;
import dev.retinue.toolset.lifecycle.Words;
import java.math.BigDecimal;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Runs as the API shows them: with the fields of `agent_status`, and some more.
final class RunViews {
  private static final int CONTRACT = 50;
  private static final int LAST_EVENTS = 1000;

  private final Staff staff;
  private final Register register;
  private final Function<Run, String> payloadUrl;

  RunViews(Staff staff, Register register, Function<Run, String> payloadUrl) {
    this.staff = staff;
    this.register = register;
    this.payloadUrl = payloadUrl;
  }

  Answers.Row row(Caller caller, Run run) {
    return row(caller, run, CONTRACT);
  }

  /// @param most how many characters of its contract
  Answers.Row row(Caller caller, Run run, int most) {
    var status = status(run);
    return new Answers.Row(
        run.id().text(),
        Words.status(run.state()),
        run.state().word(),
        run.commission().agent().name(),
        register.work(caller, run.id()).map(it -> beginning(it, most)).orElse(null),
        Words.startedAt(run),
        run.endedAt(),
        status.costUsd(),
        run.dossier().usage().inputTokens() + run.dossier().usage().outputTokens(),
        parent(run),
        run.root().text(),
        status.waitingFor(),
        status.queueReason(),
        status.lastOutputAt(),
        status.liveness(),
        status.ending(),
        status.recentOutput(),
        status.warnings(),
        run.commission().agent().runtime(),
        invented(run),
        maxCost(run),
        Words.evidence(run));
  }

  private static @Nullable Boolean invented(Run run) {
    return Spend.isInvented(run) ? true : null;
  }

  private @Nullable BigDecimal maxCost(Run run) {
    var most = register.budget(run).maxCost();
    return most == null ? null : most.usd();
  }

  ObjectNode details(Caller caller, Run run) {
    var commission = run.commission();
    var output = OutputView.lastOf(register.latest(caller, run.id(), LAST_EVENTS));
    var printed = run.dossier().output();
    ObjectNode json = ToolJson.MAPPER.valueToTree(status(run));
    ObjectNode more =
        ToolJson.MAPPER.valueToTree(
            new Answers.More(
                run.id().text(),
                run.state().word(),
                register.work(caller, run.id()).orElse(null),
                output.entries(),
                output.truncated() || run.sequence() > LAST_EVENTS,
                run.sequence(),
                parent(run),
                run.root().text(),
                commission.agent().runtime(),
                invented(run),
                commission.agent().model(),
                commission.labels().get("restart_of"),
                commission.terms().arrangement().follows(),
                run.facts().get("followed_by"),
                commission.terms().session(),
                new TreeMap<>(run.facts()),
                BudgetInput.of(register.budget(run)),
                tokens(run.dossier().usage()),
                commission.terms().workingDirectory(),
                printed == null ? null : printed.bytes(),
                treeCost(caller, run)));
    json.setAll(more);
    return json;
  }

  private static Answers.Tokens tokens(Usage usage) {
    return new Answers.Tokens(usage.inputTokens(), usage.cachedTokens(), usage.outputTokens());
  }

  private @Nullable BigDecimal treeCost(Caller caller, Run run) {
    var usage = register.usageOfAll(caller, run);
    return usage.unpriced() ? null : usage.cost().usd();
  }

  private AgentStatus.Status status(Run run) {
    return AgentStatus.status(run, staff.crew().glance(run), payloadUrl);
  }

  static Answers.Begun begun(Run run, @Nullable RunId restartOf) {
    return new Answers.Begun(
        run.id().text(),
        Words.status(run.state()),
        run.commission().agent().name(),
        Words.startedAt(run),
        restartOf == null ? null : restartOf.text());
  }

  static Answers.Standing standing(Run run, String status) {
    return new Answers.Standing(run.id().text(), status, run.state().word(), run.endedAt());
  }

  private static @Nullable String parent(Run run) {
    return run.commission().lineage().parent().map(RunId::text).orElse(null);
  }

  private static String beginning(String contract, int most) {
    if (contract.length() <= most) {
      return contract;
    }
    int end = Character.isHighSurrogate(contract.charAt(most - 1)) ? most - 1 : most;
    return contract.substring(0, end) + "...";
  }
}
