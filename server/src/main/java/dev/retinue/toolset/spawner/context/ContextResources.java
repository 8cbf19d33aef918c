package dev.retinue.toolset.spawner.context;

import dev.retinue.core.Agent;
import dev.retinue.core.Caller;
import dev.retinue.core.RetinueException;
import dev.retinue.core.staff.Staff;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.Offer;
import dev.retinue.mcp.model.ResourceContents;
import dev.retinue.mcp.model.ResourceInfo;
import dev.retinue.mcp.model.TemplateInfo;
import dev.retinue.mcp.rpc.RpcException;
import dev.retinue.toolset.Principal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/// What would stand before the prompt of a spawn, to the letter, as resources. They are empty where
/// nothing would.
public final class ContextResources {
  public static final String ADDRESS = "agents://context";

  private static final String AGENT = "agent";
  private static final String MARKDOWN = "text/markdown";

  private final Staff staff;
  private final Function<Caller, Agent> usual;
  private final Prefaces prefaces;

  private ContextResources(Staff staff, Function<Caller, Agent> usual, Prefaces prefaces) {
    this.staff = staff;
    this.usual = usual;
    this.prefaces = prefaces;
  }

  /// The resources of a staff.
  ///
  /// @param usual for whom it is shown where nobody is named
  public static List<Offer> offers(Staff staff, Function<Caller, Agent> usual, Prefaces prefaces) {
    var resources = new ContextResources(staff, usual, prefaces);
    return List.of(
        new Offer.Resource(info(), resources::read),
        new Offer.Template(template(), resources::read, Offer.Completer.NONE));
  }

  /// For those who only show them.
  public static List<Offer> shown() {
    return List.of(
        new Offer.Resource(
            info(),
            _ -> {
              throw elsewhere();
            }),
        new Offer.Template(
            template(),
            (_, _, _) -> {
              throw elsewhere();
            },
            Offer.Completer.NONE));
  }

  private static IllegalStateException elsewhere() {
    return new IllegalStateException("resources come from the daemon");
  }

  private static ResourceInfo info() {
    return ResourceInfo.of(
        ADDRESS,
        "context",
        "The project context that is put before the prompt of spawn_claude in your folder, exactly as it is.",
        MARKDOWN);
  }

  private static TemplateInfo template() {
    return TemplateInfo.of(
        "%s/{%s}".formatted(ADDRESS, AGENT),
        "context of an agent",
        "The same for another agent: what its program reads by itself is not in it.",
        MARKDOWN);
  }

  private List<ResourceContents> read(Call call) {
    return answered(ADDRESS, call, usual);
  }

  private List<ResourceContents> read(String uri, Map<String, String> values, Call call) {
    return answered(
        uri, call, caller -> staff.members().require(caller, values.getOrDefault(AGENT, ""), null));
  }

  private List<ResourceContents> answered(String uri, Call call, Function<Caller, Agent> choice) {
    try {
      var caller = Principal.of(call);
      var agent = choice.apply(caller);
      var folder = staff.placeOf(caller, null).orElse(null);
      var text = prefaces.of(caller, agent, folder, ContextLevel.FULL);
      return List.of(ResourceContents.text(uri, MARKDOWN, Objects.requireNonNullElse(text, "")));
    } catch (RetinueException e) {
      throw RpcException.invalidParams(String.valueOf(e.getMessage()));
    }
  }
}
