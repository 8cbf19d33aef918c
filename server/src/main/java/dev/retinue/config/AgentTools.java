package dev.retinue.config;

import dev.retinue.config.yaml.Mistakes;
import dev.retinue.config.yaml.Quoted;
import dev.retinue.config.yaml.YamlNode;
import dev.retinue.config.yaml.YamlNode.Sequence;
import dev.retinue.core.Agent;
import dev.retinue.core.Nearest;
import dev.retinue.core.tool.ToolServer;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Whoever thinks in this process can only use the tools of servers that there are. What the tools
/// of a program are called, that program knows.
final class AgentTools {
  private static final String RUNTIME = "llm";
  private static final int MOST_NAMED = 20;

  private final Set<String> servers;

  AgentTools(List<ToolServer> servers) {
    this.servers =
        servers.stream().map(ToolServer::name).collect(Collectors.toCollection(TreeSet::new));
  }

  void check(List<Agent> staff, YamlNode root, Mistakes mistakes) {
    for (var agent : staff) {
      var node = Above.find(root, List.of("staff", agent.name(), StaffSection.TOOLS.name()));
      if (agent.means().runtime().equals(RUNTIME)
          && node.isPresent()
          && node.get() instanceof Sequence list) {
        for (int i = 0; i < agent.tools().size(); i++) {
          check(agent, i, list, mistakes);
        }
      }
    }
  }

  private void check(Agent agent, int index, Sequence list, Mistakes mistakes) {
    var name = agent.tools().get(index);
    int end = name.indexOf('/');
    var server = end < 0 ? name : name.substring(0, end);
    if (servers.contains(server) || name.equals(ToolServer.NONE)) {
      return;
    }
    var remedy =
        Nearest.to(server, servers)
            .map("did you mean '%s'?"::formatted)
            .orElse(
                servers.isEmpty()
                    ? "there is none: name it in '%s'.".formatted(ToolServersSection.NAME)
                    : "they are %s.".formatted(some(servers)));
    mistakes.add(
        list.items().get(index).at(),
        "there is no tool server %s, which 'tools' of staff '%s' names; %s"
            .formatted(Quoted.of(server), agent.name(), remedy));
  }

  private static String some(Collection<String> names) {
    var shown = names.stream().limit(MOST_NAMED).collect(Collectors.joining(", "));
    return names.size() > MOST_NAMED ? shown + " and others" : shown;
  }
}
