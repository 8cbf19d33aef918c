package dev.retinue.runtime.llm.kit.shell;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.llm.Prompt.ToolSpec;
import dev.retinue.runtime.llm.tool.Input;
import dev.retinue.runtime.llm.tool.PlainTool;
import dev.retinue.runtime.llm.tool.PlainTool.Nature;
import dev.retinue.runtime.llm.tool.Tool.Result;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Collectors;

/// The kit `shell`: lines for a shell, waited for or beside the others.
public final class ShellTools {
  /// How long a line may take where nobody says otherwise.
  public static final int USUAL_SECONDS = 30;

  private static final int MOST_SECONDS = 600;
  private static final int LONGEST_LINE = 100_000;
  private static final String CWD =
      "\"cwd\":{\"type\":\"string\",\"description\":\"Where it works, relative to the working directory.\"}";
  private static final String JOB =
      "{\"type\":\"object\",\"properties\":{\"job_id\":{\"type\":\"string\"}},\"required\":[\"job_id\"]}";

  private final Jobs jobs;
  private final int seconds;
  private final InstantSource clock;

  /// @param seconds how long a line may take where the model does not say
  public ShellTools(Jobs jobs, int seconds, InstantSource clock) {
    this.jobs = jobs;
    this.seconds = seconds;
    this.clock = clock;
  }

  public List<PlainTool> tools() {
    return List.of(
        tool(
            "shell",
            "Runs a line in a shell (sh) and answers with what it prints. What it leaves in the background ends with it; use run_background_job for that.",
            """
            {"type":"object","properties":{
              "cmd":{"type":"string","description":"The line."},%s,
              "timeout":{"type":"integer","description":"After how many seconds it is ended; %d if you do not say."}},
             "required":["cmd"]}
            """
                .formatted(CWD, seconds),
            List.of("shell", "Bash"),
            Nature.CHANGES,
            this::run),
        tool(
            "run_background_job",
            "Starts a line in a shell and does not wait for it. It ends with your run at the latest.",
            """
            {"type":"object","properties":{
              "cmd":{"type":"string","description":"The line."},%s},
             "required":["cmd"]}
            """
                .formatted(CWD),
            List.of("run_background_job", "shell", "Bash"),
            Nature.CHANGES,
            this::start),
        tool(
            "list_background_jobs",
            "Lists the jobs that were started in this run.",
            "{\"type\":\"object\",\"properties\":{}}",
            List.of("list_background_jobs"),
            Nature.READS,
            _ -> list()),
        tool(
            "view_background_job",
            "Shows how a job is, and what it has printed so far.",
            JOB,
            List.of("view_background_job"),
            Nature.READS,
            this::view),
        tool(
            "stop_background_job",
            "Ends a job, and all that it has started.",
            JOB,
            List.of("stop_background_job"),
            Nature.SETTLES,
            this::stop));
  }

  private static PlainTool tool(
      String name,
      String description,
      String schema,
      List<String> names,
      Nature nature,
      PlainTool.Action action) {
    return new PlainTool(new ToolSpec(name, description, schema), names, nature, action);
  }

  private Result run(Input input) throws InterruptedException {
    var limit = Duration.ofSeconds(input.number("timeout", seconds, 1, MOST_SECONDS));
    var outcome = jobs.run(line(input), directory(input), limit);
    var output = outcome.output().isBlank() ? "It printed nothing." : outcome.output();
    if (outcome.flooded()) {
      return Result.failure(
          "It printed more than %d MB, and was ended.\n%s"
              .formatted(Command.MOST_OUTPUT >> 20, output));
    }
    if (outcome.exit().isEmpty()) {
      return Result.failure(
          "It took longer than %d s, and was ended.\n%s".formatted(limit.toSeconds(), output));
    }
    int code = outcome.exit().get();
    return code == 0
        ? Result.of(output)
        : Result.failure("It ended with exit code %d.\n%s".formatted(code, output));
  }

  private Result start(Input input) throws InterruptedException {
    var job = jobs.start(line(input), directory(input));
    return Result.of(
        "Started as %s; view_background_job shows what it prints.".formatted(job.id()));
  }

  private static String line(Input input) {
    var line = input.text("cmd", LONGEST_LINE);
    if (line.indexOf('\0') >= 0) {
      throw input.refusal("'cmd' has a character in it that no line can have.");
    }
    return line;
  }

  private Path directory(Input input) {
    var given = input.text("cwd", ".", LONGEST_LINE);
    try {
      return jobs.shell().enclosed().directory(given.isBlank() ? "." : given);
    } catch (IOException e) {
      throw new RetinueException(
          ErrorCode.NOT_FOUND, "'cwd' cannot be used: " + e.getClass().getSimpleName(), e);
    }
  }

  private Result list() {
    var now = clock.instant();
    var all = jobs.all().stream().map(job -> job.shown(now)).collect(Collectors.joining("\n"));
    return Result.of(all.isEmpty() ? "There are no jobs." : all);
  }

  private Result view(Input input) {
    var job = jobs.require(input.text("job_id", 100));
    var output = job.output();
    return Result.of(
        "%s\n%s"
            .formatted(
                job.shown(clock.instant()), output.isBlank() ? "It printed nothing." : output));
  }

  private Result stop(Input input) {
    var job = jobs.require(input.text("job_id", 100));
    return Result.of(
        jobs.stop(job)
            ? "%s was stopped.".formatted(job.id())
            : "%s had ended before: %s.".formatted(job.id(), job.status()));
  }
}
