package dev.retinue.mcp.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The name and version of a client or a server.
public record Implementation(
    String name,
    @Nullable String title,
    String version,
    @Nullable String description,
    @Nullable String websiteUrl,
    @Nullable List<Icon> icons) {

  public static Implementation of(String name, String version) {
    return new Implementation(name, null, version, null, null, null);
  }
}
