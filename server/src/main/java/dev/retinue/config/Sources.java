package dev.retinue.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Where a configuration comes from, the weakest first: the file, the environment, the options.
///
/// @param named the file that `--config` names
/// @param options what the options of the command say
public record Sources(@Nullable Path named, Map<String, String> environment, List<Given> options) {
  public Sources {
    environment = Map.copyOf(environment);
    options = List.copyOf(options);
  }
}
