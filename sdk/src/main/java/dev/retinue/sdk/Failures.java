package dev.retinue.sdk;

import java.nio.file.AccessDeniedException;
import java.util.concurrent.ExecutionException;

/// What an exception means to whoever called.
final class Failures {
  private Failures() {}

  static int exitCode(Throwable failure) {
    return switch (failure) {
      case AgentException e -> e.exitCode();
      case AccessDeniedException _, SecurityException _ -> ExitCode.PERMISSION;
      default -> ExitCode.FAILURE;
    };
  }

  static String sentence(Throwable failure) {
    var message = failure.getMessage();
    return switch (failure) {
      case AgentException e -> String.valueOf(message);
      case AccessDeniedException e -> "There is no permission for " + e.getFile();
      // An error of the JVM ended its thread.
      case ExecutionException e when e.getCause() != null -> sentence(e.getCause());
      default ->
          message == null || message.isBlank()
              ? failure.getClass().getSimpleName()
              : failure.getClass().getSimpleName() + ": " + message;
    };
  }
}
