package dev.retinue.core;

import java.time.Duration;
import java.util.List;

/// A command that the operator named, so that callers can have it decide whether work is done.
///
/// @param command a program and its arguments; no shell reads them
/// @param timeout after how long it has not passed
public record CheckCommand(String name, List<String> command, Duration timeout) {
  public CheckCommand {
    command = List.copyOf(command);
    if (command.isEmpty()) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT, "The check '%s' has no command.".formatted(name));
    }
  }
}
