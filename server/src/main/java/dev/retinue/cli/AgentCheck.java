package dev.retinue.cli;

import dev.retinue.config.Configuration;
import dev.retinue.config.Setting;
import dev.retinue.config.team.FileStaff;
import dev.retinue.core.RetinueException;
import dev.retinue.runtime.cli.Programs;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Whether those who are written in files are there, and whoever is to work when nobody is named.
final class AgentCheck {
  private static final String DEFAULT_AGENT = "default-agent";

  private AgentCheck() {}

  /// What `retinue doctor` says of them.
  ///
  /// @param data the data directory
  static Finding finding(Path data, Map<String, String> environment) {
    try {
      return finding(ConfigOption.read(null, List.of(), environment), data);
    } catch (RetinueException _) {
      return Finding.ok("agents", "not looked at, because the configuration is wrong");
    }
  }

  private static Finding finding(Configuration configuration, Path data) {
    var listed = staff(configuration, data).listed();
    long ofFiles = listed.agents().values().stream().filter(it -> !it.isGeneral()).count();
    var text = "%d on the staff, %d of them of files".formatted(listed.agents().size(), ofFiles);
    var wrong = new ArrayList<>(listed.troubles());
    missingDefault(configuration, data).ifPresent(wrong::add);
    return wrong.isEmpty()
        ? Finding.ok("agents", text)
        : Finding.warn(
            "agents",
            "%s; wrong:\n%s".formatted(text, String.join("\n", wrong)),
            "Correct it; 'retinue agents validate <file>' and 'retinue config check' look again.");
  }

  /// Why files are left out.
  static List<String> troubles(Configuration configuration, Path data) {
    return staff(configuration, data).troubles();
  }

  /// What is wrong with the setting, if nobody has the name. Files come and go, so nothing that
  /// starts is kept from it.
  static Optional<String> missingDefault(Configuration configuration, Path data) {
    var name = configuration.settings().defaultAgent();
    if (name == null) {
      return Optional.empty();
    }
    var staff = staff(configuration, data);
    return staff.find(name).isPresent()
        ? Optional.empty()
        : Optional.of(
            "%s: '%s' is '%s', and there is no such agent; the staff are %s."
                .formatted(
                    origin(configuration),
                    DEFAULT_AGENT,
                    name,
                    String.join(", ", staff.listed().agents().keySet())));
  }

  private static String origin(Configuration configuration) {
    return configuration.effective().stream()
        .filter(it -> it.key().equals(DEFAULT_AGENT))
        .map(Setting::origin)
        .findFirst()
        .orElse("the configuration");
  }

  private static FileStaff staff(Configuration configuration, Path data) {
    return AgentShelf.of(configuration, data, new Programs(System.getenv()));
  }
}
