package dev.retinue.cli;

import dev.retinue.config.Configuration;
import dev.retinue.core.Agent;
import dev.retinue.core.Credential;
import dev.retinue.core.Grant;
import dev.retinue.core.RetinueException;
import dev.retinue.core.staff.Callers.Issued;
import dev.retinue.core.staff.TokenDesk;
import dev.retinue.mcp.schema.ToolJson;
import dev.retinue.runtime.cli.Programs;
import dev.retinue.toolset.TokenView;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// How tokens are shown on the command line.
final class TokenPage {
  private final Terminal terminal;
  private final JsonOption json;

  TokenPage(Terminal terminal, JsonOption json) {
    this.terminal = terminal;
    this.json = json;
  }

  /// With null where something has no end, so that programs find the field.
  static ObjectNode describe(Credential credential, Instant now) {
    ObjectNode json = ToolJson.MAPPER.valueToTree(TokenView.of(credential, now));
    for (var end : List.of("expires_at", "revoked_at")) {
      if (!json.has(end)) {
        json.putNull(end);
      }
    }
    return json;
  }

  /// A token that was just made: all that is written to standard output.
  void show(Issued issued, Instant now) {
    var credential = issued.credential();
    if (json.chosen()) {
      json.print(
          terminal,
          answer -> {
            answer.setAll(describe(credential, now));
            answer.put("token", issued.token());
          });
      return;
    }
    terminal
        .err()
        .println(
            "The token of '%s', with the scope '%s'. Keep it: it is not shown again."
                .formatted(credential.name(), credential.scope().word()));
    terminal.out().println(issued.token());
  }

  void show(Credential credential, Instant now) {
    if (json.chosen()) {
      json.print(terminal, answer -> answer.setAll(describe(credential, now)));
      return;
    }
    var view = TokenView.of(credential, now);
    line("name", view.name());
    line("scope", view.scope());
    line("state", view.state());
    line("toolsets", all(view.toolsets()));
    line("agents", all(view.agents()));
    line("roots", all(view.roots()));
    line("rate", view.rate() == null ? "as usual" : view.rate() + " requests a second");
    line(
        "concurrency",
        view.concurrency() == null ? "as usual" : view.concurrency() + " trees of runs at once");
    line("per day", view.budgetPerDayUsd() == null ? "any" : view.budgetPerDayUsd() + " USD");
    line("per month", view.budgetPerMonthUsd() == null ? "any" : view.budgetPerMonthUsd() + " USD");
    line("created", time(credential.createdAt()));
    var end = credential.terms().expiresAt();
    line("expires", end == null ? "never" : time(end));
  }

  private static String time(Instant instant) {
    return instant.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private static String all(List<String> some) {
    return some.isEmpty() ? "all" : String.join(", ", some);
  }

  private void line(String name, String value) {
    terminal.out().println("%-12s %s".formatted(name, value));
  }

  /// Says what is odd about it, as far as that can be known here.
  void warn(Grant grant, Path data) {
    if (grant.agents().isEmpty() && grant.roots().isEmpty()) {
      return;
    }
    for (var doubt : TokenDesk.doubts(grant, staff(data, grant))) {
      terminal.err().println("retinue: " + doubt);
    }
  }

  /// Where the configuration cannot be read, nobody is odd.
  private static List<String> staff(Path data, Grant grant) {
    try {
      Configuration configuration = ConfigOption.read(null, List.of(), System.getenv());
      return AgentShelf.of(configuration, data, new Programs(System.getenv())).all().stream()
          .map(Agent::name)
          .toList();
    } catch (RetinueException e) {
      return grant.agents();
    }
  }
}
