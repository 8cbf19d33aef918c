package dev.retinue.core.permission;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Takes a line for a shell apart. It knows less than a shell does, and says so: whatever it does
/// not understand makes the line not simple, and what may hide a command makes it not plain.
final class ShellReader {
  private static final String SEPARATORS = ";&|\n()";

  /// They look like patterns.
  private static final Set<String> TESTS = Set.of("[", "[[");

  private final int depth;
  private final Set<String> parts;
  private final List<Word> words = new ArrayList<>();
  private final StringBuilder word = new StringBuilder();
  private boolean inWord;
  private boolean quoted;
  private boolean unknown;
  private boolean target;
  private boolean simple = true;
  private boolean plain = true;
  private boolean climbs;
  private boolean expands;
  private int commands;
  private String line = "";
  private int at;

  /// @param text without quotes
  /// @param unknown whether only a shell knows what becomes of it
  record Word(String text, boolean unknown) {}

  ShellReader(int depth) {
    this(depth, new LinkedHashSet<>());
  }

  private ShellReader(int depth, Set<String> parts) {
    this.depth = depth;
    this.parts = parts;
  }

  boolean isSimple() {
    return simple && commands == 1;
  }

  boolean isPlain() {
    return plain;
  }

  boolean climbs() {
    return climbs;
  }

  boolean expands() {
    return expands;
  }

  List<String> parts() {
    return List.copyOf(parts);
  }

  void read(String text) {
    if (depth == 0) {
      plain = false;
      return;
    }
    line = text;
    for (at = 0; at < line.length(); at++) {
      next(line.charAt(at));
    }
    endCommand();
  }

  private void next(char c) {
    switch (c) {
      case ' ', '\t' -> endWord();
      case '\'' -> singleQuotes();
      case '"' -> doubleQuotes();
      case '\\' -> escape();
      case '$' -> dollar();
      case '`' -> backticks();
      case '<', '>' -> redirection(c);
      case '#' -> {
        if (inWord) {
          take(c);
        } else {
          comment();
        }
      }
      case '{', '*', '?', '[', '~' -> pattern(c);
      default -> {
        if (SEPARATORS.indexOf(c) >= 0) {
          simple = false;
          endCommand();
        } else if (Character.isISOControl(c)) {
          lost();
        } else {
          take(c);
        }
      }
    }
  }

  private void take(char c) {
    inWord = true;
    word.append(c);
  }

  /// Nobody but a shell knows what this is.
  private void lost() {
    inWord = true;
    unknown = true;
    simple = false;
    plain = false;
  }

  // What has a meaning of its own.

  private void singleQuotes() {
    int end = line.indexOf('\'', at + 1);
    inWord = true;
    quoted = true;
    if (end < 0) {
      lost();
      end = line.length();
    }
    word.append(line, at + 1, end);
    at = end;
  }

  private void doubleQuotes() {
    inWord = true;
    quoted = true;
    for (at++; at < line.length() && line.charAt(at) != '"'; at++) {
      char c = line.charAt(at);
      switch (c) {
        case '\\' -> {
          boolean escapes = at + 1 < line.length() && "$`\"\\\n".indexOf(line.charAt(at + 1)) >= 0;
          if (escapes) {
            at++;
          }
          word.append(line.charAt(at));
        }
        case '$' -> dollar();
        case '`' -> backticks();
        default -> word.append(c);
      }
    }
    if (at >= line.length()) {
      lost();
    }
  }

  private void escape() {
    at++;
    quoted = true;
    if (at >= line.length()) {
      lost();
    } else if (line.charAt(at) == '\n') {
      simple = false;
    } else {
      take(line.charAt(at));
    }
  }

  private void dollar() {
    inWord = true;
    unknown = true;
    simple = false;
    char following = at + 1 < line.length() ? line.charAt(at + 1) : ' ';
    if (following == '(' || following == '{') {
      at++;
      bracketed(following, following == '(' ? ')' : '}');
    } else if (following == '\'') {
      plain = false;
    }
  }

  /// What stands between brackets may be commands, and is read as such.
  private void bracketed(char open, char close) {
    int end = closing(open, close);
    inside(line.substring(at + 1, end));
    at = end;
  }

  private int closing(char open, char close) {
    int deep = 0;
    for (int i = at; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '\\') {
        i++;
      } else if (c == '\'' || c == '"') {
        i = afterQuotes(i, c);
      } else if (c == open) {
        deep++;
      } else if (c == close && --deep == 0) {
        return i;
      }
    }
    plain = false;
    return line.length();
  }

  /// Where what stands in quotes ends.
  private int afterQuotes(int from, char quote) {
    int i = from + 1;
    while (i < line.length() && line.charAt(i) != quote) {
      i += line.charAt(i) == '\\' && quote == '"' ? 2 : 1;
    }
    return i;
  }

  private void backticks() {
    inWord = true;
    unknown = true;
    simple = false;
    int end = at + 1;
    while (end < line.length() && line.charAt(end) != '`') {
      end += line.charAt(end) == '\\' ? 2 : 1;
    }
    if (end >= line.length()) {
      plain = false;
      end = line.length();
    }
    inside(line.substring(at + 1, end));
    at = end;
  }

  private void inside(String text) {
    var reader = new ShellReader(depth - 1, parts);
    reader.read(text);
    plain &= reader.plain;
  }

  private void redirection(char c) {
    simple = false;
    // In '2>' the number is no word.
    if (inWord && !quoted && word.chars().allMatch(Character::isDigit)) {
      forgetWord();
    }
    endWord();
    if (at + 1 < line.length() && line.charAt(at + 1) == '(') {
      at++;
      bracketed('(', ')');
      return;
    }
    while (at + 1 < line.length() && "<>&|-".indexOf(line.charAt(at + 1)) >= 0) {
      at++;
      // What follows are lines of text, which look like commands here.
      plain &= c != '<';
    }
    target = true;
  }

  private void comment() {
    simple = false;
    int end = line.indexOf('\n', at);
    at = end < 0 ? line.length() : end - 1;
  }

  /// Names that a shell puts in place of a pattern; as a command they could be anything.
  private void pattern(char c) {
    boolean brace = c == '{' && !isAlone();
    expands |= c != '~' && (c != '{' || brace);
    if (brace) {
      simple = false;
    }
    unknown |= words.isEmpty() && c != '~' && (c != '{' || brace);
    take(c);
  }

  /// A brace between blanks is a word of the language.
  private boolean isAlone() {
    return !inWord && (at + 1 >= line.length() || " \t\n".indexOf(line.charAt(at + 1)) >= 0);
  }

  // Ends.

  private void endWord() {
    if (inWord && !target) {
      var text = word.toString();
      words.add(new Word(text, unknown && !TESTS.contains(text)));
    }
    if (inWord) {
      target = false;
    }
    forgetWord();
  }

  private void forgetWord() {
    word.setLength(0);
    inWord = false;
    quoted = false;
    unknown = false;
  }

  private void endCommand() {
    endWord();
    target = false;
    if (words.isEmpty()) {
      return;
    }
    commands++;
    var command = new SimpleCommand(words);
    simple &= !command.assigns();
    plain &= command.plain();
    climbs |= words.stream().anyMatch(it -> List.of(it.text().split("[/=:]", -1)).contains(".."));
    parts.addAll(command.forms());
    command.scripts().forEach(this::inside);
    words.clear();
  }
}
