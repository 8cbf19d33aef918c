package dev.retinue.core;

/// What must be true of the work of a run before its word *done* counts: the server looks itself.
public sealed interface Check {
  /// A file that must be there, below the working directory.
  record FileExists(String path) implements Check {}

  /// A file that must have this text in it.
  record FileContains(String path, String text) implements Check {}

  /// The payload must be JSON that fits this JSON Schema.
  record PayloadSchema(String schema) implements Check {}

  /// A command that the operator named must end well in the working directory.
  record Command(String name) implements Check {}

  /// What kind of check it is, in one word.
  default String word() {
    return switch (this) {
      case FileExists _ -> "file_exists";
      case FileContains _ -> "file_contains";
      case PayloadSchema _ -> "payload_schema";
      case Command _ -> "command";
    };
  }

  /// Tells it apart for people: the kind, and what it looks at.
  default String title() {
    return switch (this) {
      case FileExists(var path) -> word() + " " + path;
      case FileContains(var path, var _) -> word() + " " + path;
      case PayloadSchema _ -> word();
      case Command(var name) -> word() + " " + name;
    };
  }

  /// How many characters have to be kept for it.
  default int length() {
    return switch (this) {
      case FileExists(var path) -> path.length();
      case FileContains(var path, var text) -> path.length() + text.length();
      case PayloadSchema(var schema) -> schema.length();
      case Command(var name) -> name.length();
    };
  }
}
