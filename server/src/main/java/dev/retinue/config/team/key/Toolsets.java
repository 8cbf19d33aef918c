package dev.retinue.config.team.key;

import dev.retinue.config.Items;
import dev.retinue.config.Key;
import dev.retinue.config.Kinds;
import dev.retinue.config.Shape;
import dev.retinue.config.Values;
import dev.retinue.config.yaml.Position;
import dev.retinue.core.craft.Kit;
import dev.retinue.core.craft.Kit.Setup;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What toolsets there are, and which keys each of them has.
public final class Toolsets {
  private static final int LONGEST_PATH = 1_000;
  private static final int LONGEST_WAIT = 300;

  static final Key<String> TYPE =
      Key.required("type", Kinds.words(TeamKinds.LONGEST_NAME), "Which tools they are.");
  static final Key<List<String>> TOOLS =
      Key.of(
          "tools",
          new Items<>("a list of names", Kinds.words(TeamKinds.LONGEST_NAME), ",", true),
          List.of(),
          "Which of them; none means all.");
  static final Key<String> INSTRUCTION =
      Key.of(
          "instruction",
          Kinds.text(TeamKinds.LONGEST_TEXT),
          "",
          "What the model is told about them.");
  private static final Key<Boolean> READ_ONLY =
      Key.of("readonly", Kinds.truth(), false, "Whether only those that change nothing are given.");
  private static final List<Key<Position>> UNSUPPORTED = Unsupported.keys("toon", "model", "defer");
  private static final List<String> JOBS =
      List.of(
          "run_background_job",
          "list_background_jobs",
          "view_background_job",
          "stop_background_job");

  private static final Key<Boolean> SHARED =
      Key.of(
          "shared",
          Kinds.truth(),
          false,
          "Whether the list belongs to the whole team; it never does.");
  private static final Key<String> PATH =
      Key.optional(
          "path",
          Kinds.words(LONGEST_PATH),
          "Under which name it is remembered: the name of the file, without folder and ending.");
  private static final Key<Long> TIMEOUT =
      Key.optional(
          "timeout", Kinds.wholeNumber(1, LONGEST_WAIT), "How many seconds a call may take.");
  private static final Key<List<String>> ALLOWED_DOMAINS =
      paths("allowed_domains", "The only hosts that may be fetched.");
  private static final Key<List<String>> BLOCKED_DOMAINS =
      paths("blocked_domains", "Hosts that may not be fetched.");
  private static final Key<List<String>> ALLOW_LIST =
      paths("allow_list", "The only folders that may be touched, within the working directory.");
  private static final Key<List<String>> DENY_LIST =
      paths("deny_list", "Folders that may not be touched.");
  private static final Key<Boolean> IGNORE_VCS =
      Key.of(
          "ignore_vcs", Kinds.truth(), true, "Whether `.git` is left out of lists; it always is.");

  /// Those that are left out, each with the keys that it alone has.
  private static final Map<String, List<String>> UNKNOWN =
      Map.ofEntries(
          Map.entry("tasks", List.of("path")),
          Map.entry("file", List.of("post_edit", "allow_list", "deny_list", "ignore_vcs")),
          Map.entry("plan", List.of()),
          Map.entry("session_plan", List.of()),
          Map.entry("session_context", List.of()),
          Map.entry("scheduler", List.of()),
          Map.entry("git", List.of()),
          Map.entry("environment", List.of()),
          Map.entry("open_url", List.of("url")),
          Map.entry("webhook", List.of("webhook_config")),
          Map.entry("mcp_catalog", List.of("allowed_servers", "blocked_servers")),
          Map.entry("script", List.of("shell", "env")),
          Map.entry("api", List.of("api_config", "allow_private_ips")),
          Map.entry("a2a", List.of("name", "url", "headers", "remote", "allow_private_ips")),
          Map.entry(
              "lsp",
              List.of(
                  "command", "args", "env", "file_types", "version", "working_dir", "lifecycle")),
          Map.entry(
              "openapi",
              List.of(
                  "name", "url", "headers", "timeout", "allow_private_ips", "max_output_bytes")),
          Map.entry("model_picker", List.of("models")),
          Map.entry("switch_model", List.of("models")),
          Map.entry("commands", List.of()),
          Map.entry("rag", List.of("ref", "rag_config", "name")));

  private Toolsets() {}

  /// A toolset as it is written.
  ///
  /// @param kit null for one that is left out, or whose server is named elsewhere
  /// @param ref where that is
  public record Written(
      Position at, @Nullable Kit kit, @Nullable Placed<String> ref, List<Remark> remarks) {}

  /// How each type is read, in the order of the documents.
  public static Map<String, Shape<Written>> shapes() {
    var shapes = new LinkedHashMap<String, Shape<Written>>();
    shapes.put("filesystem", filesystem());
    shapes.put(
        "shell",
        plain(
            Kit.Kind.SHELL,
            List.of(McpKeys.ENVIRONMENT),
            Unsupported.keys("sandbox", "sudo_askpass", "safer"),
            Toolsets::shell));
    shapes.put("background_jobs", jobs());
    shapes.put(
        "fetch",
        plain(
                Kit.Kind.FETCH,
                List.of(TIMEOUT, ALLOWED_DOMAINS, BLOCKED_DOMAINS),
                Unsupported.keys("headers", "allow_private_ips", "escape_html"),
                Toolsets::fetch)
            .notBoth(ALLOWED_DOMAINS, BLOCKED_DOMAINS));
    shapes.put("think", plain(Kit.Kind.THINK));
    shapes.put("todo", todo());
    shapes.put("memory", plain(Kit.Kind.MEMORY, List.of(PATH), List.of(), Toolsets::memory));
    shapes.put("background_agents", plain(Kit.Kind.BACKGROUND_AGENTS));
    shapes.put("user_prompt", plain(Kit.Kind.USER_PROMPT));
    shapes.put("mcp", mcp());
    return shapes;
  }

  public static Map<String, List<String>> leftOut() {
    return UNKNOWN;
  }

  private static Shape<Written> filesystem() {
    return shape(
        List.of(ALLOW_LIST, DENY_LIST, IGNORE_VCS),
        List.of(Unsupported.key("post_edit")),
        (values, remarks) -> {
          var setup =
              setup(Map.of(), values.require(ALLOW_LIST), values.require(DENY_LIST), null, null);
          var vcs = "'ignore_vcs: false' is not supported: '.git' is never listed.";
          return new Written(
              values.at(),
              kit(Kit.Kind.FILESYSTEM, values, setup),
              null,
              values.require(IGNORE_VCS) ? remarks : and(remarks, values, vcs));
        });
  }

  /// In docker agent a toolset of its own; here they come with the shell.
  private static Shape<Written> jobs() {
    return shape(
        List.of(McpKeys.ENVIRONMENT),
        Unsupported.keys("recall"),
        (values, remarks) -> {
          var kit = kit(Kit.Kind.SHELL, values, shell(values));
          var only = kit.tools().isEmpty() ? JOBS : kit.tools();
          return new Written(
              values.at(),
              new Kit(kit.kind(), only, kit.instruction(), kit.setup()),
              null,
              remarks);
        });
  }

  private static Setup shell(Values values) {
    return setup(values.require(McpKeys.ENVIRONMENT), List.of(), List.of(), null, null);
  }

  private static Setup fetch(Values values) {
    return setup(
        Map.of(),
        values.require(ALLOWED_DOMAINS),
        values.require(BLOCKED_DOMAINS),
        values.find(TIMEOUT).map(Math::toIntExact).orElse(null),
        null);
  }

  private static Shape<Written> todo() {
    return shape(
        List.of(SHARED),
        List.of(),
        (values, remarks) -> {
          boolean shared = values.require(SHARED);
          var setup = new Setup(Map.of(), List.of(), List.of(), null, null, shared, null);
          var sentence = "'shared: true' is not supported: every agent has a list of its own.";
          return new Written(
              values.at(),
              kit(Kit.Kind.TODO, values, setup),
              null,
              shared ? and(remarks, values, sentence) : remarks);
        });
  }

  private static List<Remark> and(List<Remark> remarks, Values values, String sentence) {
    return Stream.concat(remarks.stream(), Stream.of(new Remark(values.at(), sentence))).toList();
  }

  private static Setup memory(Values values) {
    return setup(
        Map.of(), List.of(), List.of(), null, values.find(PATH).map(Names::ofPath).orElse(null));
  }

  private static Setup setup(
      Map<String, String> environment,
      List<String> allow,
      List<String> deny,
      @Nullable Integer seconds,
      @Nullable String memory) {
    return new Setup(environment, allow, deny, seconds, memory, false, null);
  }

  private static Shape<Written> plain(Kit.Kind kind) {
    return plain(kind, List.of(), List.of(), _ -> Setup.USUAL);
  }

  private static Shape<Written> plain(
      Kit.Kind kind,
      List<Key<?>> own,
      List<Key<Position>> unsupported,
      java.util.function.Function<Values, Setup> setup) {
    return shape(
        own,
        unsupported,
        (values, remarks) ->
            new Written(values.at(), kit(kind, values, setup.apply(values)), null, remarks));
  }

  private static Shape<Written> mcp() {
    return shape(
        McpKeys.ALL,
        List.of(),
        (values, remarks) -> {
          var server = McpKeys.written(values, "");
          var all = new ArrayList<>(remarks);
          all.addAll(server.remarks());
          return new Written(
              values.at(), kit(Kit.Kind.MCP, values, served(server.server())), server.ref(), all);
        });
  }

  public static Setup served(Kit.@Nullable Server server) {
    return new Setup(Map.of(), List.of(), List.of(), null, null, false, server);
  }

  private static Kit kit(Kit.Kind kind, Values values, Setup setup) {
    return new Kit(kind, values.require(TOOLS), values.require(INSTRUCTION).strip(), setup);
  }

  private static Shape<Written> shape(
      List<Key<?>> own,
      List<Key<Position>> unsupported,
      BiFunction<Values, List<Remark>, Written> make) {
    var others = new ArrayList<>(UNSUPPORTED);
    others.addAll(unsupported);
    var keys = Keys.of(Keys.of(List.of(TYPE, TOOLS, INSTRUCTION, READ_ONLY), own), others);
    return new Shape<>(
        keys,
        values -> {
          var title = "a toolset of the type " + values.require(TYPE);
          var made = make.apply(values, Unsupported.among(others, values, title));
          return values.require(READ_ONLY) ? ReadOnly.of(made) : made;
        });
  }

  private static Key<List<String>> paths(String name, String description) {
    return Key.of(
        name,
        new Items<>("a list of words", Kinds.words(LONGEST_PATH), ",", true),
        List.of(),
        description);
  }
}
