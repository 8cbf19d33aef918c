package dev.retinue.mcp.schema;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import dev.retinue.mcp.rpc.Json;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A schema that somebody else wrote. It is looked at before it is used, refers to nothing outside
/// itself, and what it costs is bounded: a small one can otherwise keep a validator busy for years.
public final class ForeignSchema {
  private static final String META = "https://json-schema.org/draft/2020-12/schema";
  private static final Set<String> REFUSED = Set.of("$id", "$dynamicRef", "$recursiveRef");

  /// How many parts it may have, those counted again to which it refers again.
  private static final int MOST_PARTS = 10_000;

  private final Schema schema;

  private ForeignSchema(Schema schema) {
    this.schema = schema;
  }

  /// A schema, or a `MisfitException` that says in a sentence why this is none.
  public static ForeignSchema of(ObjectNode json) {
    requireDialect(json);
    // Its own name matters to nobody here.
    var nameless = json.deepCopy();
    nameless.remove("$id");
    new Parts(nameless).count(nameless);
    // One of its own: what it names must not be found by other schemas.
    var registry = Validator.newRegistry();
    var faults =
        Validator.sentences(registry.getSchema(SchemaLocation.of(META)).validate(nameless));
    if (!faults.isEmpty()) {
      throw new MisfitException(faults.getFirst());
    }
    try {
      var schema = registry.getSchema(nameless);
      schema.initializeValidators();
      schema.validate(Json.object());
      return new ForeignSchema(schema);
    } catch (SchemaException | PatternSyntaxException | StackOverflowError e) {
      throw new MisfitException("it cannot be understood: " + e.getMessage());
    }
  }

  /// One sentence for each thing that is wrong with a value.
  public List<String> violations(JsonNode value) {
    return Validator.sentences(schema.validate(value));
  }

  private static void requireDialect(ObjectNode json) {
    var dialect = json.path("$schema").asString(META);
    if (!dialect.equals(META) && !dialect.equals(META + "#")) {
      throw new MisfitException("'$schema' must be %s, or left out".formatted(META));
    }
  }

  /// Counts the parts of a schema as a validator walks them.
  private static final class Parts {
    private final JsonNode root;
    private final Map<String, Integer> known = new HashMap<>();
    private final Set<String> open = new HashSet<>();

    Parts(JsonNode root) {
      this.root = root;
    }

    int count(JsonNode node) {
      long all = 1;
      for (var member : node.properties()) {
        if (REFUSED.contains(member.getKey()) && member.getValue().isString()) {
          throw new MisfitException("'%s' is not taken here".formatted(member.getKey()));
        }
        boolean refers = member.getKey().equals("$ref") && member.getValue().isString();
        all += refers ? follow(member.getValue().stringValue()) : count(member.getValue());
      }
      if (node.isArray()) {
        for (var element : node) {
          all += count(element);
        }
      }
      if (all > MOST_PARTS) {
        throw new MisfitException("it has more than %d parts".formatted(MOST_PARTS));
      }
      return (int) all;
    }

    private int follow(String reference) {
      var count = known.get(reference);
      if (count != null) {
        return count;
      }
      var target =
          find(reference)
              .orElseThrow(
                  () ->
                      new MisfitException(
                          "'$ref' must name a part of the schema itself, as '#/$defs/name' does"));
      if (!open.add(reference)) {
        throw new MisfitException("'$ref' leads back to itself");
      }
      count = count(target);
      open.remove(reference);
      known.put(reference, count);
      return count;
    }

    private Optional<JsonNode> find(String reference) {
      var pointer = reference.startsWith("#") ? pointer(reference.substring(1)) : null;
      return Optional.ofNullable(pointer).map(root::at).filter(node -> !node.isMissingNode());
    }

    private static @Nullable JsonPointer pointer(String text) {
      try {
        return JsonPointer.compile(text);
      } catch (IllegalArgumentException e) {
        return null;
      }
    }
  }
}
