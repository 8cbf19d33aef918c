package dev.retinue.web.api;

import dev.retinue.core.staff.Register;
import dev.retinue.core.staff.Seats;
import dev.retinue.core.staff.Staff;
import dev.retinue.mcp.model.ToolInfo;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.schema.ToolJson;
import dev.retinue.toolset.DefaultAgent;
import dev.retinue.toolset.LeftOut;
import dev.retinue.toolset.MemberView;
import dev.retinue.toolset.StartForm;
import dev.retinue.toolset.Toolsets;
import dev.retinue.web.api.Operation.About;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// What can be asked of the house as a whole: how it is, who works there, with what, and who waits.
final class HouseOperations {
  /// What the tools of Retinue itself are called where others may stand beside them.
  private static final String INTERNAL = "_internal";

  /// Under which name those stand that belong to no toolset.
  private static final String OWN = "retinue";

  private final Staff staff;
  private final Register register;
  private final Api.House house;
  private final DefaultAgent defaultAgent;
  private final Seats seats;

  HouseOperations(Api.Desk desk, Api.House house, DefaultAgent defaultAgent) {
    this.staff = desk.staff();
    this.register = desk.register();
    this.seats = desk.seats();
    this.house = house;
    this.defaultAgent = defaultAgent;
  }

  List<Operation> all() {
    return List.of(
        Operation.json(
            "GET",
            "/api/health",
            About.answering("Whether Retinue is well.", Answers.Health.class),
            this::health),
        Operation.json(
            "GET",
            "/api/ping",
            About.answering("Whether anybody is there.", SessionForms.Ping.class),
            _ -> new SessionForms.Ping("ok")),
        Operation.json(
            "GET",
            "/api/tools",
            About.answering("Which tools there are.", Answers.Tools.class),
            this::tools),
        Operation.json(
            "GET",
            "/api/staff",
            About.answering("Who is on the staff.", Answers.StaffList.class),
            this::members),
        Operation.json(
            "GET",
            "/api/staff/{name}",
            About.answering("What one of the staff is.", MemberView.class, Answers.Reception.class),
            this::member),
        Operation.json(
            "GET",
            "/api/pending",
            About.answering("What agents wait for.", Answers.PendingList.class),
            this::pending));
  }

  private Answers.Health health(ApiCall call) {
    int running = call.caller().seesAll() ? staff.crew().atWork() : register.atWork(call.caller());
    var reasons = house.hindrances().get().stream().map(it -> it.toldTo(call.caller())).toList();
    return new Answers.Health(
        reasons.isEmpty() ? "ok" : "not_ready",
        null,
        null,
        house.version(),
        running,
        reasons,
        house.watch().uptime().toSeconds());
  }

  private Answers.Tools tools(ApiCall call) {
    var grant = staff.members().grants().of(call.caller().id());
    var servers = new ArrayList<Answers.Server>();
    var tools = new ArrayList<ObjectNode>();
    house
        .toolsets()
        .get()
        .forEach(
            (name, offered) -> {
              if (name.equals(OWN) || Toolsets.granted(grant, name)) {
                servers.add(ToolViews.own(name, offered.size()));
                offered.forEach(tool -> tools.add(described(tool)));
              }
            });
    for (var state : house.toolServers().get()) {
      servers.add(ToolViews.of(state, call.caller().seesAll()));
      tools.addAll(ToolViews.toolsOf(state));
    }
    return new Answers.Tools(servers, tools);
  }

  private static ObjectNode described(ToolInfo tool) {
    ObjectNode json = Json.WIRE.valueToTree(tool);
    return json.put("_server", INTERNAL);
  }

  private ObjectNode member(ApiCall call) {
    var caller = call.seated(seats);
    var agent = staff.members().of(caller).require(call.visit().name("name"));
    var form = StartForm.of(agent);
    var greeting = agent.craft().greeting();
    ObjectNode json = ToolJson.MAPPER.valueToTree(MemberView.of(agent, call.caller().seesAll()));
    json.setAll(
        ToolJson.MAPPER.<ObjectNode>valueToTree(
            new Answers.Reception(
                greeting.isEmpty() ? null : greeting,
                staff.members().lacks(caller, agent).orElse(null),
                form.schema(),
                form.as())));
    return json;
  }

  private Answers.StaffList members(ApiCall call) {
    var caller = call.seated(seats);
    var roster = staff.members().of(caller);
    var first = defaultAgent.find(caller).map(choice -> choice.agent().name()).orElse("");
    var troubles = call.caller().seesAll() ? roster.troubles() : List.<String>of();
    return new Answers.StaffList(
        roster.all().stream()
            .map(
                agent ->
                    new Answers.Member(
                        agent.name(),
                        agent.description(),
                        agent.means().runtime(),
                        agent.means().model(),
                        agent.name().equals(first),
                        agent.craft().origin().trusted(),
                        staff.members().lacks(caller, agent).orElse(null)))
            .toList(),
        troubles,
        LeftOut.of(troubles));
  }

  private Answers.PendingList pending(ApiCall call) {
    return new Answers.PendingList(
        register.pending(call.caller()).stream()
            .map(
                it ->
                    new Answers.Pending(
                        it.run().id().text(),
                        it.need().id(),
                        it.need().kind().word(),
                        it.need().text(),
                        it.since()))
            .toList());
  }
}
