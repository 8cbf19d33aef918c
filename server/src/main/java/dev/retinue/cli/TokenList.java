package dev.retinue.cli;

import dev.retinue.core.Credential;
import dev.retinue.core.Grant;
import dev.retinue.core.staff.Surroundings;
import dev.retinue.toolset.TokenView;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `retinue token list`: who may call, and who might once.
@Command(
    name = "list",
    description =
        "List the tokens: name, scope, state, when made, when over, and what limits them. Never the"
            + " tokens.")
final class TokenList implements Callable<Integer> {
  private static final String ROW = "%-24s %-6s %-8s %-21s %-21s %s";

  private final Terminal terminal;
  @Mixin private DataOption data = new DataOption();
  @Mixin private JsonOption json = new JsonOption();

  TokenList(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    var surroundings = Surroundings.real();
    try (var visit = Visit.to(data.place(), surroundings)) {
      show(visit.callers().all(), surroundings.clock().instant());
    }
    return ExitCode.OK;
  }

  private void show(List<Credential> all, Instant now) {
    if (json.chosen()) {
      json.print(
          terminal,
          answer -> {
            var tokens = answer.putArray("tokens");
            all.forEach(credential -> tokens.add(TokenPage.describe(credential, now)));
          });
      return;
    }
    terminal.out().println(ROW.formatted("NAME", "SCOPE", "STATE", "CREATED", "ENDS", "LIMITS"));
    for (var credential : all) {
      var view = TokenView.of(credential, now);
      terminal
          .out()
          .println(
              ROW.formatted(
                  view.name(),
                  view.scope(),
                  view.state(),
                  shown(credential.createdAt()),
                  shown(end(credential)),
                  limits(credential.terms().grant())));
    }
  }

  private static @Nullable Instant end(Credential credential) {
    var revoked = credential.revokedAt();
    return revoked == null ? credential.terms().expiresAt() : revoked;
  }

  private static String limits(Grant grant) {
    var limits = new ArrayList<String>();
    if (!grant.toolsets().isEmpty()) {
      limits.add(String.join("+", grant.toolsets()));
    }
    if (!grant.agents().isEmpty()) {
      limits.add("agents " + String.join("+", grant.agents()));
    }
    if (!grant.roots().isEmpty()) {
      limits.add("roots " + String.join("+", grant.roots()));
    }
    add(limits, grant.rate(), "%s/s");
    add(limits, grant.concurrency(), "%s at once");
    add(limits, grant.perDay(), "%s a day");
    add(limits, grant.perMonth(), "%s a month");
    return limits.isEmpty() ? "-" : String.join(", ", limits);
  }

  private static void add(List<String> limits, @Nullable Object limit, String words) {
    if (limit != null) {
      limits.add(words.formatted(limit));
    }
  }

  private static String shown(@Nullable Instant time) {
    return time == null ? "-" : time.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
