package dev.retinue.config.team.key;

import dev.retinue.config.Described;
import dev.retinue.config.Items;
import dev.retinue.config.Key;
import dev.retinue.config.Kind;
import dev.retinue.config.Kinds;
import dev.retinue.config.Members;
import dev.retinue.config.Schemas;
import dev.retinue.config.Shape;
import dev.retinue.config.Single;
import dev.retinue.config.Values;
import dev.retinue.config.yaml.Position;
import dev.retinue.core.Agent;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.craft.Craft.Shortcut;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Every key that a file of agents has, and what is read of it.
public final class TeamKeys {
  private static final int LONGEST_RULE = 500;

  private static final Key<String> VERSION =
      Key.optional("version", version(), "The version of the format; else the latest.");
  private static final Key<List<Placed<String>>> ALLOW =
      rules("allow", "What is done without asking, unless it is denied or to be asked.");
  private static final Key<List<Placed<String>>> ASK =
      rules("ask", "What somebody is asked about each time.");
  private static final Key<List<Placed<String>>> DENY = rules("deny", "What is never done.");
  private static final Key<Rules> PERMISSIONS =
      Key.of(
          "permissions",
          new Shape<>(
              List.of(ALLOW, ASK, DENY),
              values ->
                  new Rules(values.require(ALLOW), values.require(ASK), values.require(DENY))),
          Rules.NONE,
          "Rules about tools that hold for every agent of the file.");
  private static final Key<String> ABOUT =
      Key.of("description", TeamKinds.prose(4_000), "", "What the file is for.");
  private static final Key<String> METADATA =
      Key.of(
          "metadata",
          new Shape<>(
              Keys.of(
                  List.of(ABOUT, said("author"), said("license"), said("readme"), said("version")),
                  List.of(Unsupported.key("tags"))),
              values -> values.require(ABOUT)),
          "",
          "What people should know about the file.");
  private static final List<Key<Position>> LATER = Unsupported.keys("defer");
  private static final Key<List<Server>> MCPS =
      Key.of(
          "mcps",
          new Members<>(
              new Shape<>(
                  Keys.of(
                      Keys.of(McpKeys.ALL, List.of(Toolsets.TOOLS, Toolsets.INSTRUCTION)), LATER),
                  TeamKeys::server),
              _ -> {}),
          List.of(),
          "MCP servers, each under the name by which toolsets call it.");
  private static final Key<Map<String, Toolsets.Written>> TOOLSETS =
      Key.of(
          "toolsets",
          new Named<>(new ToolsetKind()),
          Map.of(),
          "Toolsets for several agents, each under the name by which `use_toolsets` calls it.");
  private static final Key<Map<String, Map<String, Placed<Shortcut>>>> COMMANDS =
      Key.of(
          "commands",
          new Named<>(new CommandsKind()),
          Map.of(),
          "Commands for several agents, in groups, each under the name by which `use_commands` calls it.");
  private static final List<Key<Position>> UNSUPPORTED =
      Unsupported.keys("rag", "skills", "flavors", "runtime", "evaluators", "budgets");
  private static final Key<Position> WORKFLOW = Refused.key("workflow", AgentKeys.ROUTE);

  private final Key<List<AgentKeys.Written>> agents;

  /// A file as it is written.
  public record Written(
      List<AgentKeys.Written> agents,
      List<ModelKeys.Model> models,
      List<ModelKeys.Provider> providers,
      List<Server> servers,
      Rules rules,
      Shared shared,
      Agent.Limits limits,
      String description,
      List<Remark> remarks) {}

  /// The rules of a file.
  public record Rules(
      List<Placed<String>> allow, List<Placed<String>> ask, List<Placed<String>> deny) {
    static final Rules NONE = new Rules(List.of(), List.of(), List.of());
  }

  /// One of `mcps`.
  public record Server(
      String name,
      McpKeys.Written written,
      List<String> tools,
      String instruction,
      Position at,
      List<Remark> remarks) {}

  /// @param schema refuses, by throwing, what is no JSON Schema
  public TeamKeys(Consumer<String> schema) {
    agents =
        Key.required(
            "agents",
            new Members<>(new AgentKeys(schema).shape(), TeamKeys::checkName),
            "The agents, each under its name; `root`, or else the first, is the one that is asked.");
  }

  public Shape<Written> shape() {
    return new Shape<>(
        Keys.of(
            List.of(
                VERSION,
                agents,
                ModelKeys.MODELS,
                ModelKeys.PROVIDERS,
                MCPS,
                TOOLSETS,
                COMMANDS,
                PERMISSIONS,
                BudgetKeys.KEY,
                METADATA,
                WORKFLOW),
            UNSUPPORTED),
        this::written);
  }

  private Written written(Values values) {
    var all = values.require(agents);
    if (all.isEmpty()) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT, "There is no agent in 'agents'; write one under its name.");
    }
    var remarks = new ArrayList<>(Unsupported.among(UNSUPPORTED, values, "the file"));
    all.forEach(it -> remarks.addAll(it.remarks()));
    values.require(ModelKeys.MODELS).forEach(it -> remarks.addAll(it.remarks()));
    values.require(ModelKeys.PROVIDERS).forEach(it -> remarks.addAll(it.remarks()));
    values.require(MCPS).forEach(it -> remarks.addAll(it.remarks()));
    values.require(TOOLSETS).values().forEach(it -> remarks.addAll(it.remarks()));
    return new Written(
        all,
        values.require(ModelKeys.MODELS),
        values.require(ModelKeys.PROVIDERS),
        values.require(MCPS),
        values.require(PERMISSIONS),
        new Shared(values.require(TOOLSETS), values.require(COMMANDS)),
        values.require(BudgetKeys.KEY),
        values.require(METADATA),
        List.copyOf(remarks));
  }

  private static Server server(Values values) {
    var written = McpKeys.written(values, values.name());
    var later = Unsupported.among(LATER, values, "mcps '" + values.name() + "'");
    return new Server(
        values.name(),
        written,
        values.require(Toolsets.TOOLS),
        values.require(Toolsets.INSTRUCTION).strip(),
        values.at(),
        Stream.concat(written.remarks().stream(), later.stream()).toList());
  }

  private static void checkName(String name) {
    if (Names.of(name).isEmpty()) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT, "The name of an agent has at least one letter or digit.");
    }
  }

  private static Key<List<Placed<String>>> rules(String name, String description) {
    return Key.of(
        name,
        new Items<>("a list of rules", Placed.kind(Kinds.words(LONGEST_RULE)), ",", true),
        List.of(),
        description);
  }

  private static Key<String> said(String name) {
    return Key.optional(name, TeamKinds.word(64_000), "Not used.");
  }

  /// What came before has been migrated by now.
  private static Kind<String> version() {
    return new Described<>(
        new Single<>(
            "a version from 0 to %d".formatted(Migration.LATEST),
            scalar -> Optional.of(scalar.text()),
            _ -> ""),
        () -> {
          var schema = Schemas.anything();
          var list = schema.putArray("enum");
          IntStream.rangeClosed(1, Migration.LATEST).forEach(it -> list.add(it).add("" + it));
          return schema;
        });
  }
}
