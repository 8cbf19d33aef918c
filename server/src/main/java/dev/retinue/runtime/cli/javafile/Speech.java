package dev.retinue.runtime.cli.javafile;

import dev.retinue.core.Money;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Usage;
import dev.retinue.runtime.cli.Lines;
import dev.retinue.runtime.cli.Seen;
import dev.retinue.runtime.cli.Trouble;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// What one such agent says: how far it is on standard error, and at the end one JSON object,
/// `{result, metadata?, warnings?, error?}`, on one line or on many.
final class Speech {
  private static final Pattern ASIDE = Pattern.compile("\\[agent:[^\\]]{1,100}\\] (.*)");
  private static final String WARNING = "warning: ";
  private static final String ERROR = "error: ";

  private static final int MOST_ASIDES = 1_000;
  private static final int MOST_ATTEMPTS = 100;
  private static final int MOST_CHARACTERS = 16 << 20;

  private final StringBuilder object = new StringBuilder();
  private final Set<String> warnings = new HashSet<>();
  private int asides;
  private int attempts;

  Lines progress() {
    return this::aside;
  }

  Lines result() {
    return this::line;
  }

  private List<Seen> aside(String line) {
    var said = ASIDE.matcher(line.stripTrailing());
    // Its error is the reason of its failure, and told there.
    if (!said.matches() || said.group(1).startsWith(ERROR) || asides > MOST_ASIDES) {
      return List.of();
    }
    asides++;
    if (asides > MOST_ASIDES) {
      return List.of(new Seen.Note("It says more on the way than is kept."));
    }
    var text = said.group(1);
    return text.startsWith(WARNING)
        ? warning(text.substring(WARNING.length()))
        : List.of(new Seen.Note(text));
  }

  /// Told once, wherever it says it.
  private List<Seen> warning(String sentence) {
    return warnings.add(sentence) ? List.of(new Seen.Note(sentence)) : List.of();
  }

  private List<Seen> line(String line) {
    boolean begins = object.isEmpty() && line.stripLeading().startsWith("{");
    if (object.isEmpty() && !begins) {
      return List.of();
    }
    if (object.length() + line.length() > MOST_CHARACTERS) {
      return List.of();
    }
    object.append(line).append('\n');
    // Not at every brace: to try it each time would take for ever with a long result.
    boolean mayEnd = line.stripTrailing().endsWith("}");
    boolean worthIt = begins || line.startsWith("}") || attempts++ < MOST_ATTEMPTS;
    if (!mayEnd || !worthIt) {
      return List.of();
    }
    try {
      var json = Lines.Mapper.JSON.readTree(object.toString());
      object.setLength(0);
      return json.has("result") || json.has("error") ? ended(json) : List.of();
    } catch (JacksonException e) {
      return List.of(); // More of it is to come.
    }
  }

  private List<Seen> ended(JsonNode json) {
    var seen = new ArrayList<Seen>();
    json.path("warnings").forEach(it -> seen.addAll(warning(it.asString(""))));
    var usage = json.path("metadata").path("usage");
    if (usage.isObject()) {
      seen.add(usage(usage));
    }
    var result = json.path("result");
    if (result.isContainer() || result.isNumber() || result.isBoolean()) {
      seen.add(new Seen.Structured(result.toString()));
    }
    seen.add(new Seen.Ended(text(result), trouble(json.path("error"))));
    return seen;
  }

  private static @Nullable String text(JsonNode result) {
    if (result.isMissingNode() || result.isNull()) {
      return null;
    }
    return result.isString() ? result.stringValue() : result.toPrettyString();
  }

  /// What kind it is, its exit code says.
  private static @Nullable Trouble trouble(JsonNode error) {
    if (error.isMissingNode() || error.isNull()) {
      return null;
    }
    var message = error.isObject() ? error.path("message").asString("") : error.asString("");
    return new Trouble(Trouble.Kind.ERROR, message.isBlank() ? "It did not say why." : message);
  }

  private static Seen usage(JsonNode usage) {
    try {
      return new Seen.Used(used(usage));
    } catch (JacksonException | RetinueException e) {
      return new Seen.Note("What it says to have used is no amount: " + e.getMessage());
    }
  }

  private static Usage used(JsonNode usage) {
    var cost = usage.get("cost_usd");
    return new Usage(
        Money.usd(cost == null ? BigDecimal.ZERO : cost.asDecimal().max(BigDecimal.ZERO)),
        cost == null,
        count(usage, "input_tokens"),
        count(usage, "output_tokens"),
        count(usage, "cached_tokens"),
        1);
  }

  private static long count(JsonNode usage, String name) {
    return Math.max(0, usage.path(name).asLong(0));
  }
}
