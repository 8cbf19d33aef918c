package dev.retinue.toolset.spawner;

import dev.retinue.core.Agent;
import dev.retinue.core.Budget;
import dev.retinue.core.Caller;
import dev.retinue.core.Check;
import dev.retinue.core.Commission.Arrangement;
import dev.retinue.core.Commission.Terms;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.Money;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.StartKey;
import dev.retinue.core.group.GroupPlan;
import dev.retinue.core.staff.Staff;
import dev.retinue.core.staff.StartRequest;
import dev.retinue.mcp.Call;
import dev.retinue.toolset.Principal;
import dev.retinue.toolset.lifecycle.IsolatedView;
import dev.retinue.toolset.spawner.context.Prefaces;
import dev.retinue.toolset.waiting.Attending;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The one way behind every tool that spawns: starts a run, waits for it as long as its caller may
/// be made to wait, and says what has become of it.
public final class Spawns {
  private static final int LONGEST_SUMMARY = 80;
  private static final int LONGEST_LABEL = 150;

  /// What is asked for where nobody asks.
  private static final List<List<String>> USUAL_TOOLS =
      List.of(List.of("Bash", "Read", "Glob", "Grep"), List.of("Bash", "Read"));

  private final Staff staff;
  private final Attending attending;
  private final SpawnViews views;
  private final Prefaces prefaces;
  private final SchemaText schemas;

  /// On this staff.
  ///
  /// @param prefaces what is told about a project before a task
  public Spawns(Staff staff, Attending attending, SpawnViews views, Prefaces prefaces) {
    this.staff = staff;
    this.attending = attending;
    this.views = views;
    this.prefaces = prefaces;
    this.schemas = new SchemaText(staff);
  }

  SpawnViews views() {
    return views;
  }

  public Attending attending() {
    return attending;
  }

  Prefaces prefaces() {
    return prefaces;
  }

  public Staff staff() {
    return staff;
  }

  /// Does all of it.
  public Spawned spawn(Call call, SpawnOrder order) throws InterruptedException {
    return spawn(call, order, UnaryOperator.identity());
  }

  /// The same for an order that says less than is to be done.
  ///
  /// @param settled what it comes to when it is begun; a call that is repeated is known by the
  ///   order
  public Spawned spawn(Call call, SpawnOrder order, UnaryOperator<SpawnOrder> settled)
      throws InterruptedException {
    var caller = Principal.of(call);
    var answer = order.answer();
    if (call.inTask() && !answer.async()) {
      return ended(
          caller, attending.inTask(call, caller, () -> begin(call, caller, order, settled)));
    }
    var id = RunId.of(call.remember("run", () -> begin(call, caller, order, settled).id().text()));
    boolean told = !answer.notifyOnComplete() || call.watch(address(id));
    if (answer.async()) {
      return keepingHandle(id, () -> toldOf(id, told, views.alone(staff.require(caller, id))));
    }
    return keepingHandle(
        id, () -> toldOf(id, told, waited(call, caller, id, answer.waitSeconds())));
  }

  private Spawned waited(Call call, Caller caller, RunId id, @Nullable Integer seconds)
      throws InterruptedException {
    var patience = attending.patience(call, seconds);
    return ended(caller, attending.own(call, caller, id, patience));
  }

  /// Says so if a client will not hear of an end that it wanted to hear of.
  private static Spawned toldOf(RunId id, boolean told, Spawned spawned) {
    return told || spawned.success() != null
        ? spawned
        : spawned.warned(
            "notify_on_complete cannot be had here: listen to the resource %s, or call wait_for_agents."
                .formatted(address(id)));
  }

  /// What becomes of a run that was begun. If nobody can say it now, the refusal has the handle.
  public static <T> T keepingHandle(RunId id, Waiting<T> waiting) throws InterruptedException {
    try {
      return waiting.await();
    } catch (RetinueException e) {
      if (e.code() != ErrorCode.SERVICE_UNAVAILABLE) {
        throw e;
      }
      throw new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE,
          "%s The spawn '%s' was begun and goes on: call get_result with this spawn_id."
              .formatted(e.getMessage(), id),
          e);
    }
  }

  /// Waits for something.
  @FunctionalInterface
  public interface Waiting<T> {
    T await() throws InterruptedException;
  }

  /// Where a run can be watched.
  static String address(RunId id) {
    return "agents://runs/" + id;
  }

  /// What is told of a run that was waited for.
  public Spawned ended(Caller caller, Run run) {
    if (run.ended()) {
      staff.markSeen(caller, List.of(run));
    }
    return views.alone(run);
  }

  /// Starts it for whoever does not come by a tool, and waits for nothing.
  public Run start(Caller caller, SpawnOrder order) {
    var once = order.answer().idempotencyKey();
    var key =
        once == null ? null : new StartKey(caller.holder(), order.tool(), once, order.digest());
    var earlier = staff.earlier(caller, key);
    return earlier.isPresent() ? earlier.get() : staff.start(caller, request(caller, order, key));
  }

  /// Whoever repeats the call gets what it began.
  private Run begin(Call call, Caller caller, SpawnOrder order, UnaryOperator<SpawnOrder> settled) {
    var key = key(call, caller, order);
    // Before anything is looked at: it may have changed since.
    var earlier = staff.earlier(caller, key);
    if (earlier.isPresent()) {
      return earlier.get();
    }
    var request = request(caller, settled.apply(order), key);
    return staff.start(caller, request.labelled(owner(call, order.answer())));
  }

  private static @Nullable StartKey key(Call call, Caller caller, SpawnOrder order) {
    var key = order.answer().idempotencyKey();
    if (key != null) {
      return new StartKey(caller.holder(), order.tool(), key, order.digest());
    }
    return call.isNamed() || call.inTask()
        ? new StartKey(caller.holder(), order.tool() + "/call", call.id(), order.digest())
        : null;
  }

  /// Whose run it is until the answer: nobody's, if the handle is given at once.
  private static Map<String, String> owner(Call call, SpawnOrder.Answer answer) {
    return answer.async() ? Map.of() : Map.of(Attending.CALL, call.id());
  }

  /// Everything that can be refused is refused here or by the staff, before anything is recorded.
  private StartRequest request(Caller caller, SpawnOrder order, @Nullable StartKey key) {
    return request(caller, order, key, prefaces);
  }

  /// The same as one of several, who may be told the same.
  StartRequest request(Caller caller, SpawnOrder order, @Nullable StartKey key, Prefaces told) {
    var means = order.means();
    var former = Optional.ofNullable(means.resume()).map(id -> staff.require(caller, RunId.of(id)));
    var agent =
        staff
            .members()
            .require(caller, name(order, former), place(means.workingDirectory(), former));
    GroupPlan.refuse(agent.name());
    var folder = staff.placeOf(caller, means.workingDirectory()).orElse(null);
    var isolation = IsolatedView.parse(means.isolation());
    // A conversation that goes on has been told.
    var preface =
        former.isPresent()
            ? null
            : told.of(caller, agent, folder, order.errand().context(), isolation);
    // What nobody asked for is no reason to refuse: one without a list has what its program has.
    var tools = agent.tools().isEmpty() && isUsual(means.tools()) ? null : means.tools();
    var manner =
        new StartRequest.Manner(
            RunId.Prefix.SPAWN, means.model(), labels(order, agent, tools), tools, preface);
    return new StartRequest(
        agent.name(),
        order.errand().prompt(),
        manner,
        terms(caller, order, folder, new Arrangement(isolation, means.resume())),
        key);
  }

  private static boolean isUsual(@Nullable List<String> tools) {
    return tools != null && USUAL_TOOLS.contains(tools);
  }

  private static @Nullable String place(@Nullable String asked, Optional<Run> former) {
    return asked != null
        ? asked
        : former.map(run -> run.commission().terms().workingDirectory()).orElse(null);
  }

  private static String name(SpawnOrder order, Optional<Run> former) {
    return order.agent() == null && former.isPresent()
        ? former.get().commission().agent().name()
        : String.valueOf(order.agent());
  }

  private Terms terms(
      Caller caller, SpawnOrder order, @Nullable Path folder, Arrangement arrangement) {
    var limits = order.limits();
    var budget =
        new Budget(
            limits.maxCostUsd() == null ? null : Money.usd(limits.maxCostUsd()),
            null,
            null,
            limits.timeout() == null ? null : (long) limits.timeout(),
            null);
    var schema = order.errand().structuredOutput();
    List<Check> checks =
        schema == null
            ? List.of()
            : List.of(new Check.PayloadSchema(schemas.read(caller, schema, folder)));
    return new Terms(
        budget,
        limits.abortOnBudgetExceeded(),
        order.means().workingDirectory(),
        null,
        checks,
        arrangement);
  }

  private Map<String, String> labels(SpawnOrder order, Agent agent, @Nullable List<String> asked) {
    var labels = new HashMap<String, String>();
    labels.put(SpawnViews.TOOL, order.tool());
    labels.put(SpawnViews.SUMMARY, summary(order.errand()));
    var refused = asked == null ? List.<String>of() : staff.members().refused(asked, agent);
    if (!refused.isEmpty()) {
      labels.put(SpawnViews.REFUSED, Excerpt.of(String.join(", ", refused), LONGEST_LABEL));
    }
    return labels;
  }

  /// As it is logged: one line of a few words.
  private static String summary(SpawnOrder.Errand errand) {
    var given = errand.summary() == null ? "" : errand.summary().strip();
    var text = given.isEmpty() ? errand.prompt().strip() : given;
    return Excerpt.of(text.lines().findFirst().orElse("").strip(), LONGEST_SUMMARY - 1);
  }
}
