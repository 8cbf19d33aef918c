package dev.retinue.sdk;

import dev.retinue.mcp.schema.RecordSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// An agent in one file: a tool of the command line, a skill, and a server of MCP.
///
/// ```java
/// import dev.retinue.sdk.Agent;
///
/// void main(String... args) {
///   Agent.named("shouter")
///       .describedAs("Says it louder.")
///       .needsContext()
///       .does(ctx -> ctx.input().toUpperCase())
///       .run(args);
/// }
/// ```
public final class Agent {
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_-]{0,63}");

  private final String name;
  private final List<String> accepts = new ArrayList<>(List.of("text"));
  private final List<Option> options = new ArrayList<>();
  private final List<Variable> variables = new ArrayList<>();
  private final List<Service> services = new ArrayList<>();
  private final List<Spec.Extra> tools = new ArrayList<>();
  private final List<String> examples = new ArrayList<>();
  private String version = "0.1.0";
  private String description = "";
  private String retention = "none";
  private Trust trust = Trust.SANDBOXED;
  private boolean contextRequired;
  private boolean mcp;
  private @Nullable Class<? extends Record> takes;
  private Work work = ctx -> ctx.input();

  private Agent(String name) {
    this.name = name;
  }

  /// Begins an agent. Its name, of small letters, digits and dashes, is also that of its tool.
  public static Agent named(String name) {
    require(
        NAME.matcher(name).matches(),
        "'%s' is no name for an agent: it is of small letters, digits and dashes, 64 at most."
            .formatted(name));
    return new Agent(name);
  }

  /// What it does, in a sentence: for people in `--help`, for models in lists of tools.
  public Agent describedAs(String sentence) {
    description = sentence;
    return this;
  }

  public Agent version(String number) {
    version = number;
    return this;
  }

  public Agent trust(Trust reach) {
    trust = reach;
    return this;
  }

  /// Does not begin without something to work on.
  public Agent needsContext() {
    contextRequired = true;
    return this;
  }

  /// Takes no input, so that it does not wait for its standard input to end.
  public Agent takesNoContext() {
    contextRequired = false;
    accepts.clear();
    return this;
  }

  /// Which kinds of input it takes, for those who read `--describe`.
  public Agent accepts(String... kinds) {
    accepts.clear();
    accepts.addAll(List.of(kinds));
    return this;
  }

  public Agent option(Option... more) {
    for (var option : more) {
      options.stream().forEach(other -> Flags.requireDifferent(option, other));
      Flags.requireFree(option);
      options.add(option);
    }
    return this;
  }

  /// Options as the components of a record, with `@Description` and `@Default`; what is neither
  /// nullable nor a boolean nor has a default is needed.
  public <T extends Record> Agent takes(Class<T> record) {
    takes = record;
    RecordOptions.of(record).forEach(this::option);
    return this;
  }

  public Agent env(Variable... more) {
    variables.addAll(List.of(more));
    return this;
  }

  public Agent service(Service... more) {
    services.addAll(List.of(more));
    return this;
  }

  /// Another tool for clients of MCP, without parameters.
  public Agent tool(String name, String description, Work work) {
    return tool(name, description, None.class, (_, ctx) -> work.on(ctx));
  }

  /// Another tool for clients of MCP, with the components of a record as its parameters.
  public <I extends Record> Agent tool(
      String name, String description, Class<I> input, Work.With<I> work) {
    require(NAME.matcher(name).matches(), "'%s' is no name for a tool.".formatted(name));
    boolean taken =
        name.equals(this.name) || tools.stream().anyMatch(tool -> tool.name().equals(name));
    require(
        !taken, "There is already a tool '%s'; give the other one another name.".formatted(name));
    var schema = new Once<>(() -> RecordSchema.of(input));
    Work whole = ctx -> work.on(schema.get().decode(((Invocation) ctx).arguments(), input), ctx);
    tools.add(new Spec.Extra(name, description, schema, input, whole));
    return this;
  }

  /// A line of its use, shown in `--help` and in its skill.
  public Agent example(String line) {
    examples.add(line);
    return this;
  }

  /// For how long what it keeps is meant to be kept, such as `30d`.
  public Agent retains(String time) {
    retention = time;
    return this;
  }

  /// Lets it be a server of MCP, with `--mcp`.
  public Agent servesMcp() {
    mcp = true;
    return this;
  }

  public Agent does(Work work) {
    this.work = work;
    return this;
  }

  /// Does what the arguments say, and ends the process.
  public void run(String... args) {
    // The validator of schemas would say on standard error that it logs nowhere.
    System.setProperty("slf4j.internal.verbosity", "ERROR");
    var world = World.real();
    var command = new Command(spec(), world, true);
    int code = command.run(AsGiven.arguments(args));
    world.out().flush();
    ChildProcess.endAll(Child.GRACE);
    System.exit(code);
  }

  Spec spec() {
    return new Spec(
        name,
        version,
        description,
        trust,
        contextRequired,
        accepts,
        mcp,
        options,
        takes,
        variables,
        services,
        tools,
        retention,
        examples,
        work);
  }

  private static void require(boolean holds, String sentence) {
    if (!holds) {
      throw new IllegalArgumentException(sentence);
    }
  }

  /// Parameters of a tool that has none.
  record None() {}
}
