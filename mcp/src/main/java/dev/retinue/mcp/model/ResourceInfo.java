package dev.retinue.mcp.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A resource as `resources/list` shows it.
public record ResourceInfo(
    String uri,
    String name,
    @Nullable String title,
    @Nullable String description,
    @Nullable String mimeType,
    @Nullable Long size,
    @Nullable List<Icon> icons) {

  public static ResourceInfo of(String uri, String name, String description, String mimeType) {
    return new ResourceInfo(uri, name, null, description, mimeType, null, null);
  }
}
