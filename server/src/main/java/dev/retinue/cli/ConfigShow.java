package dev.retinue.cli;

import dev.retinue.config.Configuration;
import dev.retinue.config.Setting;
import dev.retinue.core.Agent;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `retinue config show`: every setting as it counts, and who says so.
@Command(name = "show", description = "Show every setting as it counts, and who says so.")
final class ConfigShow implements Callable<Integer> {
  private static final String ROW = "%-38s %-26s %s";

  private final Terminal terminal;
  @Mixin private ConfigOption config = new ConfigOption();
  @Mixin private JsonOption json = new JsonOption();

  ConfigShow(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    var configuration = config.read(List.of(), System.getenv());
    configuration.warnings().forEach(it -> terminal.err().println("retinue: " + it));
    if (json.chosen()) {
      print(configuration);
    } else {
      show(configuration);
    }
    return ExitCode.OK;
  }

  private void show(Configuration configuration) {
    var out = terminal.out();
    out.println(ROW.formatted("KEY", "VALUE", "SAID BY"));
    for (var setting : configuration.effective()) {
      out.println(ROW.formatted(setting.key(), shown(setting), setting.origin()));
    }
    var staff = configuration.staff().all().stream().map(Agent::name).toList();
    out.println(ROW.formatted("staff", staff.isEmpty() ? "-" : staff, file(configuration)));
  }

  private static String shown(Setting setting) {
    return Objects.requireNonNullElse(setting.value(), "-");
  }

  private static String file(Configuration configuration) {
    return configuration.file().map(Object::toString).orElse(Setting.DEFAULT);
  }

  private void print(Configuration configuration) {
    json.print(
        terminal,
        answer -> {
          answer.put("file", configuration.file().map(Object::toString).orElse(null));
          var settings = answer.putArray("settings");
          for (var setting : configuration.effective()) {
            settings
                .addObject()
                .put("key", setting.key())
                .put("value", setting.value())
                .put("said_by", setting.origin());
          }
          var staff = answer.putArray("staff");
          configuration.staff().all().forEach(agent -> staff.add(agent.name()));
        });
  }
}
