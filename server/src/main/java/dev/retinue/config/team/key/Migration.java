package dev.retinue.config.team.key;

import dev.retinue.config.yaml.Mistakes;
import dev.retinue.config.yaml.Quoted;
import dev.retinue.config.yaml.YamlNode;
import dev.retinue.config.yaml.YamlNode.Entry;
import dev.retinue.config.yaml.YamlNode.Mapping;
import dev.retinue.config.yaml.YamlNode.Scalar;
import dev.retinue.config.yaml.YamlNode.Sequence;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/// Makes of a file of any earlier version what it would be today. Everything keeps its place, so
/// that sentences still point to where it is written.
public final class Migration {
  static final int LATEST = 16;

  private static final Pattern NUMBER = Pattern.compile("v?([0-9]{1,6})");

  private final Mistakes mistakes;
  private final List<Remark> remarks;

  private Migration(Mistakes mistakes, List<Remark> remarks) {
    this.mistakes = mistakes;
    this.remarks = remarks;
  }

  /// The same file as it would be written today.
  ///
  /// @param remarks takes what is lost on the way
  public static YamlNode migrate(YamlNode root, Mistakes mistakes, List<Remark> remarks) {
    if (!(root instanceof Mapping file)) {
      return root;
    }
    int version = version(file, mistakes);
    var migration = new Migration(mistakes, remarks);
    var migrated = file;
    if (version < 1) {
      migrated = migration.fromZero(migrated);
    }
    if (version < 2) {
      migrated = migration.fromOne(migrated);
    }
    // Later ones only added to it.
    return migrated;
  }

  private static int version(Mapping file, Mistakes mistakes) {
    var written = find(file, "version");
    if (written.isEmpty()) {
      return LATEST;
    }
    var node = written.get().value();
    var number = NUMBER.matcher(node instanceof Scalar scalar ? scalar.text() : "");
    if (!number.matches()) {
      mistakes.add(
          node.at(),
          "'version' must be a number from 0 to %d, but is %s.".formatted(LATEST, node.found()));
      return LATEST;
    }
    int version = Integer.parseInt(number.group(1));
    if (version > LATEST) {
      mistakes.add(
          node.at(),
          "this is version %d of the format, and Retinue reads versions up to %d; write it in version %d, or leave 'version' out."
              .formatted(version, LATEST, LATEST));
    }
    return version;
  }

  /// Tools of its own were keys of an agent, and a provider was a type.
  private Mapping fromZero(Mapping file) {
    var models = each(file, "models", model -> renamed(model, "type", "provider"));
    return each(models, "agents", Migration::toolsets);
  }

  private static Mapping toolsets(Mapping agent) {
    var tools = new ArrayList<YamlNode>();
    find(agent, "todo").ifPresent(it -> todo(it).ifPresent(tools::add));
    find(agent, "think")
        .filter(it -> isTrue(it.value()))
        .ifPresent(it -> tools.add(typed(it, "think", List.of())));
    find(agent, "memory")
        .ifPresent(
            it ->
                tools.add(
                    typed(
                        it,
                        "memory",
                        it.value() instanceof Mapping(_, var own, _) ? own : List.of())));
    if (find(agent, "toolsets").map(Entry::value).orElse(null) instanceof Sequence list) {
      tools.addAll(list.items());
    }
    var rest =
        new ArrayList<>(
            agent.entries().stream()
                .filter(
                    it -> !List.of("todo", "think", "memory", "toolsets").contains(it.key().text()))
                .toList());
    if (!tools.isEmpty()) {
      var key = new Scalar(agent.at(), "toolsets", true);
      rest.add(new Entry(key, new Sequence(agent.at(), List.copyOf(tools), agent.size())));
    }
    return new Mapping(agent.at(), List.copyOf(rest), agent.size());
  }

  private static Optional<YamlNode> todo(Entry written) {
    if (written.value() instanceof Mapping(_, var own, _)) {
      return Optional.of(typed(written, "todo", own));
    }
    return isTrue(written.value())
        ? Optional.of(typed(written, "todo", List.of()))
        : Optional.empty();
  }

  private static Mapping typed(Entry written, String type, List<Entry> own) {
    var at = written.key().at();
    var entries = new ArrayList<Entry>();
    entries.add(new Entry(new Scalar(at, "type", true), new Scalar(at, type, true)));
    own.stream().filter(it -> !it.key().text().equals("enabled")).forEach(entries::add);
    return new Mapping(at, List.copyOf(entries), entries.size() * 2 + 1);
  }

  private static boolean isTrue(YamlNode node) {
    return node instanceof Scalar scalar && scalar.isTruth() && scalar.text().startsWith("t");
  }

  /// Variables could be set everywhere, and files with them be named.
  private Mapping fromOne(Mapping file) {
    refuse(file, "env");
    each(file, "models", model -> refuse(model, "env"));
    each(
        file,
        "agents",
        agent -> {
          if (find(agent, "toolsets").map(Entry::value).orElse(null) instanceof Sequence list) {
            list.items().stream()
                .filter(Mapping.class::isInstance)
                .forEach(it -> refuse((Mapping) it, "env_file"));
          }
          return agent;
        });
    return each(file, "agents", this::withoutName);
  }

  /// They had names beside those that they stand under.
  private Mapping withoutName(Mapping agent) {
    var written = find(agent, "name");
    if (written.isEmpty()) {
      return agent;
    }
    remarks.add(
        new Remark(
            written.get().key().at(),
            "'name' of an agent is no longer read since version 2, and is left out."));
    return new Mapping(
        agent.at(),
        agent.entries().stream().filter(it -> !it.key().text().equals("name")).toList(),
        agent.size());
  }

  private Mapping refuse(Mapping section, String key) {
    find(section, key)
        .ifPresent(
            it ->
                mistakes.add(
                    it.key().at(),
                    "%s is no longer read since version 2; set variables where the daemon is started, and remove it."
                        .formatted(Quoted.of(key))));
    return section;
  }

  private static Mapping renamed(Mapping section, String from, String to) {
    return new Mapping(
        section.at(),
        section.entries().stream()
            .map(
                it ->
                    it.key().text().equals(from)
                        ? new Entry(new Scalar(it.key().at(), to, true), it.value())
                        : it)
            .toList(),
        section.size());
  }

  /// The file with every section below this key changed.
  private static Mapping each(Mapping file, String key, UnaryOperator<Mapping> change) {
    return new Mapping(
        file.at(),
        file.entries().stream()
            .map(
                it ->
                    it.key().text().equals(key) && it.value() instanceof Mapping sections
                        ? new Entry(it.key(), each(sections, change))
                        : it)
            .toList(),
        file.size());
  }

  private static Mapping each(Mapping sections, UnaryOperator<Mapping> change) {
    return new Mapping(
        sections.at(),
        sections.entries().stream()
            .map(
                it ->
                    it.value() instanceof Mapping section
                        ? new Entry(it.key(), change.apply(section))
                        : it)
            .toList(),
        sections.size());
  }

  private static Optional<Entry> find(Mapping section, String key) {
    return section.entries().stream().filter(it -> it.key().text().equals(key)).findFirst();
  }
}
