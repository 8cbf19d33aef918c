package dev.retinue.runtime.llm.kit.file;

import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.util.ArrayDeque;
import java.util.Deque;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// A folder and what is below it, as JSON.
final class Tree implements Outline.Visitor {
  private final ObjectNode root;
  private final Deque<ObjectNode> open = new ArrayDeque<>();

  Tree(String name) {
    root = node(name, true);
    open.push(root);
  }

  private static ObjectNode node(String name, boolean folder) {
    var node = JsonMapper.shared().createObjectNode().put("name", name);
    node.put("type", folder ? "directory" : "file");
    if (folder) {
      node.putArray("children");
    }
    return node;
  }

  @Override
  public boolean meet(SecureDirectoryStream<Path> folder, Outline.Entry entry) {
    var node = node(entry.name(), entry.isFolder());
    open.element().withArray("children").add(node);
    if (entry.isFolder()) {
      open.push(node);
    }
    return true;
  }

  @Override
  public void leave(Outline.Entry folder) {
    open.pop();
  }

  String json(boolean full) {
    if (full) {
      root.put("truncated", true);
    }
    return root.toString();
  }
}
