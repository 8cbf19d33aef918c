package dev.retinue.core;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A program that the operator named: it reads its contract on standard input.
///
/// @param command a name on the `PATH`, or a full path
/// @param environment the variables of the daemon that it may see besides those that all may
/// @param format how what it prints is read
/// @param repeatable whether starting it twice does no more than starting it once
/// @param description what it said of itself, if it is an agent by the conventions of single files
public record Program(
    String command,
    List<String> arguments,
    List<String> environment,
    Format format,
    boolean repeatable,
    @Nullable Description description) {
  /// How what a program prints is read.
  public enum Format {
    /// All of it is its result.
    TEXT,
    /// One JSON object a line.
    JSON_LINES
  }

  /// What a program said of itself when it was added.
  ///
  /// @param name by which it knows itself among those that call one another
  /// @param digest of its file as it was then
  /// @param uses the digests of the other files that it was made of, by their paths
  public record Description(
      String name, String digest, List<Parameter> parameters, Map<String, String> uses) {
    public Description {
      parameters = List.copyOf(Objects.requireNonNullElse(parameters, List.of()));
      uses = Collections.unmodifiableMap(new TreeMap<>(Objects.requireNonNullElse(uses, Map.of())));
    }

    public Description(String name, String digest, List<Parameter> parameters) {
      this(name, digest, parameters, Map.of());
    }

    /// As of [Program]: what was there before stays as it was.
    @Override
    public String toString() {
      return "Description[name=%s, digest=%s, parameters=%s%s]"
          .formatted(name, digest, parameters, uses.isEmpty() ? "" : ", uses=" + uses);
    }
  }

  /// An option of its command line.
  ///
  /// @param type a word of JSON Schema
  /// @param fallback what it is if it is not given, as JSON; null if nobody said so
  /// @param choices what it may be; none for anything of its type
  public record Parameter(
      String name,
      String type,
      String description,
      boolean required,
      @Nullable String fallback,
      List<String> choices) {
    public Parameter {
      choices = List.copyOf(Objects.requireNonNullElse(choices, List.of()));
    }

    public Parameter(String name, String type, String description, boolean required) {
      this(name, type, description, required, null, List.of());
    }

    /// As of [Program]: what was there before stays as it was.
    @Override
    public String toString() {
      return "Parameter[name=%s, type=%s, description=%s, required=%s%s%s]"
          .formatted(
              name,
              type,
              description,
              required,
              fallback == null ? "" : ", fallback=" + fallback,
              choices.isEmpty() ? "" : ", choices=" + choices);
    }
  }

  public Program {
    arguments = List.copyOf(Objects.requireNonNullElse(arguments, List.of()));
    environment = List.copyOf(Objects.requireNonNullElse(environment, List.of()));
    format = Objects.requireNonNullElse(format, Format.TEXT);
  }

  public Program(
      String command,
      List<String> arguments,
      List<String> environment,
      Format format,
      boolean repeatable) {
    this(command, arguments, environment, format, repeatable, null);
  }

  public Program(String command, List<String> arguments, List<String> environment, Format format) {
    this(command, arguments, environment, format, false);
  }

  /// It is a part of the digest of a definition, and what was there before stays as it was.
  @Override
  public String toString() {
    return "Program[command=%s, arguments=%s, environment=%s, format=%s%s%s]"
        .formatted(
            command,
            arguments,
            environment,
            format,
            repeatable ? ", repeatable=true" : "",
            description == null ? "" : ", " + description);
  }
}
