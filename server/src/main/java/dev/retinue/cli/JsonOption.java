package dev.retinue.cli;

import java.util.function.Consumer;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The option `--json`, as every command has it that answers something.
final class JsonOption {
  @Option(names = "--json", description = "Answer with one line of JSON, for programs.")
  private boolean chosen;

  boolean chosen() {
    return chosen;
  }

  /// Answers on standard output.
  void print(Terminal terminal, Consumer<ObjectNode> answer) {
    var json = JsonMapper.shared().createObjectNode();
    answer.accept(json);
    terminal.out().println(json);
  }
}
