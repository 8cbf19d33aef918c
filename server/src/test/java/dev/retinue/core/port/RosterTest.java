package dev.retinue.core.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.retinue.core.Agent;
import dev.retinue.core.RetinueException;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class RosterTest {
  private static final Agent SCRIBE =
      new Agent("scribe", "", new Agent.Means("llm", null), "", List.of(), Agent.Limits.NONE);
  private static final Roster ROSTER = () -> List.of(SCRIBE);

  @Test
  void who_is_on_the_staff_is_found() {
    assertThat(ROSTER.find("scribe")).contains(SCRIBE);
    assertThat(ROSTER.require("scribe")).isEqualTo(SCRIBE);
    assertThat(ROSTER.find("Scribe")).isEmpty();
  }

  @Test
  void who_is_not_on_the_staff_is_guessed() {
    assertThatThrownBy(() -> ROSTER.require("scrieb"))
        .hasMessage("There is no agent 'scrieb' on the staff. Did you mean 'scribe'?");
    assertThatThrownBy(() -> ROSTER.require("plumber"))
        .hasMessage("There is no agent 'plumber' on the staff, only 'scribe'.");
    Roster nobody = List::of;
    assertThatThrownBy(() -> nobody.require("plumber"))
        .hasMessage("There is no agent 'plumber' on the staff.");
    Roster many = () -> Collections.nCopies(1000, SCRIBE);
    assertThatThrownBy(() -> many.require("plumber"))
        .hasMessage(
            "There is no agent 'plumber' on the staff, only %s and 980 more."
                .formatted(String.join(", ", Collections.nCopies(20, "'scribe'"))));
  }

  /// The name comes from a caller, who may send as much as a request holds.
  @Test
  void a_name_of_megabytes_is_refused_in_a_short_line() {
    var name = "scribe\n".repeat(1_000_000);
    var refusal = catchThrowableOfType(RetinueException.class, () -> ROSTER.require(name));
    assertThat(refusal.getMessage()).hasSizeLessThan(200).doesNotContain("\n");
  }
}
