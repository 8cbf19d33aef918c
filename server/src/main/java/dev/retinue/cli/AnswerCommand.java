package dev.retinue.cli;

import dev.retinue.cli.daemon.RunIds;
import dev.retinue.cli.text.Amounts;
import dev.retinue.cli.text.Harmless;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `retinue answer`: answers what a run asked.
@Command(
    name = "answer",
    description = "Answer what a run waits for; without a run, list what is waited for.",
    footer = {
      "",
      "A run that waits for one thing only needs no name for it.",
      "",
      "  retinue answer",
      "  retinue answer agent-1a2b yes",
      "  retinue answer agent-1a2b need-17 \"call it invoices\""
    })
final class AnswerCommand implements Callable<Integer>, TalksToDaemon {
  private static final int LINE = 100;

  private final Terminal terminal;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "<id>",
      description = "The run; the beginning of its id is enough.")
  private @Nullable String named;

  @Parameters(
      index = "1..*",
      arity = "0..2",
      paramLabel = "[<need>] <text>",
      hideParamSyntax = true,
      description = "What it asked, where it asked several things; and the answer.")
  private List<String> words = new ArrayList<>();

  @Mixin private Reach reach = new Reach();
  @Mixin private JsonOption json = new JsonOption();

  AnswerCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (words.size() > 2) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT, "an answer of several words stands in quotes.");
    }
    if (named == null) {
      return list();
    }
    if (words.isEmpty()) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "say the answer, too: retinue answer %s \"…\". What is asked 'retinue answer' shows."
              .formatted(Excerpt.of(named)));
    }
    var api = reach.require(terminal);
    var id = new RunIds(api).require(named);
    var need = words.size() == 2 ? words.getFirst() : only(api.run(id).path("waiting_for"), id);
    var answer = api.answer(id, need, words.getLast());
    if (json.chosen()) {
      terminal.out().println(answer.toString());
    } else {
      terminal.out().println("%s has its answer.".formatted(Amounts.shortId(id)));
    }
    return ExitCode.OK;
  }

  /// What is waited for, and how each is answered.
  private int list() throws InterruptedException {
    var asked = new ArrayList<JsonNode>();
    if (!reach.isNew()) {
      for (var run : reach.require(terminal).runs("status=running&limit=1000").path("agents")) {
        if (!run.path("waiting_for").isEmpty()) {
          asked.add(run);
        }
      }
    }
    if (json.chosen()) {
      json.print(terminal, answer -> asked.forEach(answer.putArray("agents")::add));
    } else if (asked.isEmpty()) {
      terminal.out().println("Nobody waits for an answer.");
    } else {
      asked.forEach(this::show);
    }
    return ExitCode.OK;
  }

  /// Each question to its end: who allows something must have seen all of it.
  private void show(JsonNode run) {
    var id = Amounts.shortId(run.path("id").asString(""));
    var needs = run.path("waiting_for");
    for (var need : needs) {
      var kind = need.path("kind").asString("");
      terminal
          .out()
          .println(
              "%s  %s asks: %s"
                  .formatted(
                      id,
                      Harmless.line(run.path("agent").asString(""), LINE),
                      Harmless.asked(need.path("text").asString(""), Integer.MAX_VALUE)));
      var name = needs.size() > 1 ? need.path("id").asString("") + " " : "";
      var answer = kind.equals("permission") ? "yes" : "\"…\"";
      terminal.out().println(Called.in("    → retinue answer %s %s%s".formatted(id, name, answer)));
    }
  }

  private static String only(JsonNode needs, String id) {
    return switch (needs.size()) {
      case 0 ->
          throw new RetinueException(
              ErrorCode.CONFLICT, "%s waits for nothing.".formatted(Amounts.shortId(id)));
      case 1 -> needs.get(0).path("id").asString("");
      default -> {
        var asked = new ArrayList<String>();
        needs.forEach(
            need ->
                asked.add(
                    "%s (%s)"
                        .formatted(
                            need.path("id").asString(""),
                            Harmless.asked(need.path("text").asString(""), LINE))));
        throw new RetinueException(
            ErrorCode.INVALID_INPUT,
            "%s waits for several things; name one: %s."
                .formatted(Amounts.shortId(id), String.join(", ", asked)));
      }
    };
  }
}
