package dev.retinue.config.template;

import dev.retinue.config.TemplateKeys;
import dev.retinue.config.TemplateKeys.Draft;
import dev.retinue.config.yaml.Mistakes;
import dev.retinue.config.yaml.Position;
import dev.retinue.config.yaml.Quoted;
import dev.retinue.config.yaml.YamlDocument;
import dev.retinue.config.yaml.YamlNode;
import dev.retinue.config.yaml.YamlNode.Entry;
import dev.retinue.config.yaml.YamlNode.Mapping;
import dev.retinue.config.yaml.YamlText;
import dev.retinue.core.Nearest;
import dev.retinue.core.template.Argument;
import dev.retinue.core.template.Template;
import dev.retinue.core.template.Template.Source;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/// Reads one template: keys in YAML between two lines of three dashes, and below them its text.
public final class TemplateReader {
  public static final int MOST_BYTES = 64 * 1024;

  private static final Pattern HEAD =
      Pattern.compile(
          "\\A---[ \t]*\n(.*?)^---[ \t]*(?:\n|\\z)", Pattern.DOTALL | Pattern.MULTILINE);

  private final TemplateKeys keys;

  /// @param schema refuses, by throwing, what is no JSON Schema
  public TemplateReader(Consumer<String> schema) {
    this.keys = new TemplateKeys(schema);
  }

  /// One template, or a refusal with everything that is wrong with it.
  ///
  /// @param place where the bytes come from, as sentences name it
  public Template read(String place, byte[] bytes) {
    var mistakes = new Mistakes(place);
    var text = YamlText.of(bytes, mistakes).replace("\r\n", "\n");
    var parts = HEAD.matcher(text);
    if (!parts.find()) {
      mistakes.add(
          Position.START,
          "a template begins with its keys between two lines of '---'; write them above its text.");
      mistakes.throwIfAny();
    }
    // In the place of the first line, so that all others keep their numbers.
    var head = ("#\n" + parts.group(1)).getBytes(StandardCharsets.UTF_8);
    var root =
        YamlDocument.parse(head, mistakes)
            .orElseGet(() -> new Mapping(Position.START, List.of(), 1));
    var draft = keys.read(root, mistakes);
    int line = (int) parts.group().chars().filter(c -> c == '\n').count() + 1;
    var body = Body.read(text.substring(parts.end()), line, mistakes);
    draft.ifPresent(it -> compare(it, body.uses(), root, mistakes));
    mistakes.throwIfAny();
    return draft.orElseThrow().with(body.wording(), new Source(place, text));
  }

  /// What is asked for must be used, and what is used asked for.
  private static void compare(Draft draft, List<Body.Use> uses, YamlNode root, Mistakes mistakes) {
    var declared = draft.arguments().stream().map(Argument::name).toList();
    var used = uses.stream().map(Body.Use::argument).toList();
    for (var use : uses) {
      if (!declared.contains(use.argument())) {
        mistakes.add(
            use.at(),
            "there is no argument %s; %s"
                .formatted(Quoted.of(use.argument()), remedy(use.argument(), declared)));
      }
    }
    for (var name : declared) {
      if (!used.contains(name)) {
        mistakes.add(
            at(root, name),
            "the text never uses the argument '%s'; write {{%s}} there, or remove it."
                .formatted(name, name));
      }
    }
  }

  private static String remedy(String name, List<String> declared) {
    return Nearest.to(name, declared)
        .map("did you mean '%s'?"::formatted)
        .orElse("declare it in 'arguments'.");
  }

  private static Position at(YamlNode root, String argument) {
    return entries(root).stream()
        .filter(entry -> entry.key().text().equals("arguments"))
        .flatMap(entry -> entries(entry.value()).stream())
        .filter(entry -> entry.key().text().equals(argument))
        .map(entry -> entry.key().at())
        .findFirst()
        .orElse(Position.START);
  }

  private static List<Entry> entries(YamlNode node) {
    return node instanceof Mapping mapping ? mapping.entries() : List.of();
  }
}
