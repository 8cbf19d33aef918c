package dev.retinue.config;

import dev.retinue.config.yaml.Mistakes;
import dev.retinue.config.yaml.YamlNode;
import dev.retinue.core.template.Argument;
import dev.retinue.core.template.Template;
import dev.retinue.core.template.Template.Source;
import dev.retinue.core.template.Wording;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/// The keys at the beginning of a template's file, read as those of the configuration are.
public final class TemplateKeys {
  public static final Duration SHORTEST = Duration.ofSeconds(30);
  public static final Duration LONGEST = Duration.ofMinutes(30);

  private static final int LONGEST_LINE = 200;
  private static final int LONGEST_DESCRIPTION = 1_000;
  private static final int LONGEST_TEXT = 2_000;

  private static final Key<String> NAME =
      Key.required("name", Kinds.words(LONGEST_LINE), "The name of the tool.");
  private static final Key<String> TITLE =
      Key.optional("title", Kinds.words(LONGEST_LINE), "What people call it; else its name.");
  private static final Key<String> DESCRIPTION =
      Key.required(
          "description",
          Kinds.words(LONGEST_DESCRIPTION),
          "What it does, and when to use it: models choose by it.");
  private static final Key<List<String>> AGENT =
      Key.of(
          "agent",
          Kinds.listOf("names", Kinds.words(LONGEST_LINE)),
          List.of(),
          "Who is preferred, in this order: a member of the staff, or whoever has this runtime; then the default agent.");
  private static final Key<String> MODEL =
      Key.optional(
          "model",
          Kinds.words(LONGEST_LINE),
          "The model of the first `agent`; who else works has its own.");
  private static final Key<List<String>> TOOLS =
      Key.of(
          "tools",
          Kinds.listOf("names", Kinds.words(LONGEST_LINE)),
          List.of(),
          "What the agent may use of what it has: `read`, `search`, `edit`, `shell`, `web`; none means all.");
  private static final Key<Duration> TIMEOUT =
      Key.optional(
          "timeout", Kinds.duration(SHORTEST, LONGEST), "How long it may take by default.");
  private static final Key<Boolean> READ_ONLY =
      Key.of(
          "read-only",
          Kinds.truth(),
          false,
          "Whether it changes nothing: clients are told, and `tools` must be such that it is true.");

  private static final Key<String> ABOUT =
      Key.required(
          "description", Kinds.words(LONGEST_DESCRIPTION), "What is asked for: models read it.");
  private static final Key<Argument.Type> TYPE =
      Key.of("type", Kinds.oneOf(Argument.Type.class), Argument.Type.STRING, "What it takes.");
  private static final Key<Boolean> REQUIRED =
      Key.of("required", Kinds.truth(), false, "Whether the caller has to give it.");
  private static final Key<String> FALLBACK =
      Key.optional("default", anything(), "What counts where the caller gives nothing.");
  private static final Key<List<String>> CHOICES =
      Key.of(
          "enum",
          Kinds.listOf("words", Kinds.words(LONGEST_LINE)),
          List.of(),
          "The only values of a `string`, if there are but some.");
  private static final Key<List<Argument>> ARGUMENTS =
      Key.of(
          "arguments",
          new Members<>(
              new Shape<>(
                  List.of(ABOUT, TYPE, REQUIRED, FALLBACK, CHOICES), TemplateKeys::argument),
              Argument::checkName),
          List.of(),
          "What the caller is asked for, each under its name.");

  private final Key<String> structuredOutput;

  /// What a template is made of, but for its text.
  public interface Draft {
    List<Argument> arguments();

    Template with(Wording wording, Source source);
  }

  /// @param schema refuses, by throwing, what is no JSON Schema
  public TemplateKeys(Consumer<String> schema) {
    structuredOutput =
        Key.optional(
            "structured-output",
            new JsonSchemaText(schema),
            "What the result has to fit, if it is to be JSON.");
  }

  /// Nothing, if something is wrong; it has been noted then.
  public Optional<Draft> read(YamlNode node, Mistakes mistakes) {
    return shape().read(Spot.root("the template", node, mistakes));
  }

  Shape<Draft> shape() {
    return new Shape<>(
        List.of(
            NAME,
            TITLE,
            DESCRIPTION,
            AGENT,
            MODEL,
            TOOLS,
            TIMEOUT,
            READ_ONLY,
            ARGUMENTS,
            structuredOutput),
        this::draft);
  }

  private Draft draft(Values values) {
    var name = values.require(NAME);
    Template.checkName(name);
    var terms =
        new Template.Terms(
            values.require(AGENT),
            values.find(MODEL).orElse(null),
            values.require(TOOLS),
            values.find(TIMEOUT).orElse(null),
            values.require(READ_ONLY),
            values.find(structuredOutput).orElse(null));
    var made =
        new Template(
            name,
            values.find(TITLE).orElseGet(() -> titled(name)),
            values.require(DESCRIPTION),
            terms,
            values.require(ARGUMENTS),
            new Wording(List.of()),
            new Source("", ""));
    return new Made(made);
  }

  private record Made(Template template) implements Draft {
    @Override
    public List<Argument> arguments() {
      return template.arguments();
    }

    @Override
    public Template with(Wording wording, Source source) {
      return new Template(
          template.name(),
          template.title(),
          template.description(),
          template.terms(),
          template.arguments(),
          wording,
          source);
    }
  }

  private static Argument argument(Values values) {
    return new Argument(
        values.name(),
        values.require(ABOUT),
        values.require(TYPE),
        values.require(REQUIRED),
        values.find(FALLBACK).orElse(null),
        values.require(CHOICES));
  }

  private static String titled(String name) {
    var words = name.replace('_', ' ');
    return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
  }

  /// A value of whatever type the argument has.
  private static Kind<String> anything() {
    var expected =
        "a text of at most %d characters, a number, or true or false".formatted(LONGEST_TEXT);
    return new Single<>(
        expected,
        expected,
        scalar ->
            Optional.of(scalar)
                .filter(it -> !it.isNothing() && it.text().length() <= LONGEST_TEXT)
                .map(YamlNode.Scalar::text),
        _ -> "",
        Function.identity());
  }
}
