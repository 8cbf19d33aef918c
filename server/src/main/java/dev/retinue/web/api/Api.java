package dev.retinue.web.api;

import dev.retinue.core.Run;
import dev.retinue.core.staff.PayloadLinks;
import dev.retinue.core.staff.Register;
import dev.retinue.core.staff.Staff;
import dev.retinue.mcp.model.ToolInfo;
import dev.retinue.toolset.DefaultAgent;
import dev.retinue.web.http.Route;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/// Everything that programs can ask over REST.
public final class Api {
  private final Desk desk;
  private final List<Operation> operations = new ArrayList<>();

  /// Whom the API speaks for.
  ///
  /// @param links proves who may have a payload without a token
  public record Desk(Staff staff, Register register, PayloadLinks links) {}

  /// What the house says of itself.
  ///
  /// @param toolsets the tools, by the name of their toolset
  public record House(String version, Supplier<Map<String, List<ToolInfo>>> toolsets) {}

  /// @param defaultAgent who works when nobody is named
  /// @param payloadUrl where the payload of a run can be fetched
  public Api(Desk desk, House house, DefaultAgent defaultAgent, Function<Run, String> payloadUrl) {
    this.desk = desk;
    var views = new RunViews(desk.register, payloadUrl);
    operations.addAll(new HouseOperations(desk.staff, desk.register, house, defaultAgent).all());
    operations.add(new ListOperations(desk.register, views).list());
    operations.addAll(new RunOperations(desk.staff, defaultAgent, views).all());
    operations.addAll(new BlobRoutes(desk.staff).all());
  }

  public PayloadLinks links() {
    return desk.links;
  }

  public List<Route> routes() {
    return operations.stream().map(Operation::route).toList();
  }
}
