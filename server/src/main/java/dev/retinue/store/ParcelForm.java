package dev.retinue.store;

import dev.retinue.core.Commission;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.Session;
import dev.retinue.core.port.Parcels.Packed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// How runs and sessions are written on the lines of an export.
public final class ParcelForm {
  private ParcelForm() {}

  /// A line about a run; its events follow on lines of their own.
  public static String run(Run run, @Nullable String prompt) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("id", run.id().text());
    json.set("commission", Stored.JSON.valueToTree(run.commission()));
    json.put("active_millis", run.tenure().active().toMillis());
    if (prompt != null) {
      json.put("prompt", prompt);
    }
    return Stored.JSON.writeValueAsString(json);
  }

  public static String event(RunId run, RunEvent event) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("run", run.text())
        .put("kind", EventForm.kind(event))
        .put("version", EventForm.VERSION);
    json.set("body", Stored.JSON.valueToTree(event));
    return Stored.JSON.writeValueAsString(json);
  }

  public static String session(Session session) {
    return Stored.JSON.writeValueAsString(session);
  }

  public static Session session(String line) {
    return Whole.required(Stored.JSON.readValue(line, Session.class));
  }

  /// The run of an event.
  public record Happened(RunId run, RunEvent event) {}

  public static Happened event(String line) {
    var json = Stored.JSON.readTree(line);
    return new Happened(
        new RunId(json.path("run").asString("")),
        Whole.required(
            EventForm.read(
                json.path("kind").asString(""),
                json.path("version").asInt(0),
                Stored.JSON.writeValueAsString(json.path("body")))));
  }

  /// The id on a line about a run.
  public static RunId id(String line) {
    return new RunId(Stored.JSON.readTree(line).path("id").asString(""));
  }

  /// What a line about a run says.
  ///
  /// @param events of all runs
  public static Packed run(RunId packedAs, String line, Map<RunId, List<RunEvent>> events) {
    JsonNode json = Stored.JSON.readTree(line);
    var id = new RunId(json.path("id").asString(""));
    var commission =
        Whole.required(Stored.JSON.treeToValue(json.path("commission"), Commission.class));
    var happened = List.copyOf(events.getOrDefault(id, new ArrayList<>()));
    var active = Duration.ofMillis(Math.max(0, json.path("active_millis").asLong(0)));
    var prompt = json.path("prompt");
    return new Packed(
        packedAs,
        Run.create(id, commission).activeFor(active),
        prompt.isString() ? prompt.asString() : null,
        happened);
  }
}
