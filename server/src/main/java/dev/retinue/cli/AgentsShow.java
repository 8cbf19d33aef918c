package dev.retinue.cli;

import dev.retinue.cli.text.Harmless;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.toolset.MemberView;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/// `retinue agents show`: all that one of the staff is, but for what may be a secret.
@Command(name = "show", description = "Show what one of the staff is: model, tools, team, rules.")
final class AgentsShow implements Callable<Integer> {
  private static final int LINE = 400;

  private final Terminal terminal;

  @Parameters(paramLabel = "<name>", description = "Its name.")
  private String name = "";

  @Mixin private ConfigOption config = new ConfigOption();
  @Mixin private DataOption data = new DataOption();
  @Mixin private JsonOption json = new JsonOption();

  AgentsShow(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    var staff = AgentsList.staff(config, data);
    var agent = staff.require(name);
    var view = MemberView.of(agent, true);
    var minds = Minds.of(config);
    var needs = new Needs(minds.lacks(agent, staff), minds.passedOver(agent));
    if (json.chosen()) {
      ObjectNode tree = Json.WIRE.valueToTree(view);
      tree.put("missing", needs.missing().orElse(null));
      tree.put("passed_over", needs.passedOver().orElse(null));
      json.print(terminal, answer -> answer.setAll(tree));
    } else {
      show(view, needs, terminal.out());
    }
    return ExitCode.OK;
  }

  /// What is not set here.
  ///
  /// @param missing without which it does not begin
  /// @param passedOver which only those need that stand in
  private record Needs(Optional<String> missing, Optional<String> passedOver) {}

  private static void show(MemberView view, Needs needs, PrintWriter out) {
    line(out, "name", view.name());
    line(out, "description", view.description());
    line(out, "runtime", view.runtime());
    line(out, "model", view.model());
    line(out, "stand-ins", String.join(", ", view.standIns()));
    line(out, "missing", needs.missing().orElse(null));
    line(out, "passed over", needs.passedOver().map("without "::concat).orElse(null));
    line(out, "tools", String.join(", ", view.tools()));
    line(out, "toolsets", joined(view.toolsets().stream().map(AgentsShow::toolset).toList()));
    line(out, "members", mates(view.members()));
    line(out, "handoffs", mates(view.handoffs()));
    line(out, "commands", String.join(", ", view.commands()));
    line(out, "allowed", String.join(", ", view.permissions().allow()));
    line(out, "asked", String.join(", ", view.permissions().ask()));
    line(out, "denied", String.join(", ", view.permissions().deny()));
    line(out, "file", view.file());
    line(out, "trusted", view.trusted() ? "yes" : "no: it is of a project");
    line(out, "digest", view.digest());
    if (!view.instructions().isBlank()) {
      out.println();
      out.println(Harmless.text(view.instructions()));
    }
  }

  private static String toolset(MemberView.Toolset it) {
    var server = it.server() == null ? "" : " " + it.server();
    var tools = it.tools().isEmpty() ? "" : " (%s)".formatted(String.join(", ", it.tools()));
    return it.type() + server + tools;
  }

  private static String mates(List<MemberView.Mate> mates) {
    return mates.stream()
        .map(
            it ->
                it.name().equals(it.agent())
                    ? it.name()
                    : "%s (%s)".formatted(it.name(), it.agent()))
        .collect(Collectors.joining(", "));
  }

  private static String joined(List<String> parts) {
    return String.join(", ", parts);
  }

  private static void line(PrintWriter out, String what, @Nullable String value) {
    if (value != null && !value.isBlank()) {
      out.println("%-12s %s".formatted(what, Harmless.line(value, LINE)));
    }
  }
}
