package dev.retinue.mcp.model;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/// A piece of what a tool or a prompt answers.
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Content.Text.class, name = "text"),
  @JsonSubTypes.Type(value = Content.Image.class, name = "image"),
  @JsonSubTypes.Type(value = Content.Audio.class, name = "audio"),
  @JsonSubTypes.Type(value = Content.Link.class, name = "resource_link"),
  @JsonSubTypes.Type(value = Content.Embedded.class, name = "resource")
})
public sealed interface Content {
  record Text(String text) implements Content {}

  record Image(String data, String mimeType) implements Content {}

  record Audio(String data, String mimeType) implements Content {}

  /// Points at a resource that can be read.
  record Link(String uri, String name, @Nullable String description, @Nullable String mimeType)
      implements Content {}

  /// Carries a resource with it.
  record Embedded(ResourceContents resource) implements Content {}

  static Text text(String text) {
    return new Text(text);
  }

  static Image image(byte[] data, String mimeType) {
    return new Image(Base64.getEncoder().encodeToString(data), mimeType);
  }

  static Audio audio(byte[] data, String mimeType) {
    return new Audio(Base64.getEncoder().encodeToString(data), mimeType);
  }

  static Embedded embedded(ResourceContents resource) {
    return new Embedded(resource);
  }
}
