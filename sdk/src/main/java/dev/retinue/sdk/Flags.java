package dev.retinue.sdk;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// What was given on the command line.
///
/// @param switches the names of the usual flags without a value that were given
/// @param values those of the usual flags with a value
/// @param options the values of the agent's own options, by name, as JSON
/// @param problems what is wrong with the rest, a sentence each
/// @param missing what is needed and was not given, a sentence each
record Flags(
    Set<String> switches,
    Map<String, String> values,
    ObjectNode options,
    List<String> problems,
    List<String> missing) {
  /// A flag that every agent has.
  enum Usual {
    HELP("Shows this text"),
    VERSION("Shows the version"),
    DESCRIBE("Describes the agent as JSON"),
    SETUP("Asks for what the agent needs to know, and keeps it"),
    MCP("Serves as an MCP server on standard input and output"),
    SKILL("Writes the agent's SKILL.md below .claude/skills, or =<folder>; =- shows it"),
    OUTPUT_FORMAT("text or json (text)"),
    CONTEXT("What to work on"),
    CONTEXT_FILE("A file with what to work on"),
    TIMEOUT("How many seconds it may work (120)"),
    MAX_DEPTH("How many agents may stand below one another (5)"),
    YES("Answers every question with yes"),
    NON_INTERACTIVE("Asks nothing"),
    VERBOSE("Says more on standard error"),
    QUIET("Says nothing on standard error but errors"),
    NO_LOG("Writes nothing into the log of executions"),
    SERVICES_DOWN("Stops the agent's services");

    private final String about;

    Usual(String about) {
      this.about = about;
    }

    String flag() {
      return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }

    String about() {
      return about;
    }

    boolean hasValue() {
      return switch (this) {
        case OUTPUT_FORMAT, CONTEXT, CONTEXT_FILE, TIMEOUT, MAX_DEPTH -> true;
        default -> false;
      };
    }

    static Optional<Usual> find(String name) {
      return Arrays.stream(values()).filter(it -> it.flag().equals(name)).findFirst();
    }
  }

  boolean has(Usual flag) {
    return switches.contains(flag.flag());
  }

  Optional<String> value(Usual flag) {
    return Optional.ofNullable(values.get(flag.flag()));
  }

  /// An option of an agent must not hide a usual one.
  static void requireFree(Option option) {
    if (!option.name().matches("[a-zA-Z][a-zA-Z0-9_-]{0,63}")) {
      throw new IllegalArgumentException("'%s' is no name for an option.".formatted(option.name()));
    }
    if (Usual.find(option.name()).isPresent()) {
      throw new IllegalArgumentException(
          "Every agent has --%s already; give the option another name.".formatted(option.name()));
    }
    var alias = option.alias();
    if (alias != null && (alias.length() != 1 || !Character.isLetter(alias.charAt(0)))) {
      throw new IllegalArgumentException(
          "The alias of --%s is '%s', and must be one letter.".formatted(option.name(), alias));
    }
  }

  static void requireDifferent(Option one, Option other) {
    if (one.name().equals(other.name())
        || (one.alias() != null && one.alias().equals(other.alias()))) {
      throw new IllegalArgumentException(
          "There are two options --%s or -%s.".formatted(one.name(), one.alias()));
    }
  }
}
