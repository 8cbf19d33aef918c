package dev.retinue.core.tool;

import java.util.Locale;
import java.util.Optional;

/// What an agent may do, in words that every program understands in its own way.
public enum Ability {
  READ,
  SEARCH,
  EDIT,
  SHELL,
  WEB;

  /// The one that is meant by a word, whether in capitals or not.
  public static Optional<Ability> of(String word) {
    return switch (word.toLowerCase(Locale.ROOT)) {
      case "read", "view" -> Optional.of(READ);
      case "search", "glob", "grep", "list" -> Optional.of(SEARCH);
      case "edit", "write", "apply_patch" -> Optional.of(EDIT);
      case "shell", "bash" -> Optional.of(SHELL);
      case "web", "webfetch", "websearch", "web_search", "web_fetch" -> Optional.of(WEB);
      default -> Optional.empty();
    };
  }

  /// The word for it that Retinue uses itself.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
