package dev.retinue.runtime.llm.hook;

import dev.retinue.core.Excerpt;
import dev.retinue.core.Isolated;
import dev.retinue.core.RunEvent;
import dev.retinue.core.craft.Hook;
import dev.retinue.core.craft.Hook.Moment;
import dev.retinue.core.port.Work;
import dev.retinue.runtime.llm.tool.Tool;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The hooks of an agent: commands of the operator that hear of what it does, as JSON on their
/// standard input. One that is asked before a tool is used may object; whatever else goes wrong
/// with them is noted, and the work goes on. Hooks in files of projects are not the operator's, and
/// are never run.
public final class Hooks {
  private static final Duration LONGEST = Duration.ofMinutes(10);
  private static final int LONGEST_WORD = 2_000;

  private final Work work;
  private final CommandLines lines;
  private final InstantSource clock;
  private final List<Hook> all;

  private Hooks(Work work, CommandLines lines, InstantSource clock, List<Hook> all) {
    this.work = work;
    this.lines = lines;
    this.clock = clock;
    this.all = all;
  }

  /// Those of whoever speaks now.
  public static Hooks of(Work work, CommandLines lines, InstantSource clock) {
    var craft = work.agent().craft();
    return new Hooks(
        work, lines, clock, craft.origin().trusted() ? craft.hooks() : List.<Hook>of());
  }

  /// Its work begins, or is taken up again.
  public void begin() throws InterruptedException {
    var source = work.resumed() ? "resume" : "startup";
    tell(Moment.SESSION_START, heard -> heard.put("source", source));
    if (!work.resumed()) {
      tell(Moment.ON_USER_INPUT, heard -> heard.put("prompt", work.prompt()));
    }
  }

  /// Its work is over.
  public void end() throws InterruptedException {
    tell(Moment.SESSION_END, heard -> heard.put("reason", work.now().state().word()));
  }

  /// The same tools, of whose use they hear.
  public List<Tool> around(List<Tool> tools) {
    return all.stream().anyMatch(Hooks::isAboutTools)
        ? tools.stream().<Tool>map(tool -> new Hooked(tool, this)).toList()
        : tools;
  }

  private static boolean isAboutTools(Hook hook) {
    return hook.moment() == Moment.PRE_TOOL_USE || hook.moment() == Moment.POST_TOOL_USE;
  }

  /// What is said of a moment.
  private interface Words {
    void add(ObjectNode heard);
  }

  private void tell(Moment moment, Words words) throws InterruptedException {
    for (var hook : all) {
      if (hook.moment() == moment) {
        var objection = Objection.of(run(hook, heard(moment, words)));
        objection.ifPresent(why -> note(hook, "said: " + why));
      }
    }
  }

  /// What they say of the use of a tool.
  ///
  /// @param objection why it must not be used now; null if it may
  /// @param input what it is given, with all that they changed
  record Verdict(@Nullable String objection, ObjectNode input) {}

  /// One that fails lets nothing pass: it guards something.
  Verdict verdict(String call, String tool, ObjectNode input) throws InterruptedException {
    var given = input;
    for (var hook : about(Moment.PRE_TOOL_USE, tool)) {
      var now = given;
      var outcome = run(hook, heard(hook.moment(), it -> use(it, call, tool, now)));
      var objection = Objection.of(outcome);
      if (objection.isPresent()) {
        note(hook, "blocked %s: %s".formatted(tool, objection.get()));
        return new Verdict("A hook of the operator blocked it: " + objection.get(), given);
      }
      if (!outcome.isGood()) {
        return new Verdict("A hook of the operator blocked it: it failed.", given);
      }
      var changed = Objection.instead(outcome, given);
      if (changed.isPresent()) {
        note(hook, "changed what %s is given.".formatted(tool));
        given = changed.get();
      }
    }
    return new Verdict(null, given);
  }

  void tellResult(String call, String tool, ObjectNode input, Tool.Result result)
      throws InterruptedException {
    for (var hook : about(Moment.POST_TOOL_USE, tool)) {
      var heard =
          heard(
              hook.moment(),
              it ->
                  use(it, call, tool, input)
                      .putObject("tool_response")
                      .put("output", result.output())
                      .put("failed", result.failed()));
      Objection.of(run(hook, heard)).ifPresent(why -> note(hook, "said: " + why));
    }
  }

  private List<Hook> about(Moment moment, String tool) {
    return all.stream()
        .filter(it -> it.moment() == moment && Matcher.of(it.matcher()).test(tool))
        .toList();
  }

  private static ObjectNode use(ObjectNode heard, String call, String tool, ObjectNode input) {
    heard.put("tool_use_id", call).put("tool_name", tool).set("tool_input", input);
    return heard;
  }

  private String heard(Moment moment, Words words) {
    var heard =
        JsonMapper.shared()
            .createObjectNode()
            .put("session_id", work.run().id().text())
            .put("agent", work.agent().name())
            .put("cwd", workplace().map(Path::toString).orElse(null))
            .put("hook_event_name", moment.name().toLowerCase(Locale.ROOT));
    words.add(heard);
    return heard.toString();
  }

  private CommandLines.Outcome run(Hook hook, String heard) throws InterruptedException {
    var time = hook.timeout().compareTo(LONGEST) < 0 ? hook.timeout() : LONGEST;
    var outcome = lines.run(hook.command(), workplace().orElse(null), heard, time);
    if (!outcome.isGood() && !Objection.isOne(outcome)) {
      var how = outcome.exit() == null ? "" : "it ended with %d: ".formatted(outcome.exit());
      note(hook, "failed: %s%s".formatted(how, Excerpt.of(outcome.errors(), LONGEST_WORD)));
    }
    return outcome;
  }

  private Optional<Path> workplace() {
    return Isolated.workplace(work.now());
  }

  private void note(Hook hook, String what) {
    work.tell(
        new RunEvent.Noted(
            clock.instant().truncatedTo(ChronoUnit.MICROS),
            "The hook '%s' %s".formatted(Excerpt.of(hook.command(), 200), what)));
  }
}
