package dev.retinue.toolset.sessions.turn;

import dev.retinue.core.RetinueException;
import dev.retinue.core.RunId;
import dev.retinue.core.staff.Staff;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.Offer;
import dev.retinue.mcp.model.ResourceContents;
import dev.retinue.mcp.model.TemplateInfo;
import dev.retinue.mcp.rpc.RpcException;
import dev.retinue.mcp.schema.ToolJson;
import dev.retinue.toolset.Principal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// All events of a turn as a resource, a page at a time.
public final class TurnResources {
  private static final String ID = "id";
  private static final String FROM = "from";
  private static final String JSON = "application/json";
  private static final int LARGEST = 2 << 20;

  private final Staff staff;

  private TurnResources(Staff staff) {
    this.staff = staff;
  }

  /// Some of the events.
  ///
  /// @param total how many there are in all
  /// @param from how many were passed over
  /// @param next the address of those that follow; null after the last
  record Page(String runId, int total, int from, List<TurnEvent> events, @Nullable String next) {}

  /// Where the events of a run are read from the first one on.
  static String address(String run) {
    return address(run, "0");
  }

  private static String address(String run, String from) {
    return "agents://runs/%s/events/%s".formatted(run, from);
  }

  public static List<Offer> offers(Staff staff) {
    return List.of(
        new Offer.Template(info(), new TurnResources(staff)::read, Offer.Completer.NONE));
  }

  /// For those who only show them.
  public static Offer shown() {
    return new Offer.Template(
        info(),
        (_, _, _) -> {
          throw new IllegalStateException("resources come from the daemon");
        },
        Offer.Completer.NONE);
  }

  private static TemplateInfo info() {
    return TemplateInfo.of(
        address("{" + ID + "}", "{" + FROM + "}"),
        "run-events",
        "What happened while a message was answered, whole, after so many events.",
        JSON);
  }

  private List<ResourceContents> read(String uri, Map<String, String> values, Call call) {
    try {
      var caller = Principal.of(call);
      var run = staff.require(caller, RunId.of(values.getOrDefault(ID, "")));
      int from = from(values.getOrDefault(FROM, "0"));
      var page = new Collected(from);
      TurnReader.read(
          run, (after, most) -> staff.feed().read(caller, run.id(), after, most), page::add);
      var text = ToolJson.MAPPER.writeValueAsString(page.of(run.id().text()));
      return List.of(ResourceContents.text(uri, JSON, text));
    } catch (RetinueException e) {
      throw RpcException.invalidParams(String.valueOf(e.getMessage()));
    }
  }

  private static int from(String text) {
    if (!text.matches("[0-9]{1,9}")) {
      throw RpcException.invalidParams("The events of a run are numbered from 0.");
    }
    return Integer.parseInt(text);
  }

  /// As many as fit, at least one.
  private static final class Collected {
    private final int from;
    private final List<TurnEvent> events = new ArrayList<>();
    private long length;
    private int total;

    private Collected(int from) {
      this.from = from;
    }

    private void add(TurnEvent event) {
      total++;
      boolean next = total == from + events.size() + 1;
      if (next && (events.isEmpty() || length < LARGEST)) {
        events.add(event);
        length += size(event.content()) + size(event.args()) + size(event.result());
      }
    }

    private static int size(@Nullable String text) {
      return text == null ? 0 : text.length();
    }

    private Page of(String run) {
      int next = from + events.size();
      return new Page(
          run, total, from, events, next < total ? address(run, Integer.toString(next)) : null);
    }
  }
}
