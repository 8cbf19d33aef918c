package dev.retinue.cli;

import dev.retinue.config.Configuration;
import dev.retinue.config.Settings;
import dev.retinue.config.team.AgentFiles;
import dev.retinue.config.team.AgentFolder;
import dev.retinue.config.team.FileStaff;
import dev.retinue.config.team.Landscape;
import dev.retinue.core.group.GroupPlan;
import dev.retinue.core.tool.ToolServer;
import dev.retinue.llm.provider.Provider;
import dev.retinue.llm.provider.Provider.Dialect;
import dev.retinue.llm.provider.Providers;
import dev.retinue.runtime.cli.Programs;
import dev.retinue.store.files.DataFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The staff of a data directory: whom the configuration names, and who is written in files.
final class AgentShelf {
  private AgentShelf() {}

  /// @param data the data directory
  static FileStaff of(Configuration configuration, Path data, Programs programs) {
    var settings = configuration.settings();
    return new FileStaff(
            UsualStaff.of(configuration.staff(), settings.hirePrograms(), programs),
            files(settings),
            folders(settings, data))
        .yielding(UsualStaff::isToWatch);
  }

  /// The folders of the operator: that of the data directory first.
  static List<AgentFolder> folders(Settings settings, Path data) {
    var folders = new ArrayList<AgentFolder>();
    folders.add(AgentFolder.trusted(new DataFolder(data).agents()));
    settings.agents().forEach(it -> folders.add(AgentFolder.trusted(it)));
    return folders;
  }

  static AgentFiles files(Settings settings) {
    return new AgentFiles(landscape(settings));
  }

  /// What files of agents can name.
  static Landscape landscape(Settings settings) {
    return new Landscape(
        providers(settings),
        settings.supervision().toolServers().stream()
            .map(ToolServer::name)
            .collect(Collectors.toSet()),
        Set.of(GroupPlan.AGENT),
        UsualStaff.single(),
        UsualStaff.programs(),
        TemplateShelf::requireSchema);
  }

  private static Map<String, Landscape.Provider> providers(Settings settings) {
    var providers = new HashMap<String, Landscape.Provider>();
    Providers.known()
        .forEach(
            it ->
                providers.put(
                    it.name(),
                    new Landscape.Provider(
                        openAiAddress(it), it.dialect() == Dialect.RESPONSES, it.keys())));
    settings
        .thinking()
        .providers()
        .forEach(it -> providers.put(it.name(), new Landscape.Provider(null, false, List.of())));
    return providers;
  }

  private static @Nullable String openAiAddress(Provider provider) {
    return switch (provider.dialect()) {
      case ANTHROPIC, GEMINI -> null;
      case RESPONSES, OPENAI_CHAT, CHAT, PLAIN_CHAT, THOUGHTFUL_CHAT -> provider.base();
    };
  }
}
