package dev.retinue.toolset.lifecycle;

import dev.retinue.core.Check;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.Nearest;
import dev.retinue.core.RetinueException;
import dev.retinue.mcp.schema.Description;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// An acceptance check as a caller gives it.
public record CheckInput(
    @Description("file_exists, file_contains, payload_schema or command.") String type,
    @Description("For the first two: the file, below the working directory.") @Nullable String path,
    @Description("For file_contains: the text that must be in the file.") @Nullable String text,
    @Description("For payload_schema: the JSON Schema that the payload must fit, as JSON.")
        @Nullable ObjectNode schema,
    @Description("For command: the name of a command that the operator has configured.")
        @Nullable String name) {
  private static final List<String> TYPES =
      List.of("file_exists", "file_contains", "payload_schema", "command");

  /// The checks, or a refusal that says what is missing.
  public static List<Check> checks(@Nullable List<CheckInput> inputs) {
    return inputs == null ? List.of() : inputs.stream().map(CheckInput::check).toList();
  }

  private Check check() {
    return switch (type) {
      case "file_exists" -> {
        refuse("text", text);
        refuse("schema", schema);
        refuse("name", name);
        yield new Check.FileExists(require("path", path));
      }
      case "file_contains" -> {
        refuse("schema", schema);
        refuse("name", name);
        yield new Check.FileContains(require("path", path), require("text", text));
      }
      case "payload_schema" -> {
        refuse("path", path);
        refuse("text", text);
        refuse("name", name);
        yield new Check.PayloadSchema(require("schema", schema).toString());
      }
      case "command" -> {
        refuse("path", path);
        refuse("text", text);
        refuse("schema", schema);
        yield new Check.Command(require("name", name));
      }
      default -> throw refused("There is no check '%s'%s".formatted(Excerpt.of(type), meant()));
    };
  }

  private String meant() {
    return Nearest.to(type, TYPES)
        .map("; did you mean '%s'?"::formatted)
        .orElse(", only " + String.join(", ", TYPES) + ".");
  }

  private <T> T require(String name, @Nullable T value) {
    if (value == null) {
      throw refused("A check of the type '%s' needs '%s'.".formatted(type, name));
    }
    return value;
  }

  private void refuse(String name, @Nullable Object value) {
    if (value != null) {
      throw refused("A check of the type '%s' has no '%s'.".formatted(type, name));
    }
  }

  private static RetinueException refused(String sentence) {
    return new RetinueException(ErrorCode.INVALID_INPUT, sentence);
  }
}
