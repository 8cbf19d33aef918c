package dev.retinue.mcp.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A prompt as `prompts/list` shows it.
public record PromptInfo(
    String name,
    @Nullable String title,
    @Nullable String description,
    List<Argument> arguments,
    @Nullable List<Icon> icons) {

  /// What a prompt asks for by name.
  public record Argument(String name, @Nullable String description, boolean required) {}

  public static PromptInfo of(String name, String description, Argument... arguments) {
    return new PromptInfo(name, null, description, List.of(arguments), null);
  }
}
