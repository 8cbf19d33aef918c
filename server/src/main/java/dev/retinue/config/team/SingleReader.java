package dev.retinue.config.team;

import dev.retinue.config.Key;
import dev.retinue.config.Spot;
import dev.retinue.config.team.key.Names;
import dev.retinue.config.team.key.Remark;
import dev.retinue.config.team.key.SingleKeys;
import dev.retinue.config.yaml.Mistakes;
import dev.retinue.config.yaml.Position;
import dev.retinue.config.yaml.Quoted;
import dev.retinue.config.yaml.YamlDocument;
import dev.retinue.config.yaml.YamlNode;
import dev.retinue.config.yaml.YamlNode.Entry;
import dev.retinue.config.yaml.YamlNode.Mapping;
import dev.retinue.config.yaml.YamlText;
import dev.retinue.core.Agent;
import dev.retinue.core.Budget;
import dev.retinue.core.Conduct;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Nearest;
import dev.retinue.core.Permissions;
import dev.retinue.core.RetinueException;
import dev.retinue.core.craft.Craft;
import dev.retinue.core.craft.Craft.Origin;
import dev.retinue.core.permission.Policy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Reads a Markdown file with one agent, as Claude Code has them: keys between two lines of three
/// dashes, and below them what it is told. Its tools are Claude's, and so Claude does the work.
public final class SingleReader {
  private static final Pattern HEAD =
      Pattern.compile(
          "\\A---[ \t]*\n(.*?)^---[ \t]*(?:\n|\\z)", Pattern.DOTALL | Pattern.MULTILINE);

  /// A line of text as people write it there, although YAML would read something else in it.
  private static final Pattern PLAIN =
      Pattern.compile("^description:[ \t]+([^\\s'\"|>\\[{&*!%@`].*)$", Pattern.MULTILINE);

  private static final Set<String> STARTS_OTHERS = Set.of("Task", "Agent");
  private static final Set<String> HARMLESS =
      Set.of("Read", "Grep", "Glob", "LS", "Edit", "MultiEdit", "Write", "Bash", "TodoWrite");
  private static final Map<String, String> WRITES =
      Map.of("Edit", "Edit(**)", "MultiEdit", "Edit(**)", "Write", "Write(**)");
  private static final List<String> LEAST = List.of("read");

  private final Landscape.Single usual;
  private final Set<String> reserved;

  public SingleReader(Landscape landscape) {
    this.usual = landscape.single();
    this.reserved = landscape.reserved();
  }

  /// Its agent, or a refusal with everything that is wrong with it.
  public TeamFile read(Origin origin, byte[] bytes) {
    var mistakes = new Mistakes(origin.file());
    var text = YamlText.of(bytes, mistakes).replace("\r\n", "\n");
    var parts = HEAD.matcher(text);
    if (!parts.find()) {
      mistakes.add(
          Position.START,
          "an agent begins with its keys between two lines of '---'; write them above its text.");
      mistakes.throwIfAny();
    }
    // In the place of the first line, so that all others keep their numbers.
    var head = ("#\n" + quoted(parts.group(1))).getBytes(StandardCharsets.UTF_8);
    var root =
        YamlDocument.parse(head, TeamReader.MOST_VALUES, mistakes)
            .orElseGet(() -> new Mapping(Position.START, List.of(), 1));
    var remarks = new ArrayList<Remark>();
    var known = known(root, remarks);
    var written = SingleKeys.SHAPE.read(Spot.root("the agent", known, mistakes));
    written.ifPresent(it -> check(it, mistakes));
    mistakes.throwIfAny();
    var it = written.orElseThrow();
    requireFree(Names.of(it.name()), origin.file());
    remarks.addAll(it.remarks());
    var agent = agent(it, text.substring(parts.end()).strip(), origin, remarks);
    return new TeamFile(origin.file(), List.of(agent), remarks, List.of());
  }

  private void requireFree(String name, String file) {
    if (reserved.contains(name)) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "%s: no agent can be called '%s'; give it another name.".formatted(file, name));
    }
  }

  private static String quoted(String head) {
    return PLAIN
        .matcher(head)
        .replaceAll(
            found ->
                java.util.regex.Matcher.quoteReplacement(
                    "description: '%s'".formatted(found.group(1).strip().replace("'", "''"))));
  }

  /// Claude reads over what it does not know, and so its files hold much that means nothing.
  private static YamlNode known(YamlNode root, List<Remark> remarks) {
    if (!(root instanceof Mapping mapping)) {
      return root;
    }
    var names = SingleKeys.SHAPE.keys().stream().map(Key::name).toList();
    var own = new ArrayList<Entry>();
    for (var entry : mapping.entries()) {
      var key = entry.key().text();
      if (names.contains(key)) {
        own.add(entry);
      } else {
        var meant = Nearest.to(key, names).map(" Did you mean '%s'?"::formatted).orElse("");
        remarks.add(
            new Remark(
                entry.key().at(),
                "there is no key %s in an agent, and it is left out.%s"
                    .formatted(Quoted.of(key), meant)));
      }
    }
    return new Mapping(mapping.at(), List.copyOf(own), mapping.size());
  }

  private static void check(SingleKeys.Written written, Mistakes mistakes) {
    if (Names.of(written.name()).isEmpty()) {
      mistakes.add(
          Position.START, "the name of an agent has at least one letter or digit; give it one.");
    }
    for (var tool : written.disallowed()) {
      try {
        Policy.require(tool);
      } catch (RetinueException e) {
        mistakes.add(
            Position.START,
            "%s in 'disallowedTools' names no tool; write it as Bash or Bash(git *)."
                .formatted(Quoted.of(tool)));
      }
    }
  }

  private Agent agent(
      SingleKeys.Written written, String text, Origin origin, List<Remark> remarks) {
    var rules = usual.permissions();
    var deny = Stream.concat(rules.deny().stream(), written.disallowed().stream()).toList();
    var permissions =
        new Permissions(
            rules.allow(), rules.ask(), deny, rules.otherwise(), rules.deadline(), rules.retinue());
    var limits =
        written.maxTurns() == null
            ? Agent.Limits.NONE
            : new Agent.Limits(new Budget(null, null, written.maxTurns(), null, null), false);
    var kept = Conduct.USUAL;
    var none = Craft.NONE;
    return new Agent(
        Names.of(written.name()),
        written.description(),
        new Agent.Means(usual.runtime(), written.model()),
        text,
        tools(written, origin, remarks),
        limits,
        new Conduct(permissions, kept.confinement(), kept.vigilance(), null),
        new Craft(
            origin,
            none.greeting(),
            none.kits(),
            none.team(),
            none.background(),
            none.thought(),
            none.commands(),
            none.hooks(),
            none.outputSchema()));
  }

  /// Whether what stands in brackets, if anything does, leads nowhere else.
  private static boolean isInside(String tool) {
    var place = tool.substring(tool.indexOf('(') + 1);
    return !place.startsWith("/") && !place.startsWith("~") && !place.contains("..");
  }

  /// What starts others is Retinue's own affair. What a project brings along gets nothing beyond
  /// what is usual, and nobody writes outside of his working directory.
  private List<String> tools(SingleKeys.Written written, Origin origin, List<Remark> remarks) {
    var named = written.tools();
    if (named == null) {
      return usual.tools();
    }
    var taken = new ArrayList<String>();
    for (var tool : named) {
      var name = tool.replaceFirst("\\(.*", "");
      boolean left = STARTS_OTHERS.contains(name) || !(origin.trusted() || HARMLESS.contains(name));
      if (left) {
        remarks.add(
            new Remark(Position.START, "the tool %s is left out.".formatted(Quoted.of(tool))));
      } else {
        taken.add(WRITES.getOrDefault(origin.trusted() || isInside(tool) ? tool : name, tool));
      }
    }
    // None at all would mean whatever the program has.
    return taken.isEmpty() ? LEAST : taken.stream().distinct().toList();
  }
}
