package dev.retinue.cli;

import dev.retinue.cli.daemon.Daemons;
import dev.retinue.web.api.Examination;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/// `retinue doctor` for those who ask the daemon itself.
final class HouseDoctor implements Examination {
  private final Path data;
  private final Properties properties;
  private final Map<String, String> environment;

  /// @param data the data directory
  HouseDoctor(Path data, Properties properties, Map<String, String> environment) {
    this.data = data;
    this.properties = properties;
    this.environment = environment;
  }

  @Override
  public List<Finding> findings() throws InterruptedException {
    var daemons =
        new Daemons(
            data,
            () -> Install.of(properties).launcher(),
            Version.number(),
            Install.findBuild(properties).orElse(null),
            environment);
    return new Checkup(daemons, properties, environment)
        .findings().stream()
            .map(it -> new Finding(it.name(), it.level().word(), it.text(), it.remedy()))
            .toList();
  }
}
