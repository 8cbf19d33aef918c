package dev.retinue.cli;

import dev.retinue.config.Configuration;
import dev.retinue.config.Given;
import dev.retinue.config.Known;
import dev.retinue.config.Sources;
import dev.retinue.llm.provider.Provider;
import dev.retinue.llm.provider.Providers;
import dev.retinue.runtime.coder.staff.CoderRuntime;
import dev.retinue.runtime.llm.LlmRuntime;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The option `--config`, and what there is that a configuration can name.
final class ConfigOption {
  @Option(
      names = "--config",
      paramLabel = "<file>",
      description =
          "The configuration file. Default: RETINUE_CONFIG, or retinue/retinue.yaml where this system keeps settings (~/.config).")
  private @Nullable Path file;

  Configuration read(List<Given> options, Map<String, String> environment) {
    return read(file, options, environment);
  }

  static Configuration read(
      @Nullable Path file, List<Given> options, Map<String, String> environment) {
    return Configuration.read(new Sources(file, environment, options), known());
  }

  private static Known known() {
    var runtimes = new TreeSet<>(Set.of(ScriptedRuntime.NAME, LlmRuntime.NAME, CoderRuntime.NAME));
    Workshop.PROFILES.forEach(profile -> runtimes.add(profile.name()));
    var providers = Providers.known().stream().map(Provider::name).collect(Collectors.toSet());
    return new Known(runtimes, Assembly.TOOLSETS, providers);
  }
}
