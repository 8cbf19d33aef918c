package dev.retinue.cli.connect;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A JSON text in which single members are changed, and nothing else: comments, order and spaces
/// stay as somebody wrote them.
///
/// @param text may have comments and commas at the end of lists, where its reader takes them
record JsonText(String text) {
  private static final JsonMapper JSON = JsonMapper.shared();
  private static final String USUAL_INDENT = "  ";

  /// What stands there.
  Optional<JsonNode> find(List<String> path) {
    return locate(path).map(new JsonScan(text)::value);
  }

  private Optional<JsonScan.Member> locate(List<String> path) {
    if (text.isBlank()) {
      return Optional.empty();
    }
    var scan = new JsonScan(text);
    var object = scan.root();
    for (var name : path.subList(0, path.size() - 1)) {
      var member = object.find(name);
      if (member.isEmpty()) {
        return Optional.empty();
      }
      object = scan.object(member.get());
    }
    return object.find(path.getLast());
  }

  private JsonScan.Member require(List<String> path) {
    return locate(path).orElseThrow();
  }

  private static List<String> below(List<String> path, String name) {
    return Stream.concat(path.stream(), Stream.of(name)).toList();
  }

  /// The same with this in it, in the place of what stood there.
  JsonText with(List<String> path, JsonNode value) {
    if (text.isBlank()) {
      return new JsonText("{}\n").with(path, value);
    }
    var there = find(path);
    if (there.filter(value::equals).isPresent()) {
      return this;
    }
    if (value.isObject() && there.filter(JsonNode::isObject).isPresent()) {
      return merged(path, value);
    }
    var scan = new JsonScan(text);
    var object = scan.root();
    for (int i = 0; i < path.size(); i++) {
      var member = object.find(path.get(i));
      if (member.isEmpty()) {
        return insert(object, path.get(i), nested(path.subList(i + 1, path.size()), value));
      }
      if (i == path.size() - 1) {
        return replace(member.get(), value);
      }
      object = scan.object(member.get());
    }
    return this;
  }

  /// Member by member, so that comments between them stay.
  private JsonText merged(List<String> path, JsonNode value) {
    var changed = this;
    for (var wanted : value.properties()) {
      changed = changed.with(below(path, wanted.getKey()), wanted.getValue());
    }
    for (var member : new JsonScan(text).object(require(path)).members()) {
      if (!value.has(member.name())) {
        changed = changed.without(below(path, member.name()));
      }
    }
    return changed;
  }

  /// The same with what stands in another at this place, as it is written there.
  JsonText like(JsonText other, List<String> path) {
    var there = other.require(path);
    var raw = other.text.substring(there.value(), there.end());
    var here = locate(path);
    return here.isEmpty()
        ? with(path, new JsonScan(other.text).value(there))
        : edit(here.get().value(), here.get().end(), raw);
  }

  /// The same without it.
  JsonText without(List<String> path) {
    if (text.isBlank()) {
      return this;
    }
    var scan = new JsonScan(text);
    var object = scan.root();
    for (var name : path.subList(0, path.size() - 1)) {
      var member = object.find(name);
      if (member.isEmpty()) {
        return this;
      }
      object = scan.object(member.get());
    }
    var parent = object;
    return object.find(path.getLast()).map(member -> remove(parent, member)).orElse(this);
  }

  private static JsonNode nested(List<String> path, JsonNode value) {
    var node = value;
    for (var name : path.reversed()) {
      var outer = JSON.createObjectNode();
      outer.set(name, node);
      node = outer;
    }
    return node;
  }

  private JsonText insert(JsonScan.Braces object, String name, JsonNode value) {
    var key = JSON.writeValueAsString(name) + ": ";
    boolean flat = !object.members().isEmpty() && !between(object).contains("\n");
    if (flat) {
      var last = object.members().getLast();
      return edit(last.end(), last.end(), ", " + key + value);
    }
    var outer = indentAt(object.open());
    var inner =
        object.members().isEmpty() ? outer + unit() : indentAt(object.members().getLast().start());
    var member = newline() + inner + key + pretty(value, inner);
    if (object.members().isEmpty()) {
      int end = contentEnd(object);
      var closing = between(object).contains("\n") ? "" : newline() + outer;
      return edit(end, end, member + closing);
    }
    var last = object.members().getLast();
    int end = contentEnd(object);
    if (last.comma() >= 0) {
      return edit(end, end, member + ",");
    }
    return edit(end, end, member).edit(last.end(), last.end(), ",");
  }

  private JsonText replace(JsonScan.Member member, JsonNode value) {
    boolean flat = !text.substring(member.value(), member.end()).contains("\n");
    boolean small = flat && !between(new JsonScan(text).root()).contains("\n");
    var written = small ? value.toString() : pretty(value, indentAt(member.start()));
    return edit(member.value(), member.end(), written);
  }

  private JsonText remove(JsonScan.Braces object, JsonScan.Member member) {
    int index = object.members().indexOf(member);
    int to = member.comma() >= 0 ? member.comma() + 1 : member.end();
    int from = begin(member, to);
    if (from == member.start()) {
      to = afterSpaces(to);
    }
    if (member.comma() >= 0) {
      return edit(from, to, "");
    }
    if (index == 0) {
      // It was alone: where it made the braces two lines, they are one again.
      boolean bare = text.substring(member.end(), object.close()).isBlank();
      boolean first = text.substring(object.open() + 1, member.start()).isBlank();
      return bare && first ? edit(object.open() + 1, object.close(), "") : edit(from, to, "");
    }
    var former = object.members().get(index - 1);
    return edit(from, to, "").edit(former.comma(), former.comma() + 1, "");
  }

  /// From where on it is gone: with its line, unless something else stands there, which must not
  /// come behind a comment at the end of the line before.
  private int begin(JsonScan.Member member, int to) {
    int from = member.start();
    while (from > 0 && isSpace(text.charAt(from - 1))) {
      from--;
    }
    if (from == 0 || text.charAt(from - 1) != '\n') {
      return from;
    }
    int end = afterSpaces(to);
    boolean endsLine = end == text.length() || "\r\n".indexOf(text.charAt(end)) >= 0;
    if (!endsLine) {
      return member.start();
    }
    return from - (from > 1 && text.charAt(from - 2) == '\r' ? 2 : 1);
  }

  private int afterSpaces(int place) {
    int end = place;
    while (end < text.length() && isSpace(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static boolean isSpace(char letter) {
    return letter == ' ' || letter == '\t';
  }

  private String between(JsonScan.Braces object) {
    return text.substring(object.open(), object.close());
  }

  /// Behind the last word in these braces, a comment too.
  private int contentEnd(JsonScan.Braces object) {
    int end = object.close();
    while (end > object.open() + 1 && Character.isWhitespace(text.charAt(end - 1))) {
      end--;
    }
    return end;
  }

  private String newline() {
    return text.contains("\r\n") ? "\r\n" : "\n";
  }

  /// What the line of this place begins with.
  private String indentAt(int place) {
    int begin = text.lastIndexOf('\n', Math.max(0, place - 1)) + 1;
    int end = begin;
    while (end < text.length() && isSpace(text.charAt(end))) {
      end++;
    }
    return text.substring(begin, end);
  }

  /// How much further in each level stands.
  private String unit() {
    var members = new JsonScan(text).root().members();
    if (members.isEmpty()) {
      return USUAL_INDENT;
    }
    var indent = indentAt(members.getFirst().start());
    return indent.isEmpty() ? USUAL_INDENT : indent;
  }

  private String pretty(JsonNode value, String indent) {
    return Pretty.json(value, unit()).lines().collect(Collectors.joining(newline() + indent));
  }

  private JsonText edit(int from, int to, String replacement) {
    return new JsonText(text.substring(0, from) + replacement + text.substring(to));
  }
}
