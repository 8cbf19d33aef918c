package dev.retinue.toolset.spawner.template;

import dev.retinue.core.RetinueException;
import dev.retinue.core.template.Argument;
import dev.retinue.core.template.Template;
import dev.retinue.mcp.Offer;
import dev.retinue.mcp.model.Completion;
import dev.retinue.mcp.model.Content;
import dev.retinue.mcp.model.PromptInfo;
import dev.retinue.mcp.model.PromptResult;
import dev.retinue.mcp.rpc.RpcException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// A template as a prompt: the same text, for a model that does the work itself.
final class TemplatePrompt {
  private static final List<String> TRUTHS = List.of("true", "false");

  private TemplatePrompt() {}

  static Offer.Prompt offer(Template shown, Supplier<Template> current) {
    return new Offer.Prompt(
        info(shown),
        (arguments, _) -> write(current.get(), arguments),
        (argument, typed) -> complete(current.get(), argument, typed));
  }

  private static PromptInfo info(Template template) {
    var arguments =
        template.arguments().stream()
            .map(it -> new PromptInfo.Argument(it.name(), described(it), it.required()))
            .toList();
    return new PromptInfo(
        template.promptName(), template.title(), template.description(), arguments, null);
  }

  /// A prompt has nothing but words to say what it takes.
  private static String described(Argument argument) {
    var choices = choices(argument);
    var described = new StringBuilder(argument.description());
    if (!choices.isEmpty()) {
      described.append(" One of ").append(String.join(", ", choices)).append('.');
    }
    if (argument.fallback() != null) {
      described.append(" Default: ").append(argument.fallback()).append('.');
    }
    return described.toString();
  }

  private static PromptResult write(Template template, Map<String, String> arguments) {
    // Clients send an empty text for what their user left out.
    var given = new HashMap<>(arguments);
    given.values().removeIf(String::isBlank);
    try {
      var text = template.filled(given) + form(template);
      return new PromptResult(
          template.description(), List.of(PromptResult.user(Content.text(text))));
    } catch (RetinueException e) {
      throw RpcException.invalidParams(e.getMessage());
    }
  }

  private static String form(Template template) {
    var schema = template.terms().structuredOutput();
    return schema == null
        ? ""
        : "\n\nAnswer with JSON alone, which fits this JSON Schema:\n\n```json\n%s\n```"
            .formatted(schema);
  }

  private static Completion complete(Template template, String argument, String typed) {
    return Completion.of(
        template.arguments().stream()
            .filter(it -> it.name().equals(argument))
            .flatMap(it -> choices(it).stream())
            .filter(choice -> choice.startsWith(typed))
            .toList());
  }

  private static List<String> choices(Argument argument) {
    return argument.type() == Argument.Type.BOOLEAN ? TRUTHS : argument.choices();
  }
}
