package dev.retinue.cli;

import dev.retinue.cli.chat.Lines;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// What somebody types. While an agent speaks nobody waits for a line: only what is there is read,
/// so that the next prompt misses nothing.
final class TypedLines implements Lines {
  /// What the editor of the JDK throws when Ctrl-C is pressed; it exports no name for it.
  private static final String INTERRUPT = "UserInterruptException";

  private static final int LONGEST = 1 << 20;

  private final Terminal terminal;
  private final ByteArrayOutputStream begun = new ByteArrayOutputStream();

  TypedLines(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Heard next(String prompt) {
    terminal.flush();
    try {
      var line = terminal.readLine(prompt);
      return line == null ? new Heard.End() : new Heard.Line(line);
    } catch (RuntimeException e) {
      if (e.getClass().getSimpleName().equals(INTERRUPT)) {
        return new Heard.Interrupt();
      }
      throw e;
    }
  }

  @Override
  public Optional<Heard> meanwhile() {
    try {
      // A terminal gives whole lines.
      while (Keyboard.isHeard(terminal.in())) {
        int character = terminal.in().read();
        if (character < 0) {
          return Optional.of(new Heard.End());
        }
        if (character == '\n' || begun.size() >= LONGEST) {
          var line = begun.toString(StandardCharsets.UTF_8);
          begun.reset();
          return Optional.of(new Heard.Line(line));
        }
        begun.write(character);
      }
    } catch (IOException _) {
      // Nobody is there any more, and the next prompt will say so.
    }
    return Optional.empty();
  }
}
