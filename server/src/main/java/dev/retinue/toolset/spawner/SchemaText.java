package dev.retinue.toolset.spawner;

import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import dev.retinue.core.staff.Staff;
import dev.retinue.mcp.rpc.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The JSON Schema that an answer must fit, as callers give it: inline, or by the path of a file in
/// a folder where their agents may work.
final class SchemaText {
  private static final int LONGEST = 1 << 18;

  private final Staff staff;

  SchemaText(Staff staff) {
    this.staff = staff;
  }

  /// @param folder where the agent will work; a path may be relative to it
  String read(Caller caller, JsonNode given, @Nullable Path folder) {
    if (given instanceof ObjectNode inline) {
      return inline.toString();
    }
    if (!given.isString() || given.stringValue().isBlank()) {
      throw refused("structured_output is a JSON Schema, or the path of a file that is one.");
    }
    var text = given.stringValue().strip();
    return text.startsWith("{") ? parsed(text) : parsed(content(caller, text, folder));
  }

  private static String parsed(String text) {
    try {
      return Json.WIRE.readValue(text, ObjectNode.class).toString();
    } catch (JacksonException e) {
      throw refused("structured_output is no JSON object: " + e.getOriginalMessage());
    }
  }

  private String content(Caller caller, String name, @Nullable Path folder) {
    var file = allowed(caller, name, folder);
    try (var in = Files.newInputStream(file)) {
      var bytes = in.readNBytes(LONGEST + 1);
      if (bytes.length > LONGEST) {
        throw refused(
            "The schema '%s' has more than %d KiB.".formatted(Excerpt.of(name), LONGEST >> 10));
      }
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw unreadable(name);
    }
  }

  /// As it really is: no link leads out of the folders that are allowed.
  private Path allowed(Caller caller, String name, @Nullable Path folder) {
    try {
      var path = folder == null ? Path.of(name) : folder.resolve(name);
      if (!path.isAbsolute()) {
        throw refused(
            "The path '%s' of structured_output is relative, and there is no working directory."
                .formatted(Excerpt.of(name)));
      }
      var real = path.toRealPath();
      var parent = real.getParent();
      if (parent == null || !Files.isRegularFile(real)) {
        throw unreadable(name);
      }
      staff.placeOf(caller, parent.toString());
      return real;
    } catch (IOException | InvalidPathException e) {
      throw unreadable(name);
    } catch (RetinueException e) {
      throw e.code() == ErrorCode.INVALID_INPUT ? unreadable(name) : e;
    }
  }

  /// The same whether it is missing or forbidden.
  private static RetinueException unreadable(String name) {
    return refused(
        "structured_output '%s' is not a file inside the folders in which this may work; give the schema inline, or the path of one that is."
            .formatted(Excerpt.of(name, 200)));
  }

  private static RetinueException refused(String sentence) {
    return new RetinueException(ErrorCode.INVALID_INPUT, sentence);
  }
}
