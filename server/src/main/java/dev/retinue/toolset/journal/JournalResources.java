package dev.retinue.toolset.journal;

import dev.retinue.core.RetinueException;
import dev.retinue.core.RunId;
import dev.retinue.core.staff.Register;
import dev.retinue.core.staff.Staff;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.Offer;
import dev.retinue.mcp.model.ResourceContents;
import dev.retinue.mcp.model.ResourceInfo;
import dev.retinue.mcp.model.TemplateInfo;
import dev.retinue.mcp.rpc.RpcException;
import dev.retinue.mcp.schema.ToolJson;
import dev.retinue.toolset.Principal;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// The journal, and runs, as resources. Whoever subscribes to one hears when it has changed.
final class JournalResources {
  static final String LOG = "agents://iac-log";

  private static final String ID = "id";
  private static final String MARKDOWN = "text/markdown";
  private static final String JSON = "application/json";
  private static final String TEXT = "text/plain";
  private static final int LARGEST = 4 << 20;

  private final Journals journals;
  private final Staff staff;
  private final ResultText results;
  private final RunViews views;

  JournalResources(
      Journals journals, Staff staff, Register register, ResultText results, InstantSource clock) {
    this.journals = journals;
    this.staff = staff;
    this.results = results;
    this.views = new RunViews(staff, register, clock);
  }

  /// The address of a run.
  static String run(String id) {
    return "agents://runs/" + id;
  }

  /// The address of what it answered.
  static String output(String id) {
    return run(id) + "/output";
  }

  /// All that changes with a run.
  static List<String> of(String id) {
    return List.of(run(id), output(id));
  }

  List<Offer> offers() {
    return List.of(
        new Offer.Resource(logInfo(), this::log),
        new Offer.Template(runInfo(), this::run, Offer.Completer.NONE),
        new Offer.Template(outputInfo(), this::output, Offer.Completer.NONE));
  }

  static List<Offer> shown() {
    Offer.TemplateReader nobody =
        (_, _, _) -> {
          throw new IllegalStateException("resources come from the daemon");
        };
    return List.of(
        new Offer.Resource(logInfo(), call -> nobody.read(LOG, Map.of(), call)),
        new Offer.Template(runInfo(), nobody, Offer.Completer.NONE),
        new Offer.Template(outputInfo(), nobody, Offer.Completer.NONE));
  }

  private static ResourceInfo logInfo() {
    return ResourceInfo.of(
        LOG,
        "iac-log",
        "What your agents were given and answered in this project, the newest 200 runs.",
        MARKDOWN);
  }

  private static TemplateInfo runInfo() {
    return TemplateInfo.of(
        run("{" + ID + "}"),
        "run",
        "How a run is, and what it cost. Subscribe to follow it.",
        JSON);
  }

  private static TemplateInfo outputInfo() {
    return TemplateInfo.of(
        output("{" + ID + "}"), "run-output", "The whole answer of a run, or what it said.", TEXT);
  }

  private List<ResourceContents> log(Call call) {
    return answered(LOG, MARKDOWN, () -> journals.log(Principal.of(call)));
  }

  private List<ResourceContents> run(String uri, Map<String, String> values, Call call) {
    return answered(
        uri,
        JSON,
        () -> {
          var caller = Principal.of(call);
          var run = staff.require(caller, id(values));
          return ToolJson.MAPPER.writeValueAsString(views.view(caller, run));
        });
  }

  private List<ResourceContents> output(String uri, Map<String, String> values, Call call) {
    return answered(
        uri,
        TEXT,
        () -> {
          var caller = Principal.of(call);
          var run = staff.require(caller, id(values));
          staff.audit().read(caller, run);
          return results.of(caller, run, LARGEST).map(Clipped::text).orElse("");
        });
  }

  private static RunId id(Map<String, String> values) {
    return RunId.of(values.getOrDefault(ID, ""));
  }

  private static List<ResourceContents> answered(
      String uri, String type, Supplier<String> reading) {
    try {
      return List.of(ResourceContents.text(uri, type, reading.get()));
    } catch (RetinueException e) {
      throw RpcException.invalidParams(String.valueOf(e.getMessage()));
    }
  }
}
