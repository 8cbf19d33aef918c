package dev.retinue.toolset.spawner;

import dev.retinue.core.Budget;
import dev.retinue.core.Caller;
import dev.retinue.core.Check;
import dev.retinue.core.Commission.Arrangement;
import dev.retinue.core.Commission.Terms;
import dev.retinue.core.Excerpt;
import dev.retinue.core.Money;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.StartKey;
import dev.retinue.core.Usage;
import dev.retinue.core.group.Errand;
import dev.retinue.core.group.GroupPlan;
import dev.retinue.core.staff.Register;
import dev.retinue.core.staff.StartRequest;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.schema.ToolJson;
import dev.retinue.toolset.ArgumentsDigest;
import dev.retinue.toolset.DefaultAgent;
import dev.retinue.toolset.waiting.Attending;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Several spawns as one run, which has their budget and does nothing itself but have them done.
public final class Groups {
  private static final int LONGEST_SUMMARY = 80;

  private final Spawns spawns;
  private final Register register;
  private final DefaultAgent usual;

  public Groups(Spawns spawns, Register register, DefaultAgent usual) {
    this.spawns = spawns;
    this.register = register;
    this.usual = usual;
  }

  /// Whoever repeats the call gets what it began.
  Run begin(Call call, Caller caller, SpawnParallel.Input input) {
    var digest = ArgumentsDigest.of(ToolJson.MAPPER.valueToTree(input.work()));
    var owner = input.async() ? Map.<String, String>of() : Map.of(Attending.CALL, call.id());
    if (input.idempotencyKey() != null) {
      var key = key(caller, SpawnParallel.NAME, input.idempotencyKey(), digest);
      return begin(caller, input, owner, key);
    }
    return begin(
        caller,
        input,
        owner,
        call.isNamed() || call.inTask()
            ? key(caller, SpawnParallel.NAME + "/call", call.id(), digest)
            : null);
  }

  private static StartKey key(Caller caller, String scope, String key, String digest) {
    return new StartKey(caller.holder(), scope, key, digest);
  }

  private Run begin(
      Caller caller, SpawnParallel.Input input, Map<String, String> owner, @Nullable StartKey key) {
    var requests = requests(caller, input);
    var folder = new GroupFolder(spawns.staff(), caller).of(requests);
    var plan =
        new GroupPlan(input.maxConcurrency(), requests.stream().map(Groups::errand).toList());
    var budget =
        new Budget(
            input.maxCostUsd() == null ? null : Money.usd(input.maxCostUsd()),
            null,
            null,
            input.timeout() == null ? null : (long) input.timeout(),
            null);
    var terms =
        new Terms(
            budget, input.abortOnBudgetExceeded(), folder, null, List.of(), Arrangement.PLAIN);
    var manner = new StartRequest.Manner(RunId.Prefix.SPAWN, null, labels(input));
    var request = new StartRequest(GroupPlan.AGENT, plan.json(), manner, terms, key);
    return spawns.staff().startPlanned(caller, request.labelled(owner));
  }

  /// Everything that is wrong with one of them is refused before any of them begins.
  private List<StartRequest> requests(Caller caller, SpawnParallel.Input input) {
    var requests = new ArrayList<StartRequest>();
    var prefaces = spawns.prefaces().remembering();
    for (var agent : input.agents()) {
      var order = agent.order(name(caller, agent), input.workingDirectory());
      // As it is now, because below the group it would mean another one.
      var folder = spawns.staff().placeOf(caller, order.means().workingDirectory());
      var request = spawns.request(caller, order, null, prefaces);
      requests.add(request.under(request.terms().in(folder.map(Path::toString).orElse(null))));
    }
    return requests;
  }

  /// As the original convention has it, whoever names nobody means claude.
  private String name(Caller caller, ErrandInput errand) {
    if (errand.agent() != null) {
      return errand.agent();
    }
    return StaffedBy.claude(spawns.staff())
        .find(caller)
        .orElseGet(() -> usual.choose(caller).agent())
        .name();
  }

  private static Errand errand(StartRequest request) {
    var manner = request.manner();
    var terms = request.terms();
    var schema =
        terms.checks().stream()
            .filter(Check.PayloadSchema.class::isInstance)
            .map(check -> ((Check.PayloadSchema) check).schema())
            .findFirst()
            .orElse(null);
    return new Errand(
        request.agent(),
        String.valueOf(request.prompt()),
        new Errand.How(manner.model(), manner.tools(), manner.preface(), manner.labels()),
        new Errand.Bounds(
            terms.budget().maxSeconds(),
            terms.budget().maxCost(),
            terms.workingDirectory(),
            terms.arrangement().isolation(),
            schema));
  }

  private static Map<String, String> labels(SpawnParallel.Input input) {
    var labels = new HashMap<String, String>();
    labels.put(SpawnViews.TOOL, SpawnParallel.NAME);
    labels.put(SpawnViews.SIZE, "" + input.agents().size());
    var given = input.taskSummary() == null ? "" : input.taskSummary().strip();
    labels.put(
        SpawnViews.SUMMARY,
        given.isEmpty()
            ? "%d agents at once".formatted(input.agents().size())
            : Excerpt.of(given, LONGEST_SUMMARY - 1));
    return labels;
  }

  List<Run> errands(Caller caller, Run group) {
    return register.errands(caller, group.id());
  }

  /// What all of them used, and those below them.
  Usage usage(Run group) {
    return register.usage(group);
  }
}
