package dev.retinue.examples;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// An item of a Markdown list, with a text of several lines and other items below it.
final class Item {
  static final String FENCE = "~~~";

  private static final Pattern LINE = Pattern.compile("( *)- (.*)");
  private static final String STEP = "  ";

  private final String text;
  private @Nullable String block;
  private final List<Item> items = new ArrayList<>();

  Item(String text) {
    this.text = text;
  }

  /// What it says: on its line, or below it if that does not do.
  static Item of(String label, String said) {
    return said.contains("\n") || said.contains("`") || said.isBlank()
        ? inLines(label, said)
        : new Item("%s: `%s`".formatted(label, said));
  }

  static Item inLines(String label, String said) {
    var item = new Item(label + ":");
    item.block = said;
    return item;
  }

  String text() {
    return text;
  }

  @Nullable String block() {
    return block;
  }

  List<Item> items() {
    return items;
  }

  /// What it says after a label.
  String said() {
    return block != null ? block : text.replaceFirst("^.*?: `(.*)`$", "$1");
  }

  Item add(Item item) {
    items.add(item);
    return item;
  }

  static List<Item> read(String list) {
    var top = new Item("");
    var above = new ArrayDeque<Item>(List.of(top));
    var lines = list.lines().iterator();
    while (lines.hasNext()) {
      var line = lines.next();
      var match = LINE.matcher(line);
      if (match.matches()) {
        while (above.size() > match.group(1).length() / STEP.length() + 1) {
          above.pop();
        }
        above.push(above.element().add(new Item(match.group(2))));
      } else if (line.strip().startsWith(FENCE)) {
        above.element().block = block(lines, line.indexOf(FENCE));
      }
    }
    return top.items;
  }

  private static String block(Iterator<String> lines, int indent) {
    var block = new ArrayList<String>();
    while (lines.hasNext()) {
      var line = lines.next();
      if (line.strip().equals(FENCE)) {
        break;
      }
      block.add(line.substring(Math.min(indent, line.length())));
    }
    return String.join("\n", block);
  }

  static String write(List<Item> items) {
    return items.stream().map(it -> it.write("")).collect(Collectors.joining());
  }

  private String write(String indent) {
    var all = new StringBuilder("%s- %s\n".formatted(indent, text));
    var below = indent + STEP;
    if (block != null) {
      all.append(fenced(block).indent(below.length()).replaceAll("(?m)^ +$", ""));
    }
    items.forEach(it -> all.append(it.write(below)));
    return all.toString();
  }

  static String fenced(String text) {
    return "%stext\n%s\n%s\n".formatted(FENCE, text, FENCE);
  }
}
