package dev.retinue.sdk;

import dev.retinue.mcp.schema.RecordSchema;
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
  /// @param schema of its parameters, which is made when somebody wants to see it
  /// @param input the record of its parameters
  record Extra(
      String name,
      String description,
      Supplier<RecordSchema> schema,
      Class<? extends Record> input,
      Work work) {
    ObjectNode parameters() {
      return schema.get().json();
    }

    /// What it was called with.
    Record given(Context ctx) {
      return schema.get().decode(((Invocation) ctx).arguments(), input);
    }
  }
}
