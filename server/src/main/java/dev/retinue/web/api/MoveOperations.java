package dev.retinue.web.api;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.RunId;
import dev.retinue.core.port.Parcels;
import dev.retinue.core.staff.Moves;
import dev.retinue.web.api.Operation.About;
import dev.retinue.web.api.Operation.Parameter;
import dev.retinue.web.http.Patience;
import dev.retinue.web.http.Visit;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;

/// Runs and sessions as files that leave and arrive.
final class MoveOperations {
  private static final int MOST_NAMED = 100;

  private final Moves moves;

  MoveOperations(Moves moves) {
    this.moves = moves;
  }

  /// What came in.
  ///
  /// @param renamed those whose ids were taken, and what they are called here
  record Imported(List<String> runs, List<String> sessions, Map<String, String> renamed) {}

  List<Operation> all() {
    return List.of(
        Operation.any(
            "GET",
            "/api/export",
            About.answering("Runs with their whole trees, and sessions, as one zip file.")
                .with(
                    new Parameter("run", "string", "The ids of runs, separated by commas."),
                    new Parameter(
                        "session", "string", "The ids of sessions, separated by commas.")),
            this::export),
        Operation.json(
            "POST",
            "/api/import",
            About.answering(
                "Lets in what was exported, as history that belongs to you: the body is the zip file.",
                Imported.class),
            this::take));
  }

  private void export(ApiCall call) {
    var runs = call.words("run");
    var sessions = call.words("session");
    if (runs.size() + sessions.size() > MOST_NAMED) {
      throw new RetinueException(ErrorCode.INVALID_INPUT, "Name %d at most.".formatted(MOST_NAMED));
    }
    var load = moves.load(call.caller(), runs.stream().map(RunId::of).toList(), sessions);
    var visit = call.visit();
    // Whole before the first byte is sent: what fails is a refusal then, and no half of a file.
    try (var packed = moves.pack(call.caller(), load)) {
      var headers = visit.response().getHeaders();
      headers.put(HttpHeader.CONTENT_TYPE, "application/zip");
      headers.put(HttpHeader.CONTENT_LENGTH, packed.bytes());
      headers.put("Content-Disposition", "attachment; filename=\"retinue-export.zip\"");
      send(packed, visit);
    }
  }

  /// Only what was sent as a whole is closed.
  private static void send(Parcels.Packing packed, Visit visit) {
    var out = Content.Sink.asOutputStream(visit.response());
    try {
      packed.copyTo(out);
      out.close();
      visit.callback().succeeded();
    } catch (IOException e) {
      visit.callback().failed(e);
    }
  }

  private Imported take(ApiCall call) {
    return Patience.with(call.visit().request(), () -> read(call));
  }

  private Imported read(ApiCall call) {
    try (var body = Content.Source.asInputStream(call.visit().request())) {
      var arrived = moves.take(call.caller(), body);
      return new Imported(
          arrived.runs().stream().map(RunId::text).toList(),
          arrived.sessions(),
          new TreeMap<>(arrived.names()));
    } catch (IOException e) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT, "The file did not come as a whole; send it once more.", e);
    }
  }
}
