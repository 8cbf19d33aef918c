package dev.retinue.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// Trying an agent out in a test.
class TrialTest {
  /// Tries an agent out that leaves something, and says where.
  static final class Tester {
    public static void main(String[] args) {
      var agent =
          Agent.named("a")
              .takesNoContext()
              .does(ctx -> ctx.writeContext(Note.finding("f", "text")).toString());
      var outcome = Trial.of(agent).run();
      System.out.print(outcome.out());
      System.exit(outcome.exitCode());
    }
  }

  @Test
  void nothing_is_left_of_it_when_the_jvm_ends() throws Exception {
    var note = Path.of(Programs.ended(Programs.java(Tester.class)).strip());
    assertThat(note.toString()).contains("/trial").endsWith("-f.md");
    var folder = note.toString().replaceFirst("(/trial[^/]*)/.*", "$1");
    assertThat(Path.of(folder)).doesNotExist();
  }
}
