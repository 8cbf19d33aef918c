package dev.retinue.runtime.llm.tool;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What a model gave a tool. It may be anything: what does not fit is refused with a sentence that
/// the model can act on.
///
/// @param call tells this call from every other one of the run
public record Input(String tool, String call, ObjectNode node) {
  /// A text that must be there.
  public String text(String key, int longest) {
    var text = text(key, "", longest);
    if (text.isBlank()) {
      throw refusal("'%s' is missing or empty.".formatted(key));
    }
    return text;
  }

  /// A text that may be missing.
  public String text(String key, String otherwise, int longest) {
    var value = node.path(key);
    if (value.isMissingNode() || value.isNull()) {
      return otherwise;
    }
    if (!value.isString()) {
      throw refusal("'%s' must be a text.".formatted(key));
    }
    return bounded(key, value.stringValue(), longest);
  }

  private String bounded(String key, String text, int longest) {
    if (text.length() > longest) {
      throw refusal(
          "'%s' has %d characters, and %d are allowed.".formatted(key, text.length(), longest));
    }
    return text;
  }

  public boolean flag(String key) {
    var value = node.path(key);
    return value.isBoolean() ? value.booleanValue() : "true".equals(value.asString(""));
  }

  /// A whole number that may be missing. Some models write numbers as texts.
  public int number(String key, int otherwise, int least, int most) {
    var value = node.path(key);
    if (value.isMissingNode() || value.isNull()) {
      return otherwise;
    }
    try {
      int number = Integer.parseInt(value.asString("").strip());
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // The same sentence.
    }
    throw refusal("'%s' must be a whole number from %d to %d.".formatted(key, least, most));
  }

  /// Texts, at least one of them. A single text is a list of one.
  public List<String> texts(String key, int most, int longest) {
    var texts = texts(key, List.of(), most, longest);
    if (texts.isEmpty()) {
      throw refusal("'%s' is missing or empty.".formatted(key));
    }
    return texts;
  }

  /// Texts that may be missing.
  public List<String> texts(String key, List<String> otherwise, int most, int longest) {
    var value = node.path(key);
    if (value.isMissingNode() || value.isNull()) {
      return otherwise;
    }
    if (value.isString()) {
      return List.of(bounded(key, value.stringValue(), longest));
    }
    var texts = new ArrayList<String>();
    for (var each : array(key, most)) {
      if (!each.isString()) {
        throw refusal("'%s' must be a list of texts.".formatted(key));
      }
      texts.add(bounded(key, each.stringValue(), longest));
    }
    return texts;
  }

  /// Objects, at least one of them, each as an input of its own.
  public List<Input> objects(String key, int most) {
    var objects = new ArrayList<Input>();
    for (var each : array(key, most)) {
      if (!(each instanceof ObjectNode object)) {
        throw refusal("'%s' must be a list of objects.".formatted(key));
      }
      objects.add(new Input(tool, call, object));
    }
    if (objects.isEmpty()) {
      throw refusal("'%s' is missing or empty.".formatted(key));
    }
    return objects;
  }

  private JsonNode array(String key, int most) {
    var value = node.path(key);
    if (!value.isArray()) {
      throw refusal("'%s' must be a list.".formatted(key));
    }
    if (value.size() > most) {
      throw refusal(
          "'%s' has %d entries, and %d are allowed at once.".formatted(key, value.size(), most));
    }
    return value;
  }

  /// A refusal in the name of the tool.
  public RetinueException refusal(String why) {
    return new RetinueException(
        ErrorCode.INVALID_INPUT, "%s: %s".formatted(Excerpt.of(tool, 80), why));
  }
}
