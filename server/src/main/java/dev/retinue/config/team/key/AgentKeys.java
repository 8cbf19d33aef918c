package dev.retinue.config.team.key;

import dev.retinue.config.Items;
import dev.retinue.config.JsonSchemaText;
import dev.retinue.config.Key;
import dev.retinue.config.Kinds;
import dev.retinue.config.Shape;
import dev.retinue.config.Values;
import dev.retinue.config.yaml.Position;
import dev.retinue.core.craft.Craft.Background;
import dev.retinue.core.craft.Craft.Shortcut;
import dev.retinue.core.craft.Hook;
import dev.retinue.core.craft.Thought.Fallback;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The keys of one agent of a file.
public final class AgentKeys {
  /// What there is in place of a way that somebody else lays down.
  static final String ROUTE =
      "say in its 'instruction' to whom what goes, and name them under 'sub_agents' or 'handoffs'";

  private static final int LONGEST_DESCRIPTION = 4_000;
  private static final int MOST_ITEMS = 1_000_000;
  private static final int MOST_RETRIES = 20;

  private static final Key<Placed<String>> MODEL =
      Key.optional(
          "model",
          Placed.kind(Kinds.words(TeamKinds.LONGEST_NAME)),
          "`provider/model`, a key of `models`, or `auto`; others after commas stand in for it.");
  private static final Key<String> DESCRIPTION =
      Key.of(
          "description",
          TeamKinds.prose(LONGEST_DESCRIPTION),
          "",
          "What it is good for: callers and other agents choose by it.");
  private static final Key<String> INSTRUCTION =
      Key.of(
          "instruction",
          TeamKinds.paragraphs(TeamKinds.LONGEST_TEXT),
          "",
          "What it is told before every piece of work; a list of texts is put together.");
  private static final Key<String> WELCOME =
      Key.of("welcome_message", Kinds.text(16_000), "", "What it says to somebody who comes.");
  private static final Key<List<Placed<String>>> SUB_AGENTS =
      Key.of(
          "sub_agents",
          TeamKinds.names("names"),
          List.of(),
          "Whom it gives tasks to: agents of this file, or of the staff.");
  private static final Key<List<Placed<String>>> HANDOFFS =
      Key.of(
          "handoffs",
          TeamKinds.names("names"),
          List.of(),
          "Whom it hands the conversation to: agents of this file, or of the staff.");
  private static final Key<List<Toolsets.Written>> TOOLSETS =
      Key.of(
          "toolsets",
          new Items<>("a list of toolsets", new ToolsetKind(), ",", true),
          List.of(),
          "What it may use.");
  private static final Key<Long> MAX_ITERATIONS =
      Key.of(
          "max_iterations",
          Kinds.wholeNumber(0, MOST_ITEMS),
          0L,
          "After how many turns it has to end; 0 for as many as it likes.");
  private static final Key<Long> HISTORY =
      Key.of(
          "num_history_items",
          Kinds.wholeNumber(0, MOST_ITEMS),
          0L,
          "How many messages of a conversation its model sees; 0 for all.");
  private static final Key<Boolean> ADD_DATE =
      Key.of("add_date", Kinds.truth(), false, "Whether it is told the date.");
  private static final Key<Boolean> ADD_ENVIRONMENT =
      Key.of("add_environment_info", Kinds.truth(), false, "Whether it is told where it works.");
  private static final Key<List<String>> ADD_FILES =
      Key.of(
          "add_prompt_files",
          new Items<>("a list of files", Kinds.words(TeamKinds.LONGEST_NAME), ",", true),
          List.of(),
          "Files of the working directory that it is told.");
  private static final Key<Map<String, Placed<Shortcut>>> COMMANDS =
      Key.of("commands", new CommandsKind(), Map.of(), "Pieces of work that it knows by a name.");

  private static final Key<List<Placed<String>>> FALLBACK_MODELS =
      Key.of("models", TeamKinds.names("models"), List.of(), "Which models stand in, in order.");
  private static final Key<Long> RETRIES =
      Key.of(
          "retries",
          Kinds.wholeNumber(-1, MOST_RETRIES),
          0L,
          "How often each is asked again: 0 for twice, -1 for never.");
  private static final Key<Duration> COOLDOWN =
      Key.of(
          "cooldown",
          TeamKinds.time(Duration.ofDays(1)),
          Fallback.NONE.cooldown(),
          "For how long one that had enough of us is left alone.");
  private static final Key<StandIns> FALLBACK =
      Key.of(
          "fallback",
          new Shape<>(List.of(FALLBACK_MODELS, RETRIES, COOLDOWN), AgentKeys::standIns),
          StandIns.NONE,
          "Which models are asked where the first one cannot answer.");

  private static final Key<Boolean> READ_ONLY =
      Key.of("readonly", Kinds.truth(), false, "Whether its tools only read.");
  private static final Key<List<Placed<String>>> USE_TOOLSETS =
      Key.of("use_toolsets", TeamKinds.names("names"), List.of(), "Which of `toolsets` it has.");
  private static final Key<List<Placed<String>>> USE_COMMANDS =
      Key.of("use_commands", TeamKinds.names("names"), List.of(), "Which of `commands` it knows.");

  private static final List<Key<Position>> UNSUPPORTED =
      Unsupported.keys(
          "rag",
          "skills",
          "use_skills",
          "code_mode_tools",
          "code_mode",
          "add_description_parameter",
          "add_prompt_files_depth",
          "cache",
          "compaction_model",
          "compaction_threshold",
          "enable_bang_commands",
          "inject_memories",
          "inject_memories_strategy",
          "max_consecutive_tool_calls",
          "max_inject_memories",
          "max_old_tool_call_tokens",
          "max_tool_result_tokens",
          "redact_secrets",
          "safety",
          "session_compaction",
          "tool_choice");
  private static final List<Key<Position>> REFUSED =
      List.of(
          Refused.key("instruction_file", "write the text itself under 'instruction'"),
          Refused.key("force_handoff", ROUTE),
          Refused.key("routing", ROUTE),
          Refused.key("budgets", "write 'budget' in the file, which all of its agents share"));

  private final Key<String> structuredOutput;

  /// @param schema refuses, by throwing, what is no JSON Schema
  public AgentKeys(Consumer<String> schema) {
    var form =
        Key.required(
            "schema", new JsonSchemaText(schema), "What its answers must fit, as JSON Schema.");
    structuredOutput =
        Key.optional(
            "structured_output",
            new Shape<>(
                List.of(
                    Key.optional("name", TeamKinds.word(TeamKinds.LONGEST_NAME), "Its name."),
                    Key.optional(
                        "description", TeamKinds.prose(LONGEST_DESCRIPTION), "What it is."),
                    form,
                    Key.optional("strict", Kinds.truth(), "Answers always have to fit."),
                    Key.optional("mode", TeamKinds.word(20), "Not used: every model can.")),
                values -> values.require(form)),
            "The form that its answers must have.");
  }

  /// An agent as it is written.
  public record Written(
      String name,
      Position at,
      @Nullable Placed<String> model,
      String description,
      String instruction,
      String greeting,
      Mates mates,
      List<Toolsets.Written> toolsets,
      Background background,
      int turns,
      int history,
      StandIns standIns,
      Map<String, Placed<Shortcut>> commands,
      List<Placed<Hook>> hooks,
      @Nullable String outputSchema,
      @Nullable Harness harness,
      Uses uses,
      List<Remark> remarks) {}

  /// What it takes of what the file has for several.
  ///
  /// @param readOnly whether all of its tools only read
  public record Uses(
      List<Placed<String>> toolsets, List<Placed<String>> commands, boolean readOnly) {}

  /// Whom it names.
  public record Mates(List<Placed<String>> members, List<Placed<String>> successors) {}

  /// Which models stand in for the first.
  public record StandIns(List<Placed<String>> models, int retries, Duration cooldown) {
    static final StandIns NONE =
        new StandIns(List.of(), Fallback.NONE.retries(), Fallback.NONE.cooldown());
  }

  public Shape<Written> shape() {
    return new Shape<>(
        Keys.of(
            List.of(
                MODEL,
                DESCRIPTION,
                INSTRUCTION,
                WELCOME,
                SUB_AGENTS,
                HANDOFFS,
                TOOLSETS,
                MAX_ITERATIONS,
                HISTORY,
                ADD_DATE,
                ADD_ENVIRONMENT,
                ADD_FILES,
                COMMANDS,
                FALLBACK,
                HookKeys.ALL,
                structuredOutput,
                Harness.KEY,
                READ_ONLY,
                USE_TOOLSETS,
                USE_COMMANDS),
            Keys.of(List.copyOf(UNSUPPORTED), REFUSED)),
        this::written);
  }

  private Written written(Values values) {
    var remarks =
        new ArrayList<>(Unsupported.among(UNSUPPORTED, values, "agents '" + values.name() + "'"));
    values.require(TOOLSETS).forEach(it -> remarks.addAll(it.remarks()));
    remarks.addAll(values.require(HookKeys.ALL).remarks());
    values.find(Harness.KEY).ifPresent(it -> remarks.addAll(it.remarks()));
    return new Written(
        values.name(),
        values.at(),
        values.find(MODEL).orElse(null),
        values.require(DESCRIPTION),
        values.require(INSTRUCTION).strip(),
        values.require(WELCOME).strip(),
        new Mates(values.require(SUB_AGENTS), values.require(HANDOFFS)),
        values.require(TOOLSETS),
        new Background(
            values.require(ADD_DATE), values.require(ADD_ENVIRONMENT), values.require(ADD_FILES)),
        Math.toIntExact(values.require(MAX_ITERATIONS)),
        Math.toIntExact(values.require(HISTORY)),
        values.require(FALLBACK),
        values.require(COMMANDS),
        values.require(HookKeys.ALL).hooks(),
        values.find(structuredOutput).orElse(null),
        values.find(Harness.KEY).orElse(null),
        new Uses(
            values.require(USE_TOOLSETS), values.require(USE_COMMANDS), values.require(READ_ONLY)),
        List.copyOf(remarks));
  }

  /// 0 means what is usual, and less than that nothing.
  private static StandIns standIns(Values values) {
    int retries = Math.toIntExact(values.require(RETRIES));
    return new StandIns(
        values.require(FALLBACK_MODELS),
        retries == 0 ? Fallback.NONE.retries() : Math.max(0, retries),
        values.require(COOLDOWN));
  }
}
