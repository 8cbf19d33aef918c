package dev.retinue.mcp;

import java.util.function.Predicate;

/// Something that clients may want to know without asking.
public sealed interface Change {
  record Tools() implements Change {}

  record Prompts() implements Change {}

  record Resources() implements Change {}

  /// What is behind the address is another than before.
  ///
  /// @param audience who may hear of it
  /// @param last whether it will hardly change again
  record ResourceUpdated(String uri, Predicate<Caller> audience, boolean last) implements Change {
    public ResourceUpdated(String uri) {
      this(uri, _ -> true, false);
    }
  }

  /// Whether this caller may hear of it.
  default boolean isFor(Caller caller) {
    return !(this instanceof ResourceUpdated(var _, var audience, var _)) || audience.test(caller);
  }

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
