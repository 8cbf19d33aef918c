package dev.retinue.runtime.cli;

import org.jspecify.annotations.Nullable;

/// What became of a program: done is only who ended with 0, said a last word, and said no trouble
/// in it.
sealed interface Outcome {
  record Done(String summary) implements Outcome {}

  record Failed(Trouble trouble) implements Outcome {}

  /// Judges by all that is known.
  ///
  /// @param errors the end of what it wrote beside its output
  static Outcome of(Profile profile, int exitCode, Tale tale, String errors) {
    var program = profile.title();
    var last = tale.ended();
    var trouble = last == null ? null : last.trouble();
    if (trouble != null) {
      return new Failed(refined(trouble, profile.meaning(exitCode)));
    }
    if (exitCode != 0) {
      return new Failed(
          new Trouble(
              profile.meaning(exitCode),
              "%s ended with %s%s"
                  .formatted(program, ending(exitCode), errors.isBlank() ? "." : ": " + errors)));
    }
    if (last == null && !profile.isPlain()) {
      return new Failed(
          new Trouble(
              Trouble.Kind.INVALID_OUTPUT,
              "%s ended as if all was well, and never said its result.".formatted(program)));
    }
    return new Done(summary(last == null ? null : last.text(), tale.lastText()));
  }

  /// Where its words do not say what kind of trouble it was, its ending may.
  private static Trouble refined(Trouble trouble, Trouble.Kind meaning) {
    return trouble.kind() == Trouble.Kind.ERROR && meaning != Trouble.Kind.CRASH
        ? new Trouble(meaning, trouble.message())
        : trouble;
  }

  private static String summary(@Nullable String result, @Nullable String lastText) {
    return result != null ? result : lastText != null ? lastText.strip() : "";
  }

  private static String ending(int exitCode) {
    return switch (exitCode) {
      case Profile.NOT_FOUND -> "127 (something that it needs is not there)";
      case 137 -> "137 (it was killed; perhaps memory was short)";
      case 153 -> "153 (it wrote more than it may)";
      default -> Integer.toString(exitCode);
    };
  }
}
