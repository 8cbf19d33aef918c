package dev.retinue.web.api;

import dev.retinue.core.Blob;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.staff.Staff;
import dev.retinue.web.http.Refusal;
import dev.retinue.web.http.Visit;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.zip.GZIPOutputStream;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.jspecify.annotations.Nullable;

/// The result of a run, and what it printed: in gzip, and only so.
final class BlobRoutes {
  private final Staff staff;

  BlobRoutes(Staff staff) {
    this.staff = staff;
  }

  List<Operation> all() {
    return List.of(
        operation("payload", "The result of an agent, in gzip.", run -> run.dossier().payload()),
        operation("output", "What an agent printed, in gzip.", run -> run.dossier().output()));
  }

  private Operation operation(String name, String summary, Function<Run, @Nullable Blob> blob) {
    return new Operation(
        "GET",
        "/api/agents/{id}/" + name,
        Operation.About.answering(summary),
        visit -> handle(visit, name, blob));
  }

  private void handle(Visit visit, String name, Function<Run, @Nullable Blob> blob) {
    var run = find(visit);
    var wanted = run.map(blob);
    if (run.isEmpty()) {
      Refusal.send(visit, 404, ErrorCode.NOT_FOUND, "Agent not found");
    } else if (wanted.isEmpty()) {
      Refusal.send(visit, 404, ErrorCode.NOT_FOUND, "No " + name);
    } else if (!takesGzip(visit.header("Accept-Encoding"))) {
      Refusal.send(
          visit,
          406,
          ErrorCode.INVALID_INPUT,
          "The %s comes in gzip only; send Accept-Encoding: gzip (curl --compressed)"
              .formatted(name));
    } else {
      staff.audit().read(visit.who(), run.get());
      send(visit, wanted.get());
    }
  }

  private Optional<Run> find(Visit visit) {
    try {
      return staff.find(visit.who(), RunId.of(visit.name("id")));
    } catch (RetinueException e) {
      return Optional.empty();
    }
  }

  private void send(Visit visit, Blob blob) {
    try (InputStream bytes = open(blob)) {
      var headers = visit.response().getHeaders();
      headers.put(HttpHeader.CONTENT_TYPE, "application/octet-stream");
      headers.put(HttpHeader.CONTENT_ENCODING, "gzip");
      headers.put(HttpHeader.VARY, "Accept-Encoding");
      if (blob.pieces() == 1) {
        headers.put(HttpHeader.CONTENT_LENGTH, blob.storedBytes());
      }
      transfer(visit, blob, bytes);
    } catch (RetinueException e) {
      Refusal.send(visit, 500, e.code(), e.toldTo(visit.who()));
    } catch (IOException e) {
      visit.callback().failed(e);
    }
  }

  /// One piece as it is stored; several are checked, for where one of them is damaged another
  /// reader would take it for the end.
  private InputStream open(Blob blob) {
    return blob.pieces() == 1 ? staff.openPayload(blob) : staff.register().read(blob);
  }

  /// Only what was sent as a whole is closed: else the beginning of it would look like all.
  private static void transfer(Visit visit, Blob blob, InputStream bytes) {
    var out = Content.Sink.asOutputStream(visit.response());
    try {
      if (blob.pieces() == 1) {
        bytes.transferTo(out);
      } else {
        // Of several pieces one is made: browsers take the first for all of it.
        var one = new GZIPOutputStream(out);
        bytes.transferTo(one);
        one.finish();
      }
      out.close();
      visit.callback().succeeded();
    } catch (IOException | RetinueException e) {
      visit.callback().failed(e);
    }
  }

  /// Nothing said means no: not every program that asks can unpack.
  static boolean takesGzip(@Nullable String header) {
    boolean anything = false;
    for (var item : (header == null ? "" : header).toLowerCase(Locale.ROOT).split(",", -1)) {
      var parts = item.split(";", 2);
      var coding = parts[0].strip();
      boolean wanted = parts.length == 1 || !parts[1].strip().matches("q=0(\\.0*)?");
      if (coding.equals("gzip") || coding.equals("x-gzip")) {
        return wanted;
      }
      anything |= coding.equals("*") && wanted;
    }
    return anything;
  }
}
