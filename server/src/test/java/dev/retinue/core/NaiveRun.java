package dev.retinue.core;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A run as somebody would tell it who has never seen the other: a few facts, changed in place.
final class NaiveRun {
  /// One thing that is done to a run.
  enum Step {
    QUEUE,
    START,
    REQUEUE,
    RELEASE,
    PARK,
    FOLLOW,
    STEER,
    SAY,
    THINK,
    CALL_TOOL,
    HEAR_TOOL,
    TELL,
    CONDENSE,
    HAND_OVER,
    FALL_BACK,
    NOTE,
    DELIVER,
    CHECK,
    LEARN,
    PRINT,
    SPEND,
    SPEND_NOTHING,
    ASK_COLOUR,
    ASK_LEAVE,
    ANSWER_COLOUR,
    ANSWER_LEAVE,
    COMPLETE,
    COMPLETE_WITH_PAYLOAD,
    COMPLETE_AND_PASS,
    COMPLETE_IN_VAIN,
    FAIL,
    STOP,
    RAISE
  }

  private static final List<String> NOTHING = List.of();

  private final Set<String> questions = new HashSet<>();
  private boolean accepted;
  private boolean inHand;
  private boolean parked;
  private @Nullable String ending;
  private boolean lateResult;
  long timesTaken;
  long tokens;

  String word() {
    if (ending != null) {
      return ending;
    }
    if (inHand || parked) {
      return questions.isEmpty() ? "running" : "waiting";
    }
    return accepted ? "queued" : "ready";
  }

  boolean inHand() {
    return inHand;
  }

  boolean over() {
    return ending != null;
  }

  /// Does it, and says which kinds of events it makes.
  List<String> does(Step step) {
    boolean atWork = inHand && ending == null;
    return switch (step) {
      case QUEUE -> queue();
      case START -> start();
      case REQUEUE -> requeue();
      case RELEASE -> release();
      case PARK -> park(atWork);
      case FOLLOW -> only(ending != null, "Learned");
      case SAY -> only(atWork, "Said");
      case THINK -> only(atWork, "Thought");
      case CALL_TOOL -> only(atWork, "ToolCalled");
      case HEAR_TOOL -> only(atWork, "ToolAnswered");
      case STEER -> only(atWork, "Steered");
      case TELL -> only(atWork, "Told");
      case CONDENSE -> only(atWork, "Condensed");
      case HAND_OVER -> only(atWork, "AgentSwitching");
      case FALL_BACK -> only(atWork, "ModelFallback");
      case NOTE -> only(atWork, "Noted");
      case DELIVER -> only(accepted && ending == null, "Delivered");
      case CHECK -> only(atWork, "Checked");
      case LEARN -> only(inHand, "Learned");
      case PRINT -> only(inHand, "Printed");
      case SPEND -> spend();
      case SPEND_NOTHING -> NOTHING;
      case ASK_COLOUR -> only(atWork && questions.add("colour"), "Asked");
      case ASK_LEAVE -> only(atWork && questions.add("leave"), "Asked");
      case ANSWER_COLOUR -> only(atWork && questions.remove("colour"), "Answered");
      case ANSWER_LEAVE -> only(atWork && questions.remove("leave"), "Answered");
      case COMPLETE -> complete(List.of("Completed"));
      case COMPLETE_WITH_PAYLOAD -> complete(List.of("Delivered", "Completed"));
      case COMPLETE_AND_PASS -> complete(List.of("Checked", "Checked", "Completed"));
      case COMPLETE_IN_VAIN -> completeInVain();
      case FAIL -> end("failed", List.of("Failed"));
      case STOP -> end("stopped", List.of("Stopped"));
      case RAISE -> only(ending == null, "BudgetRaised");
    };
  }

  private static List<String> only(boolean heard, String kind) {
    return heard ? List.of(kind) : NOTHING;
  }

  private List<String> queue() {
    if (accepted || ending != null) {
      return NOTHING;
    }
    accepted = true;
    return List.of("Queued");
  }

  /// It waits, and nobody has it in hand.
  private List<String> park(boolean atWork) {
    if (!atWork || !questions.add("time")) {
      return NOTHING;
    }
    inHand = false;
    parked = true;
    return List.of("Learned", "Asked", "Released");
  }

  private List<String> start() {
    if (!accepted || inHand || parked || ending != null) {
      return NOTHING;
    }
    inHand = true;
    timesTaken++;
    return List.of("Started");
  }

  private List<String> requeue() {
    if (!(inHand || parked) || ending != null) {
      return NOTHING;
    }
    inHand = false;
    parked = false;
    questions.clear();
    return List.of("Requeued");
  }

  private List<String> release() {
    if (!inHand || ending == null) {
      return NOTHING;
    }
    inHand = false;
    return List.of("Released");
  }

  private List<String> spend() {
    tokens += 7;
    return List.of("Spent");
  }

  private List<String> complete(List<String> events) {
    if ("stopped".equals(ending) && !lateResult) {
      lateResult = true;
      return List.of("ResultCameLate");
    }
    return end("completed", events);
  }

  /// Who says that he is done and is not has failed, whatever he has to show.
  private List<String> completeInVain() {
    return ending == null
        ? end("failed", List.of("Delivered", "Checked", "Checked", "Failed", "ResultCameLate"))
        : complete(NOTHING);
  }

  private List<String> end(String how, List<String> events) {
    if (ending != null) {
      return NOTHING;
    }
    ending = how;
    return events;
  }
}
