package dev.retinue.mcp.model;

import java.util.Base64;
import org.jspecify.annotations.Nullable;

/// What a resource holds: text, or bytes in base64.
public record ResourceContents(
    String uri, @Nullable String mimeType, @Nullable String text, @Nullable String blob) {

  public static ResourceContents text(String uri, String mimeType, String text) {
    return new ResourceContents(uri, mimeType, text, null);
  }

  public static ResourceContents bytes(String uri, String mimeType, byte[] bytes) {
    return new ResourceContents(uri, mimeType, null, Base64.getEncoder().encodeToString(bytes));
  }
}
