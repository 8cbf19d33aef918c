package dev.retinue.web.api;

import dev.retinue.core.Run;
import dev.retinue.core.staff.ChosenIds;
import dev.retinue.core.staff.PayloadLinks;
import dev.retinue.core.staff.Register;
import dev.retinue.core.staff.Seats;
import dev.retinue.core.staff.Staff;
import dev.retinue.core.tool.ServerState;
import dev.retinue.mcp.model.ToolInfo;
import dev.retinue.toolset.DefaultAgent;
import dev.retinue.toolset.journal.Journals;
import dev.retinue.web.http.Pulse;
import dev.retinue.web.http.Route;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/// Everything that programs can ask over REST.
public final class Api implements AutoCloseable {
  private final Desk desk;
  private final Pulse pulse;
  private final DefaultAgent defaultAgent;
  private final List<Operation> operations = new ArrayList<>();

  /// Whom the API speaks for.
  ///
  /// @param links proves who may have a payload without a token
  /// @param seats from where callers speak who come by another way, too
  /// @param journals what agents did, as text
  /// @param chosen the sessions that callers name as they like
  public record Desk(
      Staff staff,
      Register register,
      PayloadLinks links,
      Seats seats,
      Journals journals,
      ChosenIds chosen) {}

  /// What the house says of itself.
  ///
  /// @param toolsets the tools, by the name of their toolset
  /// @param toolServers those whose tools agents may use
  /// @param quiet for how long a stream may be silent
  public record House(
      String version,
      Supplier<Map<String, List<ToolInfo>>> toolsets,
      Supplier<List<ServerState>> toolServers,
      Duration quiet) {}

  /// @param defaultAgent who works when nobody is named
  /// @param payloadUrl where the payload of a run can be fetched
  public Api(Desk desk, House house, DefaultAgent defaultAgent, Function<Run, String> payloadUrl) {
    this.desk = desk;
    this.pulse = new Pulse(house.quiet);
    this.defaultAgent = defaultAgent;
    var views = new RunViews(desk.staff, desk.register, payloadUrl);
    operations.addAll(new HouseOperations(desk, house, defaultAgent).all());
    operations.add(new ListOperations(desk.register, views).list());
    operations.addAll(new RunOperations(desk.staff, desk.seats, defaultAgent, views).all());
    operations.addAll(new BlobRoutes(desk.staff).all());
    var streams = new Streams();
    operations.addAll(new FeedRoutes(desk.staff, pulse, streams).all());
    operations.addAll(new SessionOperations(desk.staff, desk.seats, defaultAgent).all());
    operations.addAll(new TalkOperations(desk.staff, desk.seats, pulse, streams).all());
    operations.add(new JournalOperations(desk.journals).read());
    operations.add(description(house.version));
  }

  private Operation description(String version) {
    return Operation.json(
        "GET",
        "/api/openapi.json",
        Operation.About.answering("This document.", Answers.Document.class),
        _ -> OpenApi.document(version, operations));
  }

  public Desk desk() {
    return desk;
  }

  /// Who works when nobody is named.
  public DefaultAgent defaultAgent() {
    return defaultAgent;
  }

  public PayloadLinks links() {
    return desk.links;
  }

  /// Looks after what stays open.
  public Pulse pulse() {
    return pulse;
  }

  public List<Route> routes() {
    return operations.stream().map(Operation::route).toList();
  }

  @Override
  public void close() {
    pulse.close();
  }
}
