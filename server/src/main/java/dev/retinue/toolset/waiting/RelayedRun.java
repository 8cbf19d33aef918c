package dev.retinue.toolset.waiting;

import dev.retinue.core.Caller;
import dev.retinue.core.Need;
import dev.retinue.core.Recorded;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.staff.Staff;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.InputRequest;
import dev.retinue.toolset.Question;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// A run for which a call waits: what the run asks, the call asks, one question after the other. If
/// somebody else answers first, the call goes on.
final class RelayedRun {
  private static final int MOST_ATTEMPTS = 3;
  private static final int PAGE = 500;

  private final Staff staff;
  private final Call call;
  private final Caller caller;
  private final RunId id;
  // Those below are told apart: two may ask the same, and each has its own answer.
  private final String prefix;
  // What whoever was asked left to others.
  private final Set<String> left = new HashSet<>();

  /// @param above for which run the call waits
  RelayedRun(Staff staff, Call call, Caller caller, RunId id, RunId above) {
    this.staff = staff;
    this.call = call;
    this.caller = caller;
    this.id = id;
    this.prefix = id.equals(above) ? "" : id.text() + ":";
  }

  /// Whether there is something to ask that whoever calls can be asked.
  boolean hasQuestion(Run run) {
    return next(run).isPresent();
  }

  /// Asks what the run asks first, and gives it the answer.
  void relay(Run run) {
    next(run).ifPresent(question -> relay(run, question));
  }

  /// Takes back what was asked before a restart and answered by somebody else since.
  void withdrawAnswered() {
    long after = 0;
    List<Recorded> page;
    do {
      page = staff.feed().read(caller, id, after, PAGE);
      for (var recorded : page) {
        after = recorded.sequence();
        if (recorded.event() instanceof RunEvent.Answered(var _, var need, var _)) {
          call.withdraw(keys(need));
        }
      }
    } while (page.size() == PAGE);
  }

  private Set<String> keys(String need) {
    return IntStream.rangeClosed(1, MOST_ATTEMPTS)
        .mapToObj(attempt -> key(need, attempt))
        .collect(Collectors.toSet());
  }

  /// The same after a restart, so that an answer that was given is found again.
  private String key(String need, int attempt) {
    return prefix + (attempt == 1 ? need : need + "#" + attempt);
  }

  /// What to ask next. A client that shows no forms is not asked; others can answer.
  private Optional<Question> next(Run run) {
    return call.clientCan("elicitation")
        ? run.needs().stream()
            .filter(need -> !left.contains(need.id()))
            .map(Question::new)
            .filter(Question::takesWords)
            .findFirst()
        : Optional.empty();
  }

  private void relay(Run run, Question question) {
    var need = question.need();
    String fault = null;
    for (int attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
      var form = ask(run, need, key(need.id(), attempt), question.elicitation(fault));
      if (form == null) {
        return;
      }
      var answer = question.answerIn(form);
      if (answer.isEmpty()) {
        break;
      }
      fault = pass(question, answer.get());
      if (fault == null) {
        return;
      }
    }
    left.add(need.id());
  }

  /// The filled-in form; nothing if it is not needed any more.
  private @Nullable ObjectNode ask(Run run, Need need, String key, InputRequest form) {
    try (var _ = staff.feed().onRemoval(id, () -> call.withdraw(Set.of(key)));
        var _ =
            staff
                .feed()
                .follow(
                    caller,
                    id,
                    run.sequence(),
                    (events, _) -> {
                      if (isOver(need, events)) {
                        call.withdraw(Set.of(key));
                      }
                      return true;
                    })) {
      return call.ask(Map.of(key, form)).get(key);
    }
  }

  private static boolean isOver(Need need, List<Recorded> events) {
    return events.stream()
        .map(Recorded::event)
        .anyMatch(
            event ->
                event instanceof RunEvent.Completed
                    || event instanceof RunEvent.Failed
                    || event instanceof RunEvent.Stopped
                    || (event instanceof RunEvent.Answered(var _, var answered, var _)
                        && answered.equals(need.id())));
  }

  /// Gives the answer to the run, and says what is wrong with it, if anything is.
  private @Nullable String pass(Question question, String answer) {
    try {
      staff.answer(caller, id, question.need().id(), question.require(answer));
      return null;
    } catch (RetinueException e) {
      return switch (e.code()) {
        case INVALID_INPUT -> e.getMessage();
        // Somebody was faster.
        case CONFLICT -> null;
        case FORBIDDEN -> {
          left.add(question.need().id());
          yield null;
        }
        case UNAUTHORIZED, NOT_FOUND, LIMIT_EXCEEDED, INTERNAL_ERROR, SERVICE_UNAVAILABLE ->
            throw e;
      };
    }
  }
}
