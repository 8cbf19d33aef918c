package dev.retinue.web.api;

import dev.retinue.core.Caller;
import dev.retinue.core.Commission.Terms;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.staff.Seats;
import dev.retinue.core.staff.Staff;
import dev.retinue.core.staff.StartRequest;
import dev.retinue.toolset.DefaultAgent;
import dev.retinue.toolset.lifecycle.AgentComplete;
import dev.retinue.toolset.lifecycle.AgentStart;
import dev.retinue.toolset.lifecycle.AgentStatus;
import dev.retinue.toolset.lifecycle.BudgetInput;
import dev.retinue.toolset.lifecycle.Words;
import dev.retinue.web.api.Operation.About;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What can be done with one run: make it, give it its work, start, stop, complete, repeat, help.
final class RunOperations {
  private static final String RUN = "/api/agents/{id}";
  private static final String WHY = "stopped by its caller";

  private final Staff staff;
  private final Seats seats;
  private final DefaultAgent defaultAgent;
  private final RunViews views;
  private final BodyReader<AgentStart.Input> start = new BodyReader<>(AgentStart.Input.class);
  private final BodyReader<Answers.Contract> contract = new BodyReader<>(Answers.Contract.class);
  private final BodyReader<Answers.Completion> completion =
      new BodyReader<>(Answers.Completion.class);
  private final BodyReader<Answers.Answer> answer = new BodyReader<>(Answers.Answer.class);
  private final BodyReader<BudgetInput> budget = new BodyReader<>(BudgetInput.class);

  RunOperations(Staff staff, Seats seats, DefaultAgent defaultAgent, RunViews views) {
    this.staff = staff;
    this.seats = seats;
    this.defaultAgent = defaultAgent;
    this.views = views;
  }

  List<Operation> all() {
    return List.of(
        Operation.json(
            "POST",
            "/api/agents",
            About.answering(
                    "Starts an agent; without a body makes a ready one.", Answers.Begun.class)
                .taking(AgentStart.Input.class),
            this::create),
        Operation.json(
            "GET",
            RUN,
            About.answering(
                "What is known of an agent.", AgentStatus.Status.class, Answers.More.class),
            this::show),
        Operation.json(
            "DELETE",
            RUN,
            About.answering(
                "Removes an agent and all below it; what is at work is stopped.",
                Answers.Deleted.class),
            this::remove),
        Operation.json(
            "POST",
            RUN + "/contract",
            About.answering("Gives a ready agent its contract.", Answers.ContractSet.class)
                .taking(Answers.Contract.class),
            this::define),
        Operation.json(
            "POST",
            RUN + "/start",
            About.answering("Starts a ready agent.", Answers.Begun.class),
            call -> RunViews.begun(begin(call), null)),
        Operation.json(
            "POST",
            RUN + "/stop",
            About.answering("Stops an agent and all below it.", Answers.Standing.class),
            call ->
                RunViews.standing(staff.stop(call.caller(), call.run(), WHY), "stop_requested")),
        Operation.json(
            "POST",
            RUN + "/restart",
            About.answering("Does the same work once more, as a new agent.", Answers.Begun.class),
            call -> RunViews.begun(staff.restart(call.caller(), call.run()), call.run())),
        Operation.json(
            "POST",
            RUN + "/complete",
            About.answering("Says that the work is done.", AgentComplete.Output.class)
                .taking(Answers.Completion.class),
            this::complete),
        Operation.json(
            "POST",
            RUN + "/answers",
            About.answering("Answers what an agent waits for.", Answers.Standing.class)
                .taking(Answers.Answer.class),
            this::help),
        Operation.json(
            "POST",
            RUN + "/budget",
            About.answering("Gives an agent another budget.", Answers.Standing.class)
                .taking(BudgetInput.class),
            this::raise));
  }

  private Object create(ApiCall call) {
    var body = BodyReader.find(call.visit());
    var key = key(call, body.map(it -> it.path("idempotency_key").asString(null)).orElse(null));
    if (body.isEmpty()) {
      return ready(call.caller(), key);
    }
    if (key != null) {
      body.get().put("idempotency_key", key);
    }
    var begun =
        new AgentStart(staff, defaultAgent).start(call.seated(seats), start.decode(body.get()));
    return new Answers.Begun(
        begun.agentId(), begun.status(), begun.agent(), begun.startedAt(), null);
  }

  /// It may stand in the header or in the body, but not in both as another.
  private static @Nullable String key(ApiCall call, @Nullable String inBody) {
    var header = call.visit().header("Idempotency-Key");
    if (header != null && inBody != null && !header.equals(inBody)) {
      throw new BodyReader.Unacceptable(
          400, "The header 'Idempotency-Key' and 'idempotency_key' in the body differ; send one.");
    }
    return header == null ? inBody : header;
  }

  private Answers.Begun ready(Caller caller, @Nullable String key) {
    if (key != null) {
      throw new BodyReader.Unacceptable(
          400, "An idempotency key needs a contract; send both, or neither.");
    }
    var run =
        staff.start(
            caller,
            new StartRequest(
                defaultAgent.choose(caller).agent().name(),
                null,
                StartRequest.Manner.PLAIN,
                Terms.NONE,
                null));
    return new Answers.Begun(run.id().text(), Words.status(run.state()), null, null, null);
  }

  private Object show(ApiCall call) {
    var run = staff.require(call.caller(), call.run());
    staff.markSeen(call.caller(), List.of(run));
    return views.details(call.caller(), run);
  }

  private Object remove(ApiCall call) {
    staff.remove(call.caller(), call.run());
    return new Answers.Deleted(call.run().text(), "deleted");
  }

  private Object define(ApiCall call) {
    var work = contract.require(call).contract();
    var run = staff.define(call.caller(), call.run(), work);
    return new Answers.ContractSet(run.id().text(), Words.status(run.state()), work);
  }

  private Run begin(ApiCall call) {
    var run = staff.queue(call.caller(), call.run());
    if (run.ended()) {
      throw new RetinueException(
          ErrorCode.CONFLICT,
          "Run '%s' is %s; 'restart' does its work once more."
              .formatted(run.id(), run.state().word()));
    }
    return run;
  }

  private Object complete(ApiCall call) {
    var said = completion.require(call);
    return new AgentComplete(staff)
        .complete(
            call.caller(),
            new AgentComplete.Input(call.run().text(), said.summary(), said.payload()));
  }

  private Object help(ApiCall call) {
    var said = answer.require(call);
    var run = staff.answer(call.caller(), call.run(), said.need(), said.answer());
    return RunViews.standing(run, Words.status(run.state()));
  }

  private Object raise(ApiCall call) {
    var more = BudgetInput.budget(budget.require(call));
    var run = staff.raise(call.caller(), call.run(), more);
    return RunViews.standing(run, Words.status(run.state()));
  }
}
