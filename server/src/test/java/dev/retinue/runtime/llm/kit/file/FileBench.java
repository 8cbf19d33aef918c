package dev.retinue.runtime.llm.kit.file;

import dev.retinue.runtime.llm.tool.Tool.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.function.Predicate;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The tools for files on a real folder, with something outside that nobody may reach.
final class FileBench {
  static final String SECRET = "nobody may read this";

  private final Path root;
  private final Path outside;
  private Scope scope = Scope.ALL;
  private Predicate<Path> free = _ -> true;
  private Duration toSearch = Duration.ofSeconds(20);

  FileBench(Path folder) throws IOException {
    root = Files.createDirectories(folder.resolve("work"));
    outside = Files.createDirectories(folder.resolve("outside"));
    Files.writeString(outside.resolve("secret.txt"), SECRET);
  }

  Path root() {
    return root;
  }

  Path outside() {
    return outside;
  }

  FileBench within(Scope other) {
    scope = other;
    return this;
  }

  FileBench ruled(Predicate<Path> other) {
    free = other;
    return this;
  }

  FileBench searchingFor(Duration other) {
    toSearch = other;
    return this;
  }

  Path file(String name, String text) throws IOException {
    var file = root.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  /// @param input JSON with single quotes
  Result use(String tool, String input) throws IOException, InterruptedException {
    return use(tool, JsonMapper.shared().readValue(input.replace('\'', '"'), ObjectNode.class));
  }

  Result use(String tool, ObjectNode input) throws IOException, InterruptedException {
    var files =
        new dev.retinue.runtime.llm.kit.file.Files(
            Enclosed.of(root, scope), free, new Random(), toSearch);
    return new FileTools(files)
        .tools().stream()
            .filter(it -> it.spec().name().equals(tool))
            .findFirst()
            .orElseThrow()
            .call("call", input);
  }

  static ObjectNode path(String path) {
    return JsonMapper.shared().createObjectNode().put("path", path);
  }
}
