package dev.retinue.llm.provider;

import dev.retinue.llm.Access;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What is known of a provider.
///
/// @param base its address; empty where only the operator can know it
/// @param keys the variables that may hold its key, the first that is set counts
/// @param address the variable that may hold another address
/// @param needsKey whether nobody is let in without
public record Provider(
    String name,
    Dialect dialect,
    String base,
    String address,
    boolean needsKey,
    List<String> keys) {
  /// How a provider speaks.
  public enum Dialect {
    ANTHROPIC,
    RESPONSES,
    /// Chat Completions of OpenAI itself.
    OPENAI_CHAT,
    /// Chat Completions of those who are compatible.
    CHAT,
    /// The same of those who refuse what they do not know.
    PLAIN_CHAT,
    /// The same of those who want back what they thought.
    THOUGHTFUL_CHAT,
    GEMINI
  }

  public Provider {
    keys = List.copyOf(keys);
  }

  static Provider hosted(
      String name, Dialect dialect, String base, String address, String... keys) {
    return new Provider(name, dialect, base, address, true, List.of(keys));
  }

  /// One that runs at home, and asks nobody for a key unless it was told to.
  static Provider local(String name, String base, String address, String key) {
    return new Provider(name, Dialect.CHAT, base, address, false, List.of(key));
  }

  /// The variable to set, if something is needed that is not there.
  public Optional<String> missing(Function<String, @Nullable String> env) {
    if (needsKey && key(env).isEmpty()) {
      return Optional.of(keys.getFirst());
    }
    return base.isEmpty() && value(env, address).isEmpty()
        ? Optional.of(address)
        : Optional.empty();
  }

  /// Where it is, and how one is let in, in this environment.
  ///
  /// @throws IllegalArgumentException if its address is none
  Access access(Function<String, @Nullable String> env) {
    var at = value(env, address).map(this::beforeThePaths).orElse(base);
    return Access.of(name, at, key(env).orElse(null));
  }

  private Optional<String> key(Function<String, @Nullable String> env) {
    return keys.stream().flatMap(it -> value(env, it).stream()).findFirst();
  }

  /// Whether a variable that holds a key of this provider is set.
  boolean isSet(Function<String, @Nullable String> env, String variable) {
    return value(env, variable).isPresent();
  }

  private static Optional<String> value(Function<String, @Nullable String> env, String variable) {
    return Optional.ofNullable(env.apply(variable)).filter(it -> !it.isBlank()).map(String::strip);
  }

  /// Some write the address with the path of a call at its end, some without even its version.
  private String beforeThePaths(String address) {
    var end = address.replaceFirst("/+$", "");
    return switch (dialect) {
      case ANTHROPIC -> end.replaceFirst("(/v1)?(/messages)?$", "");
      case GEMINI -> end.replaceFirst("/v1beta(/models)?$", "");
      case RESPONSES -> versioned(end.replaceFirst("/responses$", ""));
      case OPENAI_CHAT, CHAT, PLAIN_CHAT, THOUGHTFUL_CHAT ->
          versioned(end.replaceFirst("/chat/completions$", ""));
    };
  }

  private static String versioned(String address) {
    return address.matches("https?://[^/]+") ? address + "/v1" : address;
  }
}
