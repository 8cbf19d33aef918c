package dev.retinue.sdk;

import dev.retinue.sdk.Flags.Usual;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/// One piece of work, as the command line asks for it.
final class OneShot {
  private static final int LARGEST_INPUT = 16 * 1024 * 1024;

  private final Household house;
  private final Voice voice;
  private final boolean ownsProcess;
  private final AtomicBoolean noted = new AtomicBoolean();
  private volatile String input = "";

  OneShot(Household house, Voice voice, boolean ownsProcess) {
    this.house = house;
    this.voice = voice;
    this.ownsProcess = ownsProcess;
  }

  int run() {
    var begun = house.world().clock().instant();
    if (ownsProcess) {
      Signals.onEnd(code -> interrupted(begun, code));
    }
    Answer answer;
    int code = 0;
    try {
      house.services().up();
      answer = work(begun);
      code = answer.exitCode();
    } catch (Exception e) {
      voice.trace(e);
      code = Failures.exitCode(e);
      answer = Answer.failed(house.mask().of(Failures.sentence(e)));
    }
    note(begun, code, answer);
    house.services().release();
    show(answer);
    return code;
  }

  private Answer work(Instant begun) throws Exception {
    var time = house.timeout();
    var person = new Person(house.world(), house.flags(), voice);
    return new Timed()
        .within(
            "agent-" + house.spec().name(),
            time,
            () -> {
              input = read();
              var call =
                  new Invocation(house, person, input, house.flags().options(), begun.plus(time));
              return call.finished(Answer.of(house.spec().work().on(call)));
            });
  }

  /// A file before a text before standard input.
  private String read() throws IOException {
    var spec = house.spec();
    var file = house.flags().value(Usual.CONTEXT_FILE);
    var text = house.flags().value(Usual.CONTEXT);
    String found;
    if (file.isPresent()) {
      found = file.get().equals("-") ? bounded(house.world().in()) : read(file.get());
    } else if (text.isPresent()) {
      found = text.get();
    } else {
      boolean piped = !house.world().terminal() && !spec.accepts().isEmpty();
      found = piped ? bounded(house.world().in()) : "";
    }
    if (spec.contextRequired() && found.isBlank()) {
      throw new AgentException(
          ExitCode.USAGE,
          "%s needs something to work on: give it by --context, --context-file or standard input."
              .formatted(spec.name()));
    }
    return found;
  }

  private String read(String name) throws IOException {
    Path file = house.world().directory().resolve(name);
    try (var in = Files.newInputStream(file)) {
      return bounded(in);
    } catch (NoSuchFileException e) {
      throw new AgentException(
          ExitCode.USAGE, "There is no file %s (--context-file).".formatted(file));
    } catch (AccessDeniedException e) {
      throw new AgentException(
          ExitCode.PERMISSION, "The file %s may not be read (--context-file).".formatted(file));
    }
  }

  private static String bounded(InputStream in) throws IOException {
    var bytes = in.readNBytes(LARGEST_INPUT + 1);
    if (bytes.length > LARGEST_INPUT) {
      throw new AgentException(
          ExitCode.USAGE, "There are more than 16 MiB to work on, and that is too much.");
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private void show(Answer answer) {
    var out = house.world().out();
    if (house.flags().value(Usual.OUTPUT_FORMAT).orElse("text").equals("json")) {
      out.println(Wire.json(answer).toString());
    } else if (answer.result() != null) {
      out.println(answer.text());
    }
    out.flush();
    answer.warnings().forEach(voice::warn);
    if (answer.error() != null) {
      voice.error(answer.error());
    }
  }

  private void note(Instant begun, int code, Answer answer) {
    if (noted.compareAndSet(false, true)) {
      var now = house.world().clock().instant();
      var said = answer.error() == null ? answer.text() : answer.error();
      house
          .log()
          .write(
              ExecutionLog.Entry.of(
                  house, begun, Duration.between(begun, now), code, input, said, Map.of()));
    }
  }

  /// The process ends by a signal.
  private void interrupted(Instant begun, int code) {
    note(begun, code, Answer.failed("The agent was interrupted."));
    ChildProcess.endAll(Child.GRACE);
    house.services().release();
  }
}
