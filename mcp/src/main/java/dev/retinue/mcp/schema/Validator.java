package dev.retinue.mcp.schema;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Checks values against a schema. It is compiled when it is first needed, because a list of tools
/// needs none; a schema is never fetched from anywhere.
public final class Validator {
  private static final int LONGEST_VALUE = 80;

  /// Times are checked, too; sentences are in English wherever the server runs.
  private static final SchemaRegistryConfig CONFIG =
      SchemaRegistryConfig.builder()
          .formatAssertionsEnabled(true)
          .locale(Locale.ENGLISH)
          .regularExpressionFactory(BoundedPattern::of)
          .build();

  private static final Supplier<SchemaRegistry> REGISTRY = once(Validator::newRegistry);

  private final Supplier<Schema> schema;

  public Validator(ObjectNode json) {
    this.schema = once(() -> REGISTRY.get().getSchema(json));
  }

  static SchemaRegistry newRegistry() {
    return SchemaRegistry.withDefaultDialect(
        SpecificationVersion.DRAFT_2020_12,
        builder ->
            builder
                .schemaLoader(loader -> loader.fetchRemoteResources(false))
                .schemaRegistryConfig(CONFIG));
  }

  /// One sentence for each thing that is wrong: where, what stands there, and what is allowed.
  public List<String> violations(JsonNode value) {
    return sentences(schema.get().validate(value));
  }

  static List<String> sentences(List<Error> errors) {
    return errors.isEmpty()
        ? List.of()
        : errors.stream().map(Validator::sentence).distinct().toList();
  }

  private static String sentence(Error error) {
    var location = error.getInstanceLocation().toString().replaceFirst("^/", "").replace('/', '.');
    var allowed = error.getMessage();
    var instance = error.getInstanceNode();
    if (location.isEmpty()) {
      return allowed;
    }
    return sentence(location, instance, allowed);
  }

  static String sentence(String location, @Nullable JsonNode instance, String allowed) {
    var value = instance == null ? "" : instance.toString();
    var shown = value.length() > LONGEST_VALUE ? value.substring(0, LONGEST_VALUE) + "…" : value;
    return "'%s' is %s: %s".formatted(location, shown, allowed);
  }

  private static <T> Supplier<T> once(Supplier<T> make) {
    return new Supplier<>() {
      private volatile List<T> made = List.of();

      @Override
      public T get() {
        if (made.isEmpty()) {
          synchronized (this) {
            if (made.isEmpty()) {
              made = List.of(make.get());
            }
          }
        }
        return made.getFirst();
      }
    };
  }
}
