package dev.retinue.runtime.scripted;

import dev.retinue.core.Limit;
import dev.retinue.core.LimitHit;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

/// What stands for something else in the texts of a script: `{prompt}`, `{answer}`, `{results}`.
final class Blanks {
  private static final Pattern BLANK = Pattern.compile("\\{(prompt|answer|results)}");
  private static final int LONGEST = Limit.SCRIPT_TEXT.count();

  private final Map<String, String> values = new HashMap<>();

  Blanks(String prompt) {
    values.put("prompt", prompt);
  }

  void answer(String answer) {
    values.put("answer", answer);
  }

  void results(String results) {
    values.put("results", results);
  }

  /// What is filled in is not looked at again: braces in a prompt stay what they are.
  String fill(String text) {
    return fill(text, value -> value);
  }

  String fillJson(String json) {
    return fill(json, Blanks::insideAString);
  }

  private String fill(String text, UnaryOperator<String> write) {
    var filled = new StringBuilder();
    int from = 0;
    var blank = BLANK.matcher(text);
    while (blank.find()) {
      filled
          .append(text, from, blank.start())
          .append(write.apply(values.getOrDefault(blank.group(1), "")));
      from = blank.end();
      requireShort(filled.length());
    }
    filled.append(text, from, text.length());
    requireShort(filled.length());
    return filled.toString();
  }

  private static void requireShort(int length) {
    if (length > LONGEST) {
      throw LimitHit.fixed(Limit.SCRIPT_TEXT, LimitHit.Whose.CALL, LimitHit.Frees.never())
          .refusal(
              "A text of the script has more than %d characters once {prompt}, {answer} and {results}"
                      .formatted(LONGEST)
                  + " are filled in; use them less often.");
    }
  }

  private static String insideAString(String value) {
    var quoted = JsonMapper.shared().writeValueAsString(value);
    return quoted.substring(1, quoted.length() - 1);
  }
}
