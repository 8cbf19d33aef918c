package dev.retinue.web.api;

import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.Nearest;
import dev.retinue.core.RetinueException;
import dev.retinue.core.audit.Action;
import dev.retinue.core.audit.AuditEntry.Outcome;
import dev.retinue.core.audit.AuditLine;
import dev.retinue.core.audit.Subject;
import dev.retinue.core.port.AuditLog;
import dev.retinue.core.staff.Staff;
import dev.retinue.web.api.Operation.About;
import dev.retinue.web.api.Operation.Parameter;
import dev.retinue.web.http.Replies;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.List;
import org.eclipse.jetty.http.HttpHeader;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Who did what, for those who see everything.
final class AuditOperations {
  private static final int USUAL = 100;
  private static final int MOST = 1_000;
  private static final String LINES = "application/x-ndjson";

  private final Staff staff;

  AuditOperations(Staff staff) {
    this.staff = staff;
  }

  /// A page of the audit trail, the newest entry first.
  ///
  /// @param next where the next page begins; null after the last
  record Page(List<ObjectNode> entries, @Nullable Long next) {}

  Operation list() {
    return Operation.any(
        "GET",
        "/api/audit",
        About.answering(
                "Who did what, the newest entry first; for who sees what is everybody's.",
                Page.class)
            .with(
                new Parameter(
                    "since", "string", "Only from this time on, as 2026-11-18T12:00:00Z."),
                new Parameter("caller", "string", "Only what this caller did."),
                new Parameter(
                    "action", "string", "Only this action, or all of a kind: run.stop, run."),
                new Parameter(
                    "subject",
                    "string",
                    "Only what was done to this run, session, token or agent; the beginning of an id is enough."),
                new Parameter("outcome", "string", "ok, refused, failed, or a code."),
                new Parameter("before", "integer", "The 'next' of the page before."),
                new Parameter("limit", "integer", "How many at most: 1 to 1000, else 100.")),
        this::answer);
  }

  private void answer(ApiCall call) {
    var caller = call.caller();
    var query = staff.audit().of(caller, Action.AUDIT_READ, Subject.AUDIT, () -> query(call));
    var page = staff.audit().log().page(query);
    if (!caller.id().equals(Caller.OWNER)) {
      staff.audit().read(caller);
    }
    var visit = call.visit();
    var accept = visit.header("Accept");
    if (accept != null && accept.contains(LINES)) {
      sendLines(call, page);
    } else {
      var entries = page.lines().stream().map(AuditLine::json).toList();
      Replies.json(visit.response(), visit.callback(), 200, new Page(entries, page.next()));
    }
  }

  private static void sendLines(ApiCall call, AuditLog.Page page) {
    var text = new StringBuilder();
    page.lines().forEach(line -> text.append(line.text()).append('\n'));
    var response = call.visit().response();
    response.setStatus(200);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, LINES);
    if (page.next() != null) {
      response.getHeaders().put("Retinue-Next", page.next());
    }
    response.write(
        true,
        ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.UTF_8)),
        call.visit().callback());
  }

  private static AuditLog.Query query(ApiCall call) {
    call.caller().requireSight("The audit trail tells what everybody did");
    var limit = call.number("limit", 1, MOST);
    return new AuditLog.Query(
        since(call.word("since")),
        call.word("caller"),
        action(call.word("action")),
        call.word("subject"),
        outcome(call.word("outcome")),
        call.number("before", 1, Long.MAX_VALUE),
        limit == null ? USUAL : Math.toIntExact(limit));
  }

  private static @Nullable Instant since(@Nullable String word) {
    try {
      return word == null ? null : Instant.parse(word);
    } catch (DateTimeParseException _) {
      throw refused("'since' is '%s'; write a time such as 2026-11-18T12:00:00Z.", word);
    }
  }

  private static @Nullable String action(@Nullable String word) {
    if (word != null
        && Action.words().stream().noneMatch(it -> it.equals(word) || it.startsWith(word + "."))) {
      var meant = Nearest.to(word, Action.words()).map(" Did you mean '%s'?"::formatted).orElse("");
      throw refused("There is no action '%s'." + meant, word);
    }
    return word;
  }

  private static @Nullable String outcome(@Nullable String word) {
    boolean known =
        word == null
            || Arrays.stream(Outcome.values()).anyMatch(it -> it.word().equals(word))
            || Arrays.stream(ErrorCode.values()).anyMatch(it -> it.name().equalsIgnoreCase(word));
    if (!known) {
      throw refused("'outcome' is '%s'; it is ok, refused, failed or the code of a refusal.", word);
    }
    return word;
  }

  private static RetinueException refused(String sentence, @Nullable String word) {
    return new RetinueException(
        ErrorCode.INVALID_INPUT, sentence.formatted(Excerpt.of(String.valueOf(word))));
  }
}
