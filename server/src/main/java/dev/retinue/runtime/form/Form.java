package dev.retinue.runtime.form;

import dev.retinue.core.Check;
import dev.retinue.core.Run;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The form in which a run has to answer, and answers in such a form.
public final class Form {
  private static final Pattern FENCED =
      Pattern.compile("```(?:json)?\\s*\\n(.*?)\\n?```", Pattern.DOTALL);

  // A little less than what is kept of a summary.
  private static final int LONGEST_SUMMARY = 32_000;

  private Form() {}

  /// What the payload of a run must look like, where a check of it says so.
  public static Optional<String> of(Run run) {
    return run.commission().terms().checks().stream()
        .filter(Check.PayloadSchema.class::isInstance)
        .map(check -> ((Check.PayloadSchema) check).schema())
        .findFirst();
  }

  /// What of a last word is a result and not only a summary: what has the form that was asked for,
  /// and what is too long for a summary.
  public static Optional<String> result(Run run, String text) {
    return of(run)
        .flatMap(_ -> answer(text))
        .or(() -> Optional.of(text).filter(it -> it.length() > LONGEST_SUMMARY));
  }

  /// The JSON in a text that should be nothing else: all of it, or what stands in a fence.
  public static Optional<String> answer(String text) {
    if (parse(text).isPresent()) {
      return Optional.of(text.strip());
    }
    var fenced = FENCED.matcher(text);
    String last = null;
    while (fenced.find()) {
      last = fenced.group(1);
    }
    return Optional.ofNullable(last).filter(it -> parse(it).isPresent()).map(String::strip);
  }

  /// What a text is as JSON, if it is any.
  public static Optional<JsonNode> parse(String text) {
    try {
      var node = JsonMapper.shared().readTree(text);
      return node.isMissingNode() ? Optional.empty() : Optional.of(node);
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }
}
