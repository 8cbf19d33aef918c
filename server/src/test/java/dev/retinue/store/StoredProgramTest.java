package dev.retinue.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Program;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Programs in definitions that earlier versions have kept.
class StoredProgramTest {
  private static final String FORMER =
      "{\"command\":\"any\",\"arguments\":[\"-v\"],\"environment\":[],\"format\":\"TEXT\"}";

  @Test
  void a_program_that_was_kept_before_it_could_be_repeatable_is_not() {
    assertThat(Stored.JSON.readValue(FORMER, Program.class))
        .isEqualTo(new Program("any", List.of("-v"), List.of(), Program.Format.TEXT, false));
  }

  @Test
  void the_digest_of_a_definition_stays_as_it_was() {
    assertThat(new Program("any", List.of("-v"), List.of(), Program.Format.TEXT))
        .hasToString("Program[command=any, arguments=[-v], environment=[], format=TEXT]");
  }
}
