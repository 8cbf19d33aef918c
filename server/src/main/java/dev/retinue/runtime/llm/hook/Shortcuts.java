package dev.retinue.runtime.llm.hook;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.Isolated;
import dev.retinue.core.Masked;
import dev.retinue.core.Nearest;
import dev.retinue.core.RetinueException;
import dev.retinue.core.RunEvent;
import dev.retinue.core.port.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// The commands of an agent: work that is asked for as `/name argument …`. What it means is told to
/// the model beside what the caller wrote, and kept with the run.
///
/// All of it is filled in at once: what a caller wrote is never taken for a variable or a command.
public final class Shortcuts {
  /// How what is told begins.
  public static final String OPENING = "What '/";

  private static final Duration DEADLINE = Duration.ofSeconds(10);
  private static final int LONGEST_OUTPUT = 10_000;
  private static final Pattern USE =
      Pattern.compile("/([A-Za-z0-9._-]{1,64})(?:\\s+(.*))?", Pattern.DOTALL);
  private static final Pattern BLANK =
      Pattern.compile(
          "\\$\\{env\\.([A-Za-z_][A-Za-z0-9_]*)}|!`([^`\n]+)`|\\$(ARGUMENTS|[1-9][0-9]?)");
  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

  private final Work work;
  private final CommandLines lines;
  private final Map<String, String> environment;
  private final Instant now;
  private final List<RunEvent> told = new ArrayList<>();
  private boolean blankForArguments;

  private Shortcuts(Work work, CommandLines lines, Map<String, String> environment, Instant now) {
    this.work = work;
    this.lines = lines;
    this.environment = environment;
    this.now = now;
  }

  /// What the caller means, to be told; nothing where that is just what he wrote.
  ///
  /// @param environment of the daemon
  /// @throws RetinueException if he probably means a command, and misspelt it
  public static List<RunEvent> resolve(
      Work work, CommandLines lines, Map<String, String> environment, Instant now)
      throws InterruptedException {
    var shortcuts = new Shortcuts(work, lines, environment, now);
    shortcuts.resolve();
    return shortcuts.told;
  }

  private void resolve() throws InterruptedException {
    var commands = work.agent().craft().commands();
    // The context of the work stands before what the caller wrote.
    int preface = work.run().commission().terms().arrangement().preface();
    var use = USE.matcher(work.prompt().substring(preface).strip());
    if (commands.isEmpty() || !use.matches()) {
      return;
    }
    var name = use.group(1);
    var command = commands.get(name);
    if (command == null) {
      refuseMisspelt(name, List.copyOf(commands.keySet()));
      return;
    }
    var all = Optional.ofNullable(use.group(2)).orElse("").strip();
    var text = filled(command.instruction(), all);
    var rest = blankForArguments || all.isEmpty() ? "" : "\n\nThe arguments: " + all;
    told.add(new RunEvent.Told(now, OPENING + "%s' means:\n\n%s%s".formatted(name, text, rest)));
  }

  /// Work may begin with a slash and be no command: a path for instance.
  private void refuseMisspelt(String name, List<String> known) {
    var meant = Nearest.to(name, known);
    if (meant.isPresent()) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "Agent '%s' has no command '/%s'. Did you mean '/%s'? It has %s."
              .formatted(work.agent().name(), name, meant.get(), "/" + String.join(", /", known)));
    }
  }

  private String filled(String instruction, String all) throws InterruptedException {
    var words = WORD.matcher(all).results().map(Shortcuts::word).toList();
    var text = new StringBuilder();
    int from = 0;
    for (var blank : BLANK.matcher(instruction).results().toList()) {
      text.append(instruction, from, blank.start());
      text.append(value(blank, all, words));
      from = blank.end();
    }
    return text.append(instruction.substring(from)).toString();
  }

  private static String word(MatchResult match) {
    return match.group(1) != null ? match.group(1) : match.group(2);
  }

  private String value(MatchResult blank, String all, List<String> words)
      throws InterruptedException {
    if (blank.group(3) != null) {
      blankForArguments = true;
      return argument(blank.group(3), all, words);
    }
    if (!work.agent().craft().origin().trusted()) {
      note("'%s' is left out: the file of this agent is not the operator's.", blank.group());
      return "";
    }
    return blank.group(1) != null
        ? environment.getOrDefault(blank.group(1), "")
        : output(blank.group(2));
  }

  private static String argument(String name, String all, List<String> words) {
    if (name.equals("ARGUMENTS")) {
      return all;
    }
    int place = Integer.parseInt(name) - 1;
    return place < words.size() ? words.get(place) : "";
  }

  private String output(String line) throws InterruptedException {
    var outcome = lines.run(line, Isolated.workplace(work.now()).orElse(null), "", DEADLINE);
    if (!outcome.isGood()) {
      note("The command '%s' failed: " + Excerpt.of(outcome.errors(), 300), line);
    }
    var printed = outcome.output();
    if (printed.length() <= LONGEST_OUTPUT) {
      return printed;
    }
    // Of half a secret nobody knows later that it is one.
    var masked = Masked.withoutKnown(printed);
    return masked.substring(0, Math.min(LONGEST_OUTPUT, masked.length()))
        + "\n[… the rest is left out]";
  }

  private void note(String sentence, String about) {
    told.add(new RunEvent.Noted(now, sentence.replace("%s", Excerpt.of(about, 200))));
  }
}
