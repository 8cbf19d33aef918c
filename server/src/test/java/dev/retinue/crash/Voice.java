package dev.retinue.crash;

import java.io.Serial;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// One of the ways in which callers speak to a daemon. All of them know the tools by their names.
interface Voice extends AutoCloseable {
  /// What a tool answers.
  JsonNode call(String tool, ObjectNode arguments) throws Unanswered;

  @Override
  void close();

  /// Whether it was done nobody knows.
  final class Unanswered extends Exception {
    @Serial private static final long serialVersionUID = 1;

    Unanswered(Throwable cause) {
      super(cause);
    }
  }

  /// It was not done, and the daemon says why.
  final class Refused extends RuntimeException {
    @Serial private static final long serialVersionUID = 1;

    private final String code;

    Refused(String code, String sentence) {
      super(code + ": " + sentence);
      this.code = code;
    }

    String code() {
      return code;
    }
  }
}
