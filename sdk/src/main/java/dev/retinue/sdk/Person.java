package dev.retinue.sdk;

import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Whoever sits at the command line. Questions go to standard error, answers come from a terminal
/// and nowhere else: what is piped in is what to work on.
final class Person implements Attendant {
  private final World world;
  private final Flags flags;
  private final Voice voice;
  private @Nullable BufferedReader lines;

  Person(World world, Flags flags, Voice voice) {
    this.world = world;
    this.flags = flags;
    this.voice = voice;
  }

  @Override
  public void progress(double done, @Nullable Double total, String message) {
    voice.progress(total == null ? message : "%s (%.0f/%.0f)".formatted(message, done, total));
  }

  boolean isThere() {
    return world.terminal() && !flags.has(Flags.Usual.NON_INTERACTIVE);
  }

  @Override
  public String ask(String key, String question) {
    return line(question + " ").orElseThrow(() -> nobody(question));
  }

  @Override
  public boolean confirm(String key, String question) {
    if (flags.has(Flags.Usual.YES)) {
      return true;
    }
    var answer = line(question + " [y/N] ").orElseThrow(() -> nobody(question));
    return answer.toLowerCase(Locale.ROOT).startsWith("y");
  }

  private AgentException nobody(String question) {
    return new AgentException(
        ExitCode.PERMISSION,
        "Nobody can be asked \"%s\" here; %s."
            .formatted(
                question,
                flags.has(Flags.Usual.NON_INTERACTIVE)
                    ? "leave --non-interactive out"
                    : "start the agent at a terminal, or with --yes where yes is the answer"));
  }

  /// A line that somebody types; nothing if nobody is there.
  Optional<String> line(String prompt) {
    if (!isThere()) {
      return Optional.empty();
    }
    world.err().print(voice.masked(prompt));
    world.err().flush();
    try {
      if (lines == null) {
        lines = new BufferedReader(new InputStreamReader(world.in(), StandardCharsets.UTF_8));
      }
      return Optional.ofNullable(lines.readLine()).map(String::strip);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /// The same without showing what is typed, where the terminal can do that.
  Optional<String> secret(String prompt) {
    var console = Optional.ofNullable(System.console()).filter(Console::isTerminal);
    if (isThere() && console.isPresent()) {
      return console.map(it -> it.readPassword("%s", prompt)).map(String::new);
    }
    return line(prompt);
  }
}
