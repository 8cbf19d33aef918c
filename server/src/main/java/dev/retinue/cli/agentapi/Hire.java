package dev.retinue.cli.agentapi;

import dev.retinue.core.Agent;
import dev.retinue.core.Conduct;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.Permissions;
import dev.retinue.core.Program;
import dev.retinue.core.RetinueException;
import dev.retinue.runtime.cli.Programs;
import dev.retinue.runtime.cli.generic.AnyProgram;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Who is talked to: the agent that a command line makes.
///
/// @param type what clients are told that it is
public record Hire(Agent agent, String type) {
  /// Those whose options may be passed on.
  private static final Set<String> WITH_OPTIONS = Set.of("claude", "codex");

  private static final Set<String> WITHOUT_OPTIONS = Set.of("gemini", "opencode");

  /// What Retinue says to claude itself.
  private static final Set<String> PASSED_OVER =
      Set.of("-p", "--print", "-c", "--continue", "--verbose");

  /// What would take the conversation from it.
  private static final Set<String> REFUSED =
      Set.of(
          "-r",
          "--resume",
          "--session-id",
          "--fork-session",
          "--input-format",
          "--output-format",
          "--permission-prompt-tool");

  private static final String BYPASS = "--dangerously-skip-permissions";
  private static final String MODE = "--permission-mode";

  /// Everything is allowed that the operator of this machine does not deny.
  private static final Permissions FREE = new Permissions(List.of("*"), List.of(), List.of());

  /// Whom such a command line hires.
  ///
  /// @param words the program and its arguments
  /// @param type as it was asked for; null for what the program is
  /// @param variables those that the program may see besides the usual ones
  /// @param folder where it works
  public static Hire of(
      List<String> words, @Nullable String type, List<String> variables, Path folder) {
    if (words.isEmpty() || words.getFirst().isBlank()) {
      throw wrong("say behind '--' which program is the agent: retinue agentapi -- claude.");
    }
    var command = command(words.getFirst(), folder);
    var arguments = words.subList(1, words.size());
    var name = Path.of(command).getFileName().toString();
    var runtime = runtime(type == null ? name : type);
    var shown = type != null ? type : runtime.equals(AnyProgram.NAME) ? "custom" : runtime;
    return new Hire(agent(runtime, command, arguments, variables), shown);
  }

  /// Refuses one that cannot be started, before anybody talks to it.
  public void requireProgram(Programs programs) {
    var program = agent.conduct().program();
    if (program != null && programs.find(program.command()).isEmpty()) {
      throw wrong(
          "there is no program '%s' that could be started; install it, or say its whole path."
              .formatted(Excerpt.of(program.command())));
    }
  }

  /// A path that is not a full one begins here.
  private static String command(String word, Path folder) {
    return word.contains("/") ? folder.resolve(word).normalize().toString() : word;
  }

  private static String runtime(String type) {
    return WITH_OPTIONS.contains(type) || WITHOUT_OPTIONS.contains(type) ? type : AnyProgram.NAME;
  }

  private static Agent agent(
      String runtime, String command, List<String> arguments, List<String> variables) {
    if (WITHOUT_OPTIONS.contains(runtime) && !arguments.isEmpty()) {
      throw wrong(
          "Retinue passes no options on to %s; leave '%s' out."
              .formatted(runtime, arguments.getFirst()));
    }
    boolean free = runtime.equals("claude") && isFree(arguments);
    var options = runtime.equals("claude") ? options(arguments) : arguments;
    var program = new Program(command, options, variables, Program.Format.TEXT);
    var usual = Conduct.USUAL;
    return new Agent(
        runtime,
        "the agent behind this AgentAPI",
        new Agent.Means(runtime, null),
        "",
        List.of(),
        Agent.Limits.NONE,
        new Conduct(
            free ? FREE : Permissions.NONE,
            usual.confinement(),
            usual.vigilance(),
            program(runtime, program)));
  }

  private static @Nullable Program program(String runtime, Program program) {
    return WITHOUT_OPTIONS.contains(runtime) ? null : program;
  }

  private static boolean isFree(List<String> arguments) {
    int mode = arguments.indexOf(MODE);
    return arguments.contains(BYPASS)
        || arguments.contains(MODE + "=bypassPermissions")
        || (mode >= 0
            && mode + 1 < arguments.size()
            && arguments.get(mode + 1).equals("bypassPermissions"));
  }

  /// Without those that Retinue says itself. What lets claude do everything is a rule of ours
  /// instead: then what the operator denies stays denied, also for root.
  private static List<String> options(List<String> arguments) {
    var kept = new ArrayList<String>();
    for (int i = 0; i < arguments.size(); i++) {
      var word = arguments.get(i);
      var name = word.startsWith("--") ? word.split("=", 2)[0] : word;
      if (REFUSED.contains(name)) {
        throw wrong(
            "Retinue keeps the conversation with claude itself, so it takes no '%s'; leave it out."
                .formatted(name));
      }
      if (name.equals(MODE)
          && isFree(List.of(word, i + 1 < arguments.size() ? arguments.get(i + 1) : ""))) {
        i += word.contains("=") ? 0 : 1;
      } else if (!name.equals(BYPASS) && !PASSED_OVER.contains(name)) {
        kept.add(word);
      }
    }
    return kept;
  }

  private static RetinueException wrong(String sentence) {
    return new RetinueException(ErrorCode.INVALID_INPUT, sentence);
  }
}
