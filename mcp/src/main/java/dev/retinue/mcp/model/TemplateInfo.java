package dev.retinue.mcp.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A family of resources as `resources/templates/list` shows it.
public record TemplateInfo(
    String uriTemplate,
    String name,
    @Nullable String title,
    @Nullable String description,
    @Nullable String mimeType,
    @Nullable List<Icon> icons) {

  public static TemplateInfo of(
      String uriTemplate, String name, String description, String mimeType) {
    return new TemplateInfo(uriTemplate, name, null, description, mimeType, null);
  }
}
