package dev.retinue.config.template;

import dev.retinue.config.yaml.Mistakes;
import dev.retinue.config.yaml.Position;
import dev.retinue.config.yaml.Quoted;
import dev.retinue.core.template.Wording;
import dev.retinue.core.template.Wording.Piece;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads the text of a template: `{{name}}` is the place of an argument, what is between
/// `{{#name}}` and `{{/name}}` is there only if it was given, and what is between `{{^name}}` and
/// `{{/name}}` only if not. `\{{` is two braces and nothing else.
final class Body {
  private static final int DEEPEST = 8;
  private static final Pattern MARK =
      Pattern.compile("\\\\\\{\\{|\\{\\{([#^/]?)[ \t]*([a-z][a-z0-9_]{0,39})[ \t]*}}|\\{\\{");
  private static final String BRACES = "{{";

  private final String text;
  private final int firstLine;
  private final Mistakes mistakes;
  private final List<Use> uses = new ArrayList<>();
  private final Deque<Open> open = new ArrayDeque<>();
  private int done;

  /// What was read.
  ///
  /// @param uses where it names its arguments
  record Read(Wording wording, List<Use> uses) {}

  /// An argument is named here.
  record Use(String argument, Position at) {}

  /// A block that has begun, and what is in it so far; the whole text has no name.
  private record Open(@Nullable Use of, boolean given, List<Piece> pieces) {}

  private Body(String text, int firstLine, Mistakes mistakes) {
    this.text = text;
    this.firstLine = firstLine;
    this.mistakes = mistakes;
  }

  /// @param firstLine the number of its first line in the file
  static Read read(String text, int firstLine, Mistakes mistakes) {
    return new Body(text, firstLine, mistakes).read();
  }

  private Read read() {
    open.push(new Open(null, true, new ArrayList<>()));
    var marks = MARK.matcher(text);
    while (marks.find()) {
      take(marks);
    }
    add(text.substring(done));
    while (open.size() > 1) {
      var block = open.pop();
      if (block.of() != null) {
        mistakes.add(
            block.of().at(),
            "this block has no end; write {{/%s}} behind it.".formatted(block.of().argument()));
      }
    }
    if (text.isBlank()) {
      mistakes.add(
          new Position(firstLine, 1), "the template has no text; write what the agent is to do.");
    }
    return new Read(new Wording(open.pop().pieces()), List.copyOf(uses));
  }

  private void take(Matcher mark) {
    var name = mark.group(2);
    if (name == null) {
      add(text.substring(done, mark.start()) + BRACES);
      done = mark.end();
      if (mark.group().equals(BRACES)) {
        mistakes.add(
            at(mark.start()),
            "%s is no place of an argument; write {{name}}, or \\{{ for two braces."
                .formatted(Quoted.of(beginning(mark.start()))));
      }
      return;
    }
    var use = new Use(name, at(mark.start()));
    if (mark.group(1).isEmpty()) {
      add(text.substring(done, mark.start()));
      done = mark.end();
      uses.add(use);
      open.element().pieces().add(new Wording.Place(name));
      return;
    }
    takeBlock(use, mark);
  }

  /// A mark of a block that has a line for itself takes the line with it.
  private void takeBlock(Use use, Matcher mark) {
    int start = mark.start();
    int end = mark.end();
    int line = text.lastIndexOf('\n', start - 1) + 1;
    int next = text.indexOf('\n', end);
    boolean alone =
        line >= done
            && text.substring(line, start).isBlank()
            && text.substring(end, next < 0 ? text.length() : next).isBlank();
    add(text.substring(done, alone ? line : start));
    done = !alone ? end : next < 0 ? text.length() : next + 1;
    if (mark.group(1).equals("/")) {
      close(use);
    } else {
      begin(use, mark.group(1).equals("#"));
    }
  }

  private void begin(Use use, boolean given) {
    uses.add(use);
    if (open.size() > DEEPEST) {
      mistakes.add(use.at(), "blocks stand more than %d deep here.".formatted(DEEPEST));
    }
    open.push(new Open(use, given, new ArrayList<>()));
  }

  private void close(Use use) {
    var block = open.element();
    if (block.of() == null) {
      mistakes.add(
          use.at(),
          "no block of '%s' begins above; write {{#%s}} there."
              .formatted(use.argument(), use.argument()));
      return;
    }
    if (!block.of().argument().equals(use.argument())) {
      mistakes.add(
          use.at(),
          "this ends '%s', but the block of '%s' in line %d is still open; end that one first."
              .formatted(use.argument(), block.of().argument(), block.of().at().line()));
      return;
    }
    open.pop();
    open.element().pieces().add(new Wording.Block(use.argument(), block.given(), block.pieces()));
  }

  private void add(String plain) {
    if (!plain.isEmpty()) {
      open.element().pieces().add(new Wording.Text(plain));
    }
  }

  private String beginning(int start) {
    int end = text.indexOf('\n', start);
    return text.substring(start, Math.min(end < 0 ? text.length() : end, start + 20));
  }

  private Position at(int index) {
    int line = text.lastIndexOf('\n', index - 1) + 1;
    long before = text.substring(0, line).chars().filter(c -> c == '\n').count();
    return new Position(firstLine + (int) before, text.codePointCount(line, index) + 1);
  }
}
