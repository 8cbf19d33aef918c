package dev.retinue.mcp.schema;

import dev.retinue.mcp.rpc.Json;
import java.util.Locale;
import java.util.stream.Stream;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;

/// JSON of what tools take and give: there, and only there, names become snake_case.
public final class ToolJson {
  public static final JsonMapper MAPPER =
      Json.WIRE
          .rebuild()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .annotationIntrospector(new LowerCaseEnums())
          .disable(EnumFeature.READ_ENUMS_USING_TO_STRING)
          .disable(EnumFeature.WRITE_ENUMS_USING_TO_STRING)
          .build();

  private static final SnakeCase SNAKE_CASE = new SnakeCase();

  private ToolJson() {}

  /// The name on the wire of a record's component.
  static String name(String component) {
    return SNAKE_CASE.translate(component);
  }

  private static final class SnakeCase extends PropertyNamingStrategies.SnakeCaseStrategy {
    private static final long serialVersionUID = 1;

    @Override
    public String translate(String name) {
      return super.translate(name);
    }
  }

  /// The name on the wire of an enum's constant.
  static String lowerCase(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static final class LowerCaseEnums extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1;

    @Override
    public String[] findEnumValues(
        MapperConfig<?> config, AnnotatedClass type, Enum<?>[] constants, String[] names) {
      return Stream.of(constants).map(ToolJson::lowerCase).toArray(String[]::new);
    }
  }
}
