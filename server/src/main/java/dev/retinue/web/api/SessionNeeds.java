package dev.retinue.web.api;

import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.Need;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.audit.Action;
import dev.retinue.core.audit.Subject;
import dev.retinue.core.staff.Staff;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.toolset.Question;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Answers what the one who speaks in a session waits for, or somebody who works for it.
public final class SessionNeeds {
  private final Staff staff;

  public SessionNeeds(Staff staff) {
    this.staff = staff;
  }

  /// One who asks, and what.
  private record Asking(Run run, Need need) {}

  /// Gives a permission, or does not.
  SessionForms.Answered resume(Caller caller, String session, SessionForms.Resumption said) {
    var asking = require(caller, session, Need.Kind.PERMISSION, said.need());
    return answer(caller, session, asking, leave(said, new Question(asking.need())));
  }

  private static String leave(SessionForms.Resumption said, Question question) {
    // Not everybody who asks can be told so for more than once.
    boolean lasting = question.options().isEmpty() || question.options().contains("always");
    var tool = said.toolName();
    return switch (said.confirmation()) {
      case "approve" -> "allow";
      case "approve-session" -> lasting ? "always *" : "allow";
      case "approve-tool" -> lasting ? "always" + (tool == null ? "" : " " + tool) : "allow";
      case "reject" ->
          said.reason() == null || said.reason().isBlank() ? "deny" : "deny: " + said.reason();
      default ->
          throw new RetinueException(
              ErrorCode.INVALID_INPUT,
              "'confirmation' is '%s'; it must be one of approve, approve-session, approve-tool, reject."
                  .formatted(Excerpt.of(said.confirmation())));
    };
  }

  /// Answers a question, or says that it will not be.
  SessionForms.Answered elicit(Caller caller, String session, SessionForms.Elicited said) {
    var asking = require(caller, session, Need.Kind.ANSWER, said.need());
    var question = new Question(asking.need());
    var answer = question.answerIn(form(said));
    return answer.isPresent()
        ? answer(caller, session, asking, question.require(answer.get()))
        : answered(session, asking, false);
  }

  private static ObjectNode form(SessionForms.Elicited said) {
    var action = said.action();
    if (!action.equals("accept") && !action.equals("decline") && !action.equals("cancel")) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "'action' is '%s'; it must be one of accept, decline, cancel."
              .formatted(Excerpt.of(action)));
    }
    var form = Json.object().put("action", action);
    form.putObject("content").put("answer", text(said.content()));
    return form;
  }

  /// What stands in the only field, whatever it is called, or all of it as JSON.
  private static String text(@Nullable ObjectNode content) {
    if (content == null || content.isEmpty()) {
      return "";
    }
    JsonNode only = content.size() == 1 ? content.iterator().next() : content.get("answer");
    if (only == null) {
      return content.toString();
    }
    return only.isString() ? only.stringValue() : only.toString();
  }

  /// Says it to whoever asked this, or, where that is not said, to whoever asked first: but nobody
  /// permits what he has perhaps not seen.
  public void say(Caller caller, String session, @Nullable String need, String answer) {
    var asking =
        find(caller, session, null, need)
            .orElseThrow(() -> nobody(session, "something that can be said"));
    if (need == null && asking.need().kind() == Need.Kind.PERMISSION) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "Say which permission is meant: 'need' is '%s' for this: %s"
              .formatted(asking.need().id(), Excerpt.of(asking.need().text(), 500)));
    }
    answer(caller, session, asking, new Question(asking.need()).require(answer));
  }

  private SessionForms.Answered answer(
      Caller caller, String session, Asking asking, String answer) {
    staff.answer(caller, asking.run().id(), asking.need().id(), answer);
    return answered(session, asking, true);
  }

  private static SessionForms.Answered answered(String session, Asking asking, boolean delivered) {
    return new SessionForms.Answered(
        session, asking.run().id().text(), asking.need().id(), delivered);
  }

  private Asking require(Caller caller, String session, Need.Kind kind, @Nullable String need) {
    return find(caller, session, kind, need).orElseThrow(() -> nobody(session, word(kind)));
  }

  private static String word(Need.Kind kind) {
    return kind == Need.Kind.PERMISSION ? "a permission" : "an answer";
  }

  private static RetinueException nobody(String session, String what) {
    return new RetinueException(
        ErrorCode.CONFLICT, "Nobody in session '%s' waits for %s now.".formatted(session, what));
  }

  private Optional<Asking> find(
      Caller caller, String session, Need.@Nullable Kind kind, @Nullable String id) {
    var found =
        staff
            .audit()
            .of(
                caller,
                Action.RUN_ANSWER,
                Subject.session(session),
                () -> staff.sessions().require(caller, session));
    var turn = found.turn();
    return Optional.ofNullable(turn)
        .flatMap(it -> staff.find(caller, it))
        .filter(run -> !run.ended())
        .stream()
        .flatMap(run -> SessionDetails.inNeed(staff, caller, run))
        .flatMap(run -> run.needs().stream().map(need -> new Asking(run, need)))
        .filter(it -> kind == null ? it.need().kind().takesWords() : it.need().kind() == kind)
        .filter(it -> id == null || it.need().id().equals(id))
        .findFirst();
  }
}
