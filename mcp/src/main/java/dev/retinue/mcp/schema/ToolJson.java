package dev.retinue.mcp.schema;

import dev.retinue.mcp.rpc.Json;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/// JSON of what tools take and give: there, and only there, names become snake_case.
public final class ToolJson {
  public static final JsonMapper MAPPER =
      Json.WIRE.rebuild().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();

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
}
