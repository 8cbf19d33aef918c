package dev.retinue.cli;

import dev.retinue.core.Caller.Scope;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.Nearest;
import dev.retinue.core.RetinueException;
import dev.retinue.core.staff.Callers.Issued;
import dev.retinue.core.staff.Surroundings;
import java.util.Arrays;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `retinue token create`: makes a token, and shows it once.
@Command(
    name = "create",
    description = "Make a token and show it, once: Retinue keeps only its hash.",
    footer = {
      "",
      "The token is all that is written to standard output:",
      "  export RETINUE_TOKEN=$(retinue token create ci)"
    })
final class TokenCreate implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(
      paramLabel = "<name>",
      description =
          "Who calls with it: lower-case letters, digits, '.', '-' and '_'. What a caller starts"
              + " belongs to this name.")
  private String name = "";

  @Option(
      names = "--scope",
      defaultValue = "run",
      paramLabel = "<scope>",
      description =
          "What it allows: read (look), run (and start and stop), admin (and see what belongs to"
              + " others). Default: ${DEFAULT-VALUE}.")
  private String scope = "run";

  @Mixin private DataOption data = new DataOption();
  @Mixin private JsonOption json = new JsonOption();

  TokenCreate(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    var wanted = scope(scope);
    try (var visit = Visit.to(data.place(), Surroundings.real())) {
      show(visit.callers().create(name, wanted));
    }
    return ExitCode.OK;
  }

  private static Scope scope(String word) {
    return Arrays.stream(Scope.values())
        .filter(scope -> scope.word().equals(word))
        .findFirst()
        .orElseThrow(() -> noScope(word));
  }

  private static RetinueException noScope(String word) {
    var words = Arrays.stream(Scope.values()).map(Scope::word).toList();
    var meant = Nearest.to(word, words).map(" Did you mean '%s'?"::formatted).orElse("");
    return new RetinueException(
        ErrorCode.INVALID_INPUT,
        "--scope is one of %s, not '%s'.%s"
            .formatted(String.join(", ", words), Excerpt.of(word), meant));
  }

  private void show(Issued issued) {
    var credential = issued.credential();
    if (json.chosen()) {
      json.print(
          terminal,
          answer ->
              answer
                  .put("name", credential.name())
                  .put("scope", credential.scope().word())
                  .put("created_at", credential.createdAt().toString())
                  .put("token", issued.token()));
      return;
    }
    terminal
        .err()
        .println(
            "The token of '%s', with the scope '%s'. Keep it: it is not shown again."
                .formatted(credential.name(), credential.scope().word()));
    terminal.out().println(issued.token());
  }
}
