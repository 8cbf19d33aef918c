package dev.retinue.mcp;

/// Something that clients may want to know without asking.
public sealed interface Change {
  record Tools() implements Change {}

  record Prompts() implements Change {}

  record Resources() implements Change {}

  /// What is behind the address is another than before.
  record ResourceUpdated(String uri) implements Change {}

  /// The method of the notification that tells of it.
  default String method() {
    return switch (this) {
      case Tools _ -> "notifications/tools/list_changed";
      case Prompts _ -> "notifications/prompts/list_changed";
      case Resources _ -> "notifications/resources/list_changed";
      case ResourceUpdated _ -> "notifications/resources/updated";
    };
  }
}
