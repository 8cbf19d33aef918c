package dev.retinue.runtime.cli.tools;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// What an agent may do, in words that every program understands in its own way.
public enum Ability {
  READ("read", "view"),
  SEARCH("search", "glob", "grep", "list"),
  EDIT("edit", "write", "apply_patch"),
  SHELL("shell", "bash"),
  WEB("web", "webfetch", "websearch", "web_search", "web_fetch");

  private final Set<String> words;

  Ability(String... words) {
    this.words = Set.of(words);
  }

  /// The one that is meant by a word, whether in capitals or not.
  public static Optional<Ability> of(String word) {
    var lower = word.toLowerCase(Locale.ROOT);
    return Stream.of(values()).filter(it -> it.words.contains(lower)).findFirst();
  }

  /// The word for it that Retinue uses itself.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
