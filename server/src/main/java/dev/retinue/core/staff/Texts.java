package dev.retinue.core.staff;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.Masked;
import dev.retinue.core.RetinueException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What a text from outside may be, before it is kept.
final class Texts {
  /// What is said of a run stands in its row, and is read with every look at it.
  static final int LONGEST_WORD = 32_768;

  static final int LONGEST_NAME = 200;

  private static final int LONGEST_PROMPT = 1 << 20;
  private static final int LONGEST_PREFACE = 1 << 18;
  private static final int MOST_TOOLS = 100;

  // Lists of tools are written with commas and parentheses: a name must not hold a second one.
  private static final Pattern TOOL = Pattern.compile("[A-Za-z0-9_.:-]+(\\([^(),]*\\))?");

  private Texts() {}

  /// What a start says.
  static void require(StartRequest request) {
    if (request.prompt() != null) {
      requireWork(request.prompt());
    }
    if (request.manner().preface() != null) {
      requireWord("The context of the work", request.manner().preface(), LONGEST_PREFACE);
    }
    requireTools(request.manner().tools());
    if (request.manner().model() != null) {
      requireName("The name of the model", request.manner().model());
    }
  }

  private static void requireTools(@Nullable List<String> tools) {
    if (tools == null) {
      return;
    }
    if (tools.size() > MOST_TOOLS) {
      throw refused("%d tools are named, and %d are allowed.".formatted(tools.size(), MOST_TOOLS));
    }
    for (var tool : tools) {
      requireName("The name of a tool", tool);
      if (!TOOL.matcher(tool).matches()) {
        throw refused("'%s' is no name of a tool.".formatted(Excerpt.of(tool)));
      }
    }
  }

  /// What a run is given to do.
  static void requireWork(String prompt) {
    if (prompt.isBlank()) {
      throw refused("There is no work in an empty text.");
    }
    if (prompt.length() > LONGEST_PROMPT) {
      throw refused(
          "The work is described in %d characters, and %d are allowed; put the rest in a file."
              .formatted(prompt.length(), LONGEST_PROMPT));
    }
    requireWhole("The description of the work", prompt);
  }

  /// What somebody says of a run: a summary, an answer, a reason, a name.
  static void requireWord(String what, String text, int longest) {
    if (text.length() > longest) {
      throw refused(
          "%s has %d characters, and %d are allowed.".formatted(what, text.length(), longest));
    }
    requireWhole(what, text);
  }

  /// What others are shown, and told, on one line.
  static void requireName(String what, String name) {
    requireWord(what, name, LONGEST_NAME);
    if (name.codePoints().anyMatch(Character::isISOControl)) {
      throw refused("%s has a control character or the end of a line in it.".formatted(what));
    }
  }

  /// What a runtime says of a run is never refused: its beginning is kept.
  static String beginning(String all) {
    var text = Masked.withoutKnown(all);
    if (text.length() <= LONGEST_WORD) {
      return text;
    }
    int end = LONGEST_WORD - 1;
    return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
  }

  /// The same of what was said elsewhere: what cannot be kept is replaced.
  static String putRight(String all) {
    var whole = new String(all.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    return beginning(whole.replace('\0', '\uFFFD'));
  }

  private static void requireWhole(String what, String text) {
    if (text.indexOf(0) >= 0) {
      throw refused("%s has a NUL character in it.".formatted(what));
    }
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw refused("%s has half of a character in it; write it anew.".formatted(what));
    }
  }

  private static RetinueException refused(String sentence) {
    return new RetinueException(ErrorCode.INVALID_INPUT, sentence);
  }
}
