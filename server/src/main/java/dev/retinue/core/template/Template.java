package dev.retinue.core.template;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import dev.retinue.core.tool.Ability;
import dev.retinue.core.tool.NamedTool;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A piece of work that people ask for again and again, as its file says it: a tool, and a prompt.
///
/// @param description for models that choose a tool by it
/// @param source where it was read
public record Template(
    String name,
    String title,
    String description,
    Terms terms,
    List<Argument> arguments,
    Wording wording,
    Source source) {
  /// The arguments that every template has besides its own.
  public static final Set<String> COMMON =
      Set.of(
          "agent",
          "model",
          "working_directory",
          "timeout",
          "max_cost_usd",
          "async",
          "wait_seconds");

  public static final int MOST_ARGUMENTS = 20;

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*+(?:_[a-z0-9]++){0,10}");
  private static final int LONGEST_NAME = 40;

  private static final Set<Ability> READING = EnumSet.of(Ability.READ, Ability.SEARCH, Ability.WEB);

  /// How it is carried out.
  ///
  /// @param agents who is preferred, in this order: members of the staff by their name, or by their
  ///   runtime; then the default agent
  /// @param model of the first of them; who else works has its own
  /// @param tools what the agent may use; none means all that it has
  /// @param readOnly whether it changes nothing
  /// @param structuredOutput the JSON Schema that its result has to fit
  public record Terms(
      List<String> agents,
      @Nullable String model,
      List<String> tools,
      @Nullable Duration timeout,
      boolean readOnly,
      @Nullable String structuredOutput) {
    public Terms {
      agents = List.copyOf(agents);
      tools = List.copyOf(tools);
      if (model != null && agents.isEmpty()) {
        throw refused(
            "'model' is that of the first 'agent', and none is named; name one, or remove 'model'.");
      }
      if (readOnly && (tools.isEmpty() || !tools.stream().allMatch(Terms::reads))) {
        throw refused(
            "'read-only' is a promise to clients, so 'tools' may have only read, search and web then.");
      }
    }

    private static boolean reads(String tool) {
      return Ability.of(NamedTool.of(tool).name()).filter(READING::contains).isPresent();
    }
  }

  /// Where it was read.
  ///
  /// @param place the path of its file, or `bundled`
  /// @param text of the file
  public record Source(String place, String text) {
    /// The place of those that come with Retinue.
    public static final String BUNDLED = "bundled";

    public boolean isBundled() {
      return place.equals(BUNDLED);
    }
  }

  public Template {
    arguments = List.copyOf(arguments);
    checkName(name);
    if (arguments.size() > MOST_ARGUMENTS) {
      throw refused(
          "A template has at most %d arguments, not %d; remove some."
              .formatted(MOST_ARGUMENTS, arguments.size()));
    }
  }

  /// Refuses what cannot be the name of a template, with a sentence.
  public static void checkName(String name) {
    if (name.length() > LONGEST_NAME || !NAME.matcher(name).matches()) {
      throw refused(
          "The name of a template has at most %d lower-case letters and digits, with a single '_' between words: '%s' does not fit."
              .formatted(LONGEST_NAME, Excerpt.of(name)));
    }
  }

  /// The name of its prompt.
  public String promptName() {
    return name.replace('_', '-');
  }

  /// Its text, with what was given in its places.
  ///
  /// @param given by name, each as its argument takes it
  public String filled(Map<String, String> given) {
    var values = new HashMap<String, String>();
    var present = new HashSet<String>();
    for (var argument : arguments) {
      var value = given.getOrDefault(argument.name(), argument.fallback());
      if (argument.required() && (value == null || value.isBlank())) {
        throw refused(
            "'%s' needs the argument '%s': %s"
                .formatted(name, argument.name(), argument.description()));
      }
      if (value != null) {
        values.put(argument.name(), argument.require(value));
        if (argument.isGiven(value)) {
          present.add(argument.name());
        }
      }
    }
    return wording.filled(values, present);
  }

  private static RetinueException refused(String sentence) {
    return new RetinueException(ErrorCode.INVALID_INPUT, sentence);
  }
}
