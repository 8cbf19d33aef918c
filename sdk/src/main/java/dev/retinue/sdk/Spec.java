package dev.retinue.sdk;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// All that an agent says of itself.
///
/// @param accepts the kinds of input; empty if it takes none
/// @param takes the record that its options were read from
/// @param retention for how long what it keeps is meant to be kept
record Spec(
    String name,
    String version,
    String description,
    Trust trust,
    boolean contextRequired,
    List<String> accepts,
    boolean mcp,
    List<Option> options,
    @Nullable Class<? extends Record> takes,
    List<Variable> variables,
    List<Service> services,
    List<Extra> tools,
    String retention,
    List<String> examples,
    Work work) {
  Spec {
    accepts = List.copyOf(accepts);
    options = List.copyOf(options);
    variables = List.copyOf(variables);
    services = List.copyOf(services);
    tools = List.copyOf(tools);
    examples = List.copyOf(examples);
  }

  /// A tool beside the first one, which only a client of MCP can use.
  ///
  /// @param parameters the schema of its parameters
  /// @param reading what comes before its work: it gives back what it was given
  record Extra(
      String name,
      String description,
      Supplier<ObjectNode> parameters,
      Work work,
      Work reading) {
    ObjectNode schema() {
      return parameters.get();
    }
  }
}
