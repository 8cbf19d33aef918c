package dev.retinue.cli;

import dev.retinue.core.staff.Surroundings;
import dev.retinue.runtime.cli.Programs;
import dev.retinue.testing.Collector;
import dev.retinue.watch.Watchtower;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A household as the daemon has it, which may have somebody who wants its spans.
final class TracedHouse {
  private TracedHouse() {}

  /// What it sees if this one wants them.
  static Map<String, String> telling(Collector collector) {
    return Map.of(
        "OTEL_EXPORTER_OTLP_ENDPOINT",
        collector.url().toString(),
        "OTEL_EXPORTER_OTLP_HEADERS",
        "x-team=blue%20one,x-other=2",
        "OTEL_SERVICE_NAME",
        "test-house");
  }

  /// @param folder its home, with its data directory in it
  /// @param config the text of its configuration
  /// @param seen what it sees besides the usual
  static Household open(Path folder, String config, Map<String, String> seen) throws IOException {
    var file = Files.writeString(folder.resolve("retinue.yaml"), config);
    var environment = new HashMap<>(Map.of("HOME", folder.toString(), "PATH", "/usr/bin:/bin"));
    environment.putAll(seen);
    var configuration = ConfigOption.read(file, List.of(), environment);
    var settings = configuration.settings();
    var tracing = new Tracing(settings.watching().traces(), environment);
    var watch = new Watchtower("1", System::nanoTime, tracing.tracer());
    var data = folder.resolve("data");
    var workshop = new Workshop(data, settings, environment, watch);
    return Household.open(
            new Household.Settings(
                data,
                settings.rules(),
                0,
                Surroundings.real(),
                () -> {},
                workshop.commands(),
                workshop::remember,
                watch),
            AgentShelf.of(configuration, data, new Programs(environment)),
            workshop.runtimes(),
            workshop.reaper())
        .with(workshop);
  }
}
