package dev.retinue.toolset.checks;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.port.Checker;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.schema.ForeignSchema;
import dev.retinue.mcp.schema.MisfitException;
import java.io.IOException;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Looks whether the payload of a run is JSON that fits a schema.
final class SchemaChecks {
  private static final int MOST_TOLD = 3;

  private SchemaChecks() {}

  static void require(String schema) {
    try {
      read(schema);
    } catch (JacksonException | MisfitException e) {
      var why = e instanceof MisfitException misfit ? misfit.sentence() : "it is no JSON object";
      throw new RetinueException(
          ErrorCode.INVALID_INPUT, "The schema of the check is no JSON Schema: %s.".formatted(why));
    }
  }

  private static ForeignSchema read(String schema) {
    return ForeignSchema.of(Json.WIRE.readValue(schema, ObjectNode.class));
  }

  /// Why the payload does not fit.
  static Optional<String> misfit(String schema, Checker.@Nullable Payload payload)
      throws IOException {
    if (payload == null) {
      return Optional.of("there is no payload");
    }
    if (payload.bytes() > Json.LONGEST) {
      return Optional.of("the payload has more than %d MiB".formatted(Json.LONGEST >> 20));
    }
    JsonNode value;
    try (var in = payload.open()) {
      value = Json.WIRE.readTree(in.readAllBytes());
    } catch (JacksonException e) {
      return Optional.of("the payload is no JSON: " + e.getOriginalMessage());
    }
    if (value.isMissingNode()) {
      return Optional.of("the payload is no JSON: there is nothing in it");
    }
    var violations = read(schema).violations(value);
    return violations.isEmpty()
        ? Optional.empty()
        : Optional.of(violations.stream().limit(MOST_TOLD).collect(Collectors.joining("; ")));
  }
}
