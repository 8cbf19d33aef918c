package dev.retinue.config.team;

import dev.retinue.config.team.key.Placed;
import dev.retinue.config.team.key.Remark;
import dev.retinue.config.team.key.TeamKeys;
import dev.retinue.config.team.key.Toolsets;
import dev.retinue.config.yaml.Mistakes;
import dev.retinue.config.yaml.Position;
import dev.retinue.config.yaml.Quoted;
import dev.retinue.core.Nearest;
import dev.retinue.core.craft.Kit;
import dev.retinue.core.craft.Kit.Setup;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The toolsets of agents as kits: what they name is found, and what a project may not bring along
/// is left out.
final class Servers {
  private static final String CATALOGUE = "docker:";

  private final Map<String, TeamKeys.Server> declared = new TreeMap<>();
  private final Set<String> known;
  private final boolean trusted;
  private final Mistakes mistakes;
  private final List<Remark> remarks;

  /// @param known the operator's
  Servers(
      List<TeamKeys.Server> declared,
      Set<String> known,
      boolean trusted,
      Mistakes mistakes,
      List<Remark> remarks) {
    declared.forEach(it -> this.declared.put(it.name(), it));
    this.known = known;
    this.trusted = trusted;
    this.mistakes = mistakes;
    this.remarks = remarks;
  }

  /// Those of one agent.
  List<Kit> kits(List<Toolsets.Written> toolsets) {
    var kits = new ArrayList<Kit>();
    var names = new HashSet<String>();
    for (var toolset : toolsets) {
      kit(toolset).map(it -> unique(it, names)).ifPresent(kits::add);
    }
    return List.copyOf(kits);
  }

  private Optional<Kit> kit(Toolsets.Written toolset) {
    var kit = toolset.kit();
    if (kit == null) {
      return Optional.empty();
    }
    if (kit.kind() != Kit.Kind.MCP) {
      return Optional.of(trusted ? kit : narrowed(kit, toolset.at()));
    }
    var server = kit.setup().server();
    if (server != null) {
      return started(kit, server, toolset.at());
    }
    return Optional.ofNullable(toolset.ref()).flatMap(ref -> referred(kit, ref));
  }

  private Optional<Kit> referred(Kit kit, Placed<String> ref) {
    if (ref.value().startsWith(CATALOGUE)) {
      return leaveOut(
          ref.at(),
          "%s is a server of Docker's catalogue, which is not supported, and is left out; name it with 'command' or 'remote'."
              .formatted(Quoted.of(ref.value())));
    }
    var own = declared.get(ref.value());
    if (own != null) {
      return declared(kit, own, ref);
    }
    if (known.contains(ref.value())) {
      var server = new Kit.Server(ref.value(), true, null, List.of(), Map.of(), null, Map.of());
      return Optional.of(with(kit, server));
    }
    var names = new TreeSet<>(known);
    names.addAll(declared.keySet());
    var meant =
        Nearest.to(Quoted.shortened(ref.value()), names)
            .map("did you mean '%s'?"::formatted)
            .orElse("name it in 'mcps', or in the configuration under 'mcp-servers'.");
    mistakes.add(
        ref.at(), "there is no MCP server %s; %s".formatted(Quoted.of(ref.value()), meant));
    return Optional.empty();
  }

  private Optional<Kit> declared(Kit kit, TeamKeys.Server own, Placed<String> ref) {
    var further = own.written().ref();
    var server = own.written().server();
    var both =
        new Kit(
            kit.kind(),
            kit.tools().isEmpty() ? own.tools() : kit.tools(),
            kit.instruction().isEmpty() ? own.instruction() : kit.instruction(),
            kit.setup());
    if (server != null) {
      return started(both, server, ref.at());
    }
    if (further == null || declared.containsKey(further.value())) {
      mistakes.add(
          own.at(),
          "mcps '%s' refers to another of 'mcps'; write out what it is."
              .formatted(Quoted.shortened(own.name())));
      return Optional.empty();
    }
    return referred(both, further);
  }

  private Optional<Kit> started(Kit kit, Kit.Server server, Position at) {
    return trusted
        ? Optional.of(with(kit, server))
        : leaveOut(
            at,
            "the MCP server '%s' is left out: this is the file of a project, and those name only servers of the configuration; put the file into a folder of the operator."
                .formatted(server.name()));
  }

  private Optional<Kit> leaveOut(Position at, String sentence) {
    remarks.add(new Remark(at, sentence));
    return Optional.empty();
  }

  /// What a project says besides could reach further than it may.
  private Kit narrowed(Kit kit, Position at) {
    var setup = kit.setup();
    if (!setup.environment().isEmpty()) {
      remarks.add(
          new Remark(
              at,
              "'env' is left out: this is the file of a project; put the file into a folder of the operator."));
    }
    return new Kit(
        kit.kind(),
        kit.tools(),
        kit.instruction(),
        new Setup(
            Map.of(),
            setup.allow(),
            setup.deny(),
            setup.timeoutSeconds(),
            null,
            setup.shared(),
            null));
  }

  private static Kit with(Kit kit, Kit.@Nullable Server server) {
    return new Kit(kit.kind(), kit.tools(), kit.instruction(), Toolsets.served(server));
  }

  /// Two servers of one agent with the same name would have tools with the same names.
  private static Kit unique(Kit kit, Set<String> names) {
    var server = kit.setup().server();
    if (server == null || names.add(server.name()) || server.known()) {
      return kit;
    }
    int number = 2;
    while (!names.add(numbered(server.name(), number))) {
      number++;
    }
    return with(
        kit,
        new Kit.Server(
            numbered(server.name(), number),
            false,
            server.command(),
            server.arguments(),
            server.environment(),
            server.url(),
            server.headers()));
  }

  private static String numbered(String name, int number) {
    return name.substring(0, Math.min(name.length(), 28)) + "-" + number;
  }
}
