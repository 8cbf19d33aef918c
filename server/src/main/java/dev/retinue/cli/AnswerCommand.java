package dev.retinue.cli;

import dev.retinue.cli.daemon.RunIds;
import dev.retinue.cli.text.Amounts;
import dev.retinue.cli.text.Harmless;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `retinue answer`: answers what a run asked.
@Command(
    name = "answer",
    description = "Answer what a run waits for.",
    footer = {
      "",
      "A run that waits for one thing only needs no name for it; 'retinue ps' shows what it asks.",
      "",
      "  retinue answer agent-1a2b yes",
      "  retinue answer agent-1a2b need-17 \"call it invoices\""
    })
final class AnswerCommand implements Callable<Integer>, TalksToDaemon {
  private static final int LINE = 100;

  private final Terminal terminal;

  @Parameters(
      index = "0",
      paramLabel = "<id>",
      description = "The run; the beginning of its id is enough.")
  private String named = "";

  @Parameters(
      index = "1..*",
      arity = "1..2",
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
                            Harmless.line(need.path("text").asString(""), LINE))));
        throw new RetinueException(
            ErrorCode.INVALID_INPUT,
            "%s waits for several things; name one: %s."
                .formatted(Amounts.shortId(id), String.join(", ", asked)));
      }
    };
  }
}
