package dev.retinue.cli;

import dev.retinue.core.Credential;
import dev.retinue.core.staff.Surroundings;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.node.ObjectNode;

/// `retinue token list`: who may call, and who might once.
@Command(
    name = "list",
    description = "List the tokens: name, scope, when made, when revoked. Never the tokens.")
final class TokenList implements Callable<Integer> {
  private static final String ROW = "%-24s %-6s %-21s %s";

  private final Terminal terminal;
  @Mixin private DataOption data = new DataOption();
  @Mixin private JsonOption json = new JsonOption();

  TokenList(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    try (var visit = Visit.to(data.place(), Surroundings.real())) {
      show(visit.callers().all());
    }
    return ExitCode.OK;
  }

  private void show(List<Credential> all) {
    if (json.chosen()) {
      json.print(
          terminal,
          answer -> {
            var tokens = answer.putArray("tokens");
            all.forEach(credential -> describe(credential, tokens.addObject()));
          });
      return;
    }
    terminal.out().println(ROW.formatted("NAME", "SCOPE", "CREATED", "REVOKED"));
    for (var credential : all) {
      terminal
          .out()
          .println(
              ROW.formatted(
                  credential.name(),
                  credential.scope().word(),
                  shown(credential.createdAt()),
                  shown(credential.revokedAt())));
    }
  }

  private static void describe(Credential credential, ObjectNode into) {
    into.put("name", credential.name());
    into.put("scope", credential.scope().word());
    into.put("created_at", credential.createdAt().toString());
    var revokedAt = credential.revokedAt();
    into.put("revoked_at", revokedAt == null ? null : revokedAt.toString());
  }

  private static String shown(@Nullable Instant time) {
    return time == null ? "-" : time.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
