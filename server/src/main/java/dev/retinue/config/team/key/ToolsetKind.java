package dev.retinue.config.team.key;

import dev.retinue.config.Kind;
import dev.retinue.config.Schemas;
import dev.retinue.config.Shape;
import dev.retinue.config.Spot;
import dev.retinue.config.yaml.Quoted;
import dev.retinue.config.yaml.YamlNode.Entry;
import dev.retinue.config.yaml.YamlNode.Mapping;
import dev.retinue.config.yaml.YamlNode.Scalar;
import dev.retinue.core.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.node.ObjectNode;

/// One toolset: its type says which keys it has. A key that belongs to another type is not merely
/// unknown, and its writer is told where it belongs.
final class ToolsetKind implements Kind<Toolsets.Written> {
  private final Map<String, Shape<Toolsets.Written>> shapes = Toolsets.shapes();
  private final Map<String, List<String>> leftOut = Toolsets.leftOut();

  /// Which types a key belongs to.
  private final Map<String, TreeSet<String>> homes = new TreeMap<>();

  ToolsetKind() {
    shapes.forEach((type, shape) -> shape.keys().forEach(key -> home(key.name(), type)));
    leftOut.forEach((type, keys) -> keys.forEach(key -> home(key, type)));
  }

  private void home(String key, String type) {
    homes.computeIfAbsent(key, _ -> new TreeSet<>()).add(type);
  }

  @Override
  public String expected() {
    return "a toolset with its type";
  }

  @Override
  public Optional<Toolsets.Written> read(Spot spot) {
    var entries = spot.entries(expected());
    if (entries.isEmpty()) {
      return Optional.empty();
    }
    var written = entries.get().stream().filter(it -> it.key().text().equals("type")).findFirst();
    if (written.isEmpty() || !(written.get().value() instanceof Scalar type)) {
      return spot.note(
          written.map(it -> it.value().at()).orElse(spot.at()),
          "%s has no 'type'".formatted(spot.title()),
          "add it: one of " + String.join(", ", shapes.keySet()));
    }
    if (leftOut.containsKey(type.text())) {
      var sentence =
          "toolsets of the type '%s' are not supported, and this one is left out."
              .formatted(type.text());
      return Optional.of(
          new Toolsets.Written(spot.at(), null, null, List.of(new Remark(type.at(), sentence))));
    }
    var shape = shapes.get(type.text());
    return shape == null ? refuseType(spot, type) : read(spot, type.text(), shape, entries.get());
  }

  private Optional<Toolsets.Written> refuseType(Spot spot, Scalar type) {
    var known = new TreeSet<>(shapes.keySet());
    known.addAll(leftOut.keySet());
    return spot.note(
        type.at(),
        "there is no toolset of the type %s".formatted(Quoted.of(type.text())),
        Nearest.to(Quoted.shortened(type.text()), known)
            .map("did you mean '%s'?"::formatted)
            .orElse("there are " + String.join(", ", shapes.keySet())));
  }

  private Optional<Toolsets.Written> read(
      Spot spot, String type, Shape<Toolsets.Written> shape, List<Entry> entries) {
    int before = spot.mistakes().noted();
    var own = new ArrayList<Entry>();
    for (var entry : entries) {
      var elsewhere = homes.get(entry.key().text());
      if (elsewhere == null || elsewhere.contains(type)) {
        own.add(entry);
      } else {
        spot.note(
            entry.key().at(),
            "%s can only stand in a toolset of the type %s, and this one is %s"
                .formatted(
                    Quoted.of(entry.key().text()), String.join(" or ", elsewhere), Quoted.of(type)),
            "remove it");
      }
    }
    var rest =
        new Spot(
            spot.name(),
            spot.phrase(),
            spot.title(),
            spot.at(),
            new Mapping(spot.node().at(), List.copyOf(own), spot.node().size()),
            spot.mistakes());
    var read = shape.read(rest);
    return spot.mistakes().noted() > before ? Optional.empty() : read;
  }

  @Override
  public ObjectNode schema() {
    var schema = Schemas.anything();
    var types = schema.putArray("anyOf");
    shapes.forEach(
        (type, shape) -> {
          var one = shape.schema();
          one.withObject("properties").putObject("type").put("const", type);
          if (type.equals("mcp")) {
            McpKeys.exactlyOne(one);
          }
          types.add(one);
        });
    var others = Schemas.type("object");
    others.putObject("properties").set("type", Schemas.oneOf(leftOut.keySet()));
    others.putArray("required").add("type");
    types.add(others);
    return schema;
  }
}
