package dev.retinue.config.team.key;

import dev.retinue.config.Key;
import dev.retinue.config.Kind;
import dev.retinue.config.Kinds;
import dev.retinue.config.Schemas;
import dev.retinue.config.Shape;
import dev.retinue.config.Spot;
import dev.retinue.config.Values;
import dev.retinue.config.yaml.Position;
import dev.retinue.config.yaml.Quoted;
import dev.retinue.config.yaml.YamlNode.Entry;
import dev.retinue.config.yaml.YamlNode.Mapping;
import dev.retinue.config.yaml.YamlNode.Scalar;
import dev.retinue.config.yaml.YamlNode.Sequence;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.craft.Craft.Shortcut;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/// Commands by their names: a section, or a list of sections with one key each. A command is its
/// text, or a section with it.
public final class CommandsKind implements Kind<Map<String, Placed<Shortcut>>> {
  /// The text of a command that is left out.
  public static final String NOTHING = "";

  private static final int LONGEST_DESCRIPTION = 1_000;
  private static final Pattern NAME = Pattern.compile("/?[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  private static final Key<String> DESCRIPTION =
      Key.of("description", TeamKinds.prose(LONGEST_DESCRIPTION), "", "What it is for.");
  private static final Key<String> INSTRUCTION =
      Key.optional(
          "instruction",
          Kinds.text(TeamKinds.LONGEST_TEXT),
          "What is asked; `$1`, `$2` and `$ARGUMENTS` stand for what follows its name.");
  private static final List<Key<Position>> ELSEWHERE = Unsupported.keys("agent", "url");
  private static final Shape<Shortcut> SECTION =
      new Shape<>(Keys.of(List.of(DESCRIPTION, INSTRUCTION), ELSEWHERE), CommandsKind::shortcut);
  private static final Kind<String> TEXT = Kinds.text(TeamKinds.LONGEST_TEXT);

  /// One that goes to another agent, or to a browser, asks nothing here.
  private static Shortcut shortcut(Values values) {
    boolean elsewhere = ELSEWHERE.stream().anyMatch(it -> values.find(it).isPresent());
    var instruction = values.find(INSTRUCTION);
    if (instruction.isEmpty() && !elsewhere) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "Commands '%s' has no 'instruction'; add what is asked.".formatted(values.name()));
    }
    return new Shortcut(
        values.require(DESCRIPTION), elsewhere ? NOTHING : instruction.orElse(NOTHING));
  }

  @Override
  public String expected() {
    return "commands, each under its name";
  }

  @Override
  public Optional<Map<String, Placed<Shortcut>>> read(Spot spot) {
    int before = spot.mistakes().noted();
    var commands = new LinkedHashMap<String, Placed<Shortcut>>();
    for (var entry : entries(spot)) {
      read(spot, entry)
          .ifPresent(
              it -> {
                var name = entry.key().text().replaceFirst("^/", "");
                if (commands.put(name, new Placed<>(it, entry.key().at())) != null) {
                  spot.note(
                      entry.key().at(),
                      "there are two commands %s".formatted(Quoted.of(name)),
                      "remove one of them");
                }
              });
    }
    return spot.mistakes().noted() > before ? Optional.empty() : Optional.of(commands);
  }

  private List<Entry> entries(Spot spot) {
    if (!(spot.node() instanceof Sequence list)) {
      return spot.entries(expected()).orElse(List.of());
    }
    var all = new ArrayList<Entry>();
    for (int i = 0; i < list.items().size(); i++) {
      var place = spot.item(i + 1, list.items().get(i));
      if (place.node() instanceof Mapping one && one.entries().size() == 1) {
        all.addAll(one.entries());
      } else {
        place.refuse("a section with the name of one command", "write it as '- name: text'");
      }
    }
    return all;
  }

  private static Optional<Shortcut> read(Spot spot, Entry entry) {
    var key = entry.key();
    if (!NAME.matcher(key.text()).matches()) {
      return spot.note(
          key.at(),
          "%s is no name of a command".formatted(Quoted.of(key.text())),
          "write it with letters, digits, '-' and '_'");
    }
    var place = spot.member(entry);
    return entry.value() instanceof Scalar
        ? TEXT.read(place).map(text -> new Shortcut("", text))
        : SECTION.read(place);
  }

  @Override
  public ObjectNode schema() {
    var one = Schemas.anything();
    one.putArray("anyOf").add(TEXT.schema()).add(SECTION.schema());
    var single = Schemas.each(one).put("minProperties", 1).put("maxProperties", 1);
    single.put("type", "object");
    var list = Schemas.type("array");
    list.set("items", single);
    var schema = Schemas.anything();
    schema.putArray("anyOf").add(Schemas.each(one)).add(list);
    return schema;
  }
}
