package dev.retinue.sdk;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/// The Compose file of an agent: its services with their variables filled in and our labels on
/// them. What its author wrote in a Compose file stays as it is written.
final class ComposeFile {
  /// What is taken over of the Compose files of authors.
  private static final List<String> SECTIONS =
      List.of("services", "volumes", "networks", "configs", "secrets");

  private static final int MOST_CHARACTERS = 256 * 1024;

  private final String agent;
  private final String version;
  private final Variables variables;
  private final Map<String, Map<String, Node>> sections = new LinkedHashMap<>();
  private final Map<Node, Optional<Node>> filled = new HashMap<>();

  ComposeFile(String agent, String version, List<Service> services, Variables variables) {
    this.agent = agent;
    this.version = version;
    this.variables = variables;
    SECTIONS.forEach(section -> sections.put(section, new LinkedHashMap<>()));
    for (var service : services) {
      if (service.compose().isBlank()) {
        addImage(service);
      } else {
        addText(service);
      }
    }
    section("services").replaceAll((name, node) -> labelled(name, node));
  }

  private Map<String, Node> section(String name) {
    return sections.getOrDefault(name, Map.of());
  }

  Set<String> services() {
    return Set.copyOf(section("services").keySet());
  }

  /// The image of a service; empty where it is built.
  String image(String service) {
    return section("services").get(service) instanceof MappingNode node
            && YamlNodes.value(node, "image") instanceof ScalarNode image
        ? image.getValue()
        : "";
  }

  String text() {
    var top = new LinkedHashMap<String, Node>();
    sections.forEach(
        (name, entries) -> {
          if (!entries.isEmpty()) {
            top.put(name, YamlNodes.map(entries));
          }
        });
    return YamlNodes.text(YamlNodes.map(top));
  }

  private void addImage(Service service) {
    var fields = new LinkedHashMap<String, Node>();
    fields.put("image", quoted(service.image()));
    if (service.port() > 0) {
      // Only for this machine, on a port that is free.
      fields.put(
          "ports",
          YamlNodes.list(
              List.of(YamlNodes.text("127.0.0.1::" + service.port(), ScalarStyle.DOUBLE_QUOTED))));
    }
    if (!service.environment().isEmpty()) {
      var environment = new LinkedHashMap<String, Node>();
      service.environment().forEach((name, value) -> environment.put(name, quoted(value)));
      fields.put("environment", YamlNodes.map(environment));
    }
    if (!service.volumes().isEmpty()) {
      fields.put("volumes", YamlNodes.list(service.volumes().stream().map(this::quoted).toList()));
      service.volumes().forEach(this::declareVolume);
    }
    if (!service.health().isBlank()) {
      fields.put("healthcheck", healthcheck(service.health()));
    }
    add("services", service.name(), YamlNodes.map(fields));
  }

  /// A volume with a name and not a path must be declared.
  private void declareVolume(String volume) {
    var source = variables.filled(volume).split(":", 2)[0];
    if (source.matches("[A-Za-z0-9][A-Za-z0-9_.-]*") && volume.contains(":")) {
      section("volumes").putIfAbsent(source, YamlNodes.map(Map.of()));
    }
  }

  private Node healthcheck(String command) {
    var fields = new LinkedHashMap<String, Node>();
    fields.put("test", YamlNodes.list(List.of(quoted("CMD-SHELL"), quoted(command))));
    fields.put("interval", quoted("2s"));
    fields.put("timeout", quoted("5s"));
    fields.put("retries", new ScalarNode(Tag.INT, "30", ScalarStyle.PLAIN));
    return YamlNodes.map(fields);
  }

  private void addText(Service service) {
    var top = parsed(service);
    for (var section : SECTIONS) {
      if (YamlNodes.value(top, section) instanceof MappingNode entries) {
        for (var entry : entries.getValue()) {
          if (entry.getKeyNode() instanceof ScalarNode key) {
            add(section, key.getValue(), filled(entry.getValueNode()));
          }
        }
      }
    }
    if (!services().contains(service.name())) {
      throw new AgentException(
          ExitCode.FAILURE,
          "The Compose file of the service '%s' has no service of that name."
              .formatted(service.name()));
    }
  }

  private static MappingNode parsed(Service service) {
    var text = service.compose();
    var settings =
        LoadSettings.builder()
            .setCodePointLimit(MOST_CHARACTERS)
            .setBufferSize(text.length() + 1)
            .build();
    try {
      if (new Compose(settings).composeString(text).orElse(null) instanceof MappingNode top) {
        return top;
      }
    } catch (RuntimeException e) {
      throw noYaml(service, ": " + e.getMessage());
    }
    throw noYaml(service, "");
  }

  private static AgentException noYaml(Service service, String why) {
    return new AgentException(
        ExitCode.FAILURE,
        "The Compose file of the service '%s' is no YAML with keys%s"
            .formatted(service.name(), why));
  }

  private void add(String section, String name, Node node) {
    var former = section(section).putIfAbsent(name, node);
    if (former != null && section.equals("services")) {
      throw new AgentException(
          ExitCode.FAILURE, "This agent has two services named '%s'.".formatted(name));
    }
  }

  /// The same with variables filled in. What stands in several places by an alias stays one.
  private Node filled(Node node) {
    var known = filled.get(node);
    if (known != null) {
      return known.orElseThrow(
          () -> new AgentException(ExitCode.FAILURE, "A Compose file contains itself."));
    }
    filled.put(node, Optional.empty());
    var result =
        switch (node) {
          case ScalarNode scalar -> filledText(scalar);
          case SequenceNode list ->
              new SequenceNode(
                  list.getTag(),
                  list.getValue().stream().map(this::filled).toList(),
                  list.getFlowStyle());
          case MappingNode map ->
              new MappingNode(
                  map.getTag(),
                  map.getValue().stream()
                      .map(
                          entry ->
                              new NodeTuple(
                                  filled(entry.getKeyNode()), filled(entry.getValueNode())))
                      .toList(),
                  map.getFlowStyle());
          default -> node;
        };
    filled.put(node, Optional.of(result));
    return result;
  }

  private Node filledText(ScalarNode scalar) {
    return scalar.getValue().contains("$") ? quoted(scalar.getValue()) : scalar;
  }

  /// In quotes, so that no reader takes a password for a number; and with the dollars doubled,
  /// which Compose would take for variables.
  private Node quoted(String template) {
    return YamlNodes.text(variables.filled(template).replace("$", "$$"), ScalarStyle.DOUBLE_QUOTED);
  }

  private Node labelled(String name, Node node) {
    if (!(node instanceof MappingNode service)) {
      throw new AgentException(
          ExitCode.FAILURE, "The service '%s' of a Compose file has no keys.".formatted(name));
    }
    var labels = YamlNodes.value(service, "labels");
    return YamlNodes.with(service, "labels", labels(labels));
  }

  private Node labels(@Nullable Node former) {
    var ours = new LinkedHashMap<String, String>();
    ours.put("sfa.agent", agent.replace("$", "$$"));
    ours.put("sfa.version", version.replace("$", "$$"));
    if (former instanceof SequenceNode list) {
      var all = new ArrayList<>(list.getValue());
      ours.forEach(
          (key, value) -> all.add(YamlNodes.text(key + "=" + value, ScalarStyle.DOUBLE_QUOTED)));
      return YamlNodes.list(all);
    }
    var all = former instanceof MappingNode map ? map : YamlNodes.map(Map.of());
    for (var label : ours.entrySet()) {
      all =
          YamlNodes.with(
              all, label.getKey(), YamlNodes.text(label.getValue(), ScalarStyle.DOUBLE_QUOTED));
    }
    return all;
  }
}
