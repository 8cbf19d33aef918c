package dev.retinue.config.yaml;

import dev.retinue.config.yaml.YamlNode.Entry;
import dev.retinue.config.yaml.YamlNode.Mapping;
import dev.retinue.config.yaml.YamlNode.Scalar;
import dev.retinue.config.yaml.YamlNode.Sequence;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingEndEvent;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceEndEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.events.StreamEndEvent;

/// Makes a tree of the events of the parser. The library's own composer would go as deep as the
/// file does and knows no bound for the values behind aliases, so the bounds are here.
final class YamlTree {
  private static final int LONGEST_KEY = 200;
  private static final String STANDARD_TAG = "tag:yaml.org,2002:";

  private final Iterator<Event> events;
  private final int most;
  private final Mistakes mistakes;
  private final Map<String, YamlNode> anchors = new HashMap<>();
  private final Set<String> open = new HashSet<>();
  private int values;

  YamlTree(Iterator<Event> events, int most, Mistakes mistakes) {
    this.events = events;
    this.most = most;
    this.mistakes = mistakes;
  }

  /// The one document of the file; empty where there is none.
  Optional<YamlNode> read() {
    events.next(); // the stream begins
    if (events.next() instanceof StreamEndEvent) {
      return Optional.empty();
    }
    var root = value(events.next(), 1);
    events.next(); // the document ends
    var after = events.next();
    if (!(after instanceof StreamEndEvent)) {
      throw mistakes.last(
          at(after), "a second document begins here; put everything into one, without '---'.");
    }
    return Optional.of(root);
  }

  private YamlNode value(Event event, int depth) {
    if (depth > YamlDocument.DEEPEST) {
      throw mistakes.last(
          at(event), "values are nested more than %d deep here.".formatted(YamlDocument.DEEPEST));
    }
    count(event, 1);
    return switch (event) {
      case AliasEvent alias -> anchored(alias);
      case ScalarEvent scalar -> scalar(scalar);
      case SequenceStartEvent list -> {
        refuseTag(list, list.getTag());
        yield remember(list.getAnchor(), () -> sequence(list, depth));
      }
      case MappingStartEvent section -> {
        refuseTag(section, section.getTag());
        yield remember(section.getAnchor(), () -> mapping(section, depth));
      }
      default -> throw new IllegalStateException("the parser told " + event + " for a value");
    };
  }

  private Scalar scalar(ScalarEvent event) {
    refuseTag(event, event.getTag());
    var text = event.getValue();
    YamlText.findHidden(text)
        .ifPresent(
            index ->
                mistakes.add(
                    at(event),
                    "this text holds the character %s; remove it."
                        .formatted(YamlText.named(text.codePointAt(index)))));
    var scalar = new Scalar(at(event), text, event.isPlain());
    event.getAnchor().ifPresent(anchor -> anchors.put(anchor.getValue(), scalar));
    return scalar;
  }

  private Sequence sequence(Event start, int depth) {
    int before = values;
    var items = new ArrayList<YamlNode>();
    for (var event = events.next(); !(event instanceof SequenceEndEvent); event = events.next()) {
      items.add(value(event, depth + 1));
    }
    return new Sequence(at(start), List.copyOf(items), values - before + 1);
  }

  private Mapping mapping(Event start, int depth) {
    int before = values;
    var entries = new ArrayList<Entry>();
    var lines = new HashMap<String, Integer>();
    for (var event = events.next(); !(event instanceof MappingEndEvent); event = events.next()) {
      var key = key(value(event, depth + 1), at(event));
      var value = value(events.next(), depth + 1);
      if (key != null && isNew(key, lines)) {
        entries.add(new Entry(key, value));
      }
    }
    return new Mapping(at(start), List.copyOf(entries), values - before + 1);
  }

  private @Nullable Scalar key(YamlNode node, Position at) {
    if (!(node instanceof Scalar scalar)) {
      mistakes.add(at, "a key must be a word, but this is %s.".formatted(node.found()));
      return null;
    }
    if (scalar.text().equals("<<") && scalar.plain()) {
      mistakes.add(at, "'<<' does not merge sections here; write the keys out.");
      return null;
    }
    if (scalar.text().isBlank() || scalar.text().length() > LONGEST_KEY) {
      mistakes.add(at, "a key must be a word, but this is %s.".formatted(Quoted.of(scalar.text())));
      return null;
    }
    return new Scalar(at, scalar.text(), scalar.plain());
  }

  private boolean isNew(Scalar key, Map<String, Integer> lines) {
    var line = lines.putIfAbsent(key.text(), key.at().line());
    if (line != null) {
      mistakes.add(
          key.at(),
          "the key %s is already in line %d; remove one of the two."
              .formatted(Quoted.of(key.text()), line));
    }
    return line == null;
  }

  private YamlNode anchored(AliasEvent alias) {
    var name = alias.getAlias().getValue();
    var shown = Quoted.shortened(name);
    if (open.contains(name)) {
      throw mistakes.last(
          at(alias),
          "*%s stands inside of &%s itself; write the value out.".formatted(shown, shown));
    }
    var node = anchors.get(name);
    if (node == null) {
      throw mistakes.last(
          at(alias),
          "there is no &%s above that *%s could repeat; text that begins with '*' needs quotes."
              .formatted(shown, shown));
    }
    count(alias, node.size() - 1);
    return node;
  }

  private YamlNode remember(Optional<Anchor> anchor, Supplier<YamlNode> inside) {
    if (anchor.isEmpty()) {
      return inside.get();
    }
    var name = anchor.get().getValue();
    open.add(name);
    var node = inside.get();
    open.remove(name);
    anchors.put(name, node);
    return node;
  }

  private void count(Event event, int more) {
    values += more;
    if (values > most) {
      throw mistakes.last(
          at(event),
          "up to here the file holds more than %d values; make it smaller, with fewer aliases."
              .formatted(most));
    }
  }

  private void refuseTag(Event event, Optional<String> tag) {
    tag.ifPresent(
        name ->
            mistakes.add(
                at(event),
                "the tag %s means nothing here; remove it."
                    .formatted(
                        Quoted.of(
                            name.startsWith(STANDARD_TAG)
                                ? "!!" + name.substring(STANDARD_TAG.length())
                                : name))));
  }

  private static Position at(Event event) {
    return Position.of(event.getStartMark());
  }
}
