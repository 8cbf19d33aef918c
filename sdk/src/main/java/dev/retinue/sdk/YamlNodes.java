package dev.retinue.sdk;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Present;
import org.snakeyaml.engine.v2.api.lowlevel.Serialize;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/// Pieces of YAML with the way in which they are written.
final class YamlNodes {
  private YamlNodes() {}

  static ScalarNode text(String value, ScalarStyle style) {
    return new ScalarNode(Tag.STR, value, style);
  }

  static SequenceNode list(List<? extends Node> values) {
    return new SequenceNode(Tag.SEQ, List.copyOf(values), FlowStyle.BLOCK);
  }

  static MappingNode map(Map<String, ? extends Node> values) {
    var entries = new ArrayList<NodeTuple>();
    values.forEach((key, value) -> entries.add(entry(key, value)));
    return new MappingNode(Tag.MAP, entries, entries.isEmpty() ? FlowStyle.FLOW : FlowStyle.BLOCK);
  }

  private static NodeTuple entry(String key, Node value) {
    return new NodeTuple(text(key, ScalarStyle.PLAIN), value);
  }

  static @Nullable Node value(MappingNode map, String key) {
    return map.getValue().stream()
        .filter(entry -> isKey(entry, key))
        .map(NodeTuple::getValueNode)
        .findFirst()
        .orElse(null);
  }

  private static boolean isKey(NodeTuple entry, String key) {
    return entry.getKeyNode() instanceof ScalarNode scalar && scalar.getValue().equals(key);
  }

  /// The same with another value for this key.
  static MappingNode with(MappingNode map, String key, Node value) {
    var entries = new ArrayList<>(map.getValue());
    entries.removeIf(entry -> isKey(entry, key));
    entries.add(entry(key, value));
    return new MappingNode(map.getTag(), entries, FlowStyle.BLOCK);
  }

  static String text(Node node) {
    var settings = DumpSettings.builder().setSplitLines(false).setWidth(Integer.MAX_VALUE).build();
    return new Present(settings)
        .emitToString(new Serialize(settings).serializeOne(node).iterator());
  }
}
