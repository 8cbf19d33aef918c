package dev.retinue.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/// Texts that somebody may send who means no good, and what a refusal of them has to look like.
final class Hostile {
  static final String LONG = "x".repeat(10_000_000);
  static final String HIGH_HALF = "\ud83d";
  static final String LOW_HALF = "\ude00";
  static final List<String> TEXTS =
      List.of(
          "",
          " ",
          "\0",
          "a\nb",
          "\u001b[2J",
          "a\u2028b",
          "\u202egpj.exe",
          HIGH_HALF,
          LOW_HALF,
          "%s%n",
          "../../etc/passwd",
          "'; drop table runs; --",
          LONG);

  private Hostile() {}

  /// Whoever reads the message sees one short line, whatever was sent.
  static void refused(ErrorCode code, ThrowingCallable call) {
    var refusal = catchThrowableOfType(RetinueException.class, call);
    assertThat(refusal).isNotNull();
    assertThat(refusal.code()).isEqualTo(code);
    assertThat(refusal.getMessage())
        .hasSizeLessThan(300)
        .doesNotContainPattern("[\\p{C}\\p{Zl}\\p{Zp}]")
        .endsWith(".");
  }
}
