package dev.retinue.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestTest {
  private static final Set<String> COMMANDS = Set.of("mcp", "serve", "warm", "ps", "logs", "stop");

  @ParameterizedTest
  @CsvSource({"serv,serve", "wram,warm", "lgos,logs", "mpc,mcp", "stopp,stop", "sreve,serve"})
  void a_slip_of_the_finger_finds_the_word_that_was_meant(String slip, String meant) {
    assertThat(Nearest.to(slip, COMMANDS)).contains(meant);
  }

  @Test
  void another_word_altogether_finds_none() {
    assertThat(Nearest.to("teleport", COMMANDS)).isEmpty();
    assertThat(Nearest.to("", COMMANDS)).isEmpty();
  }
}
