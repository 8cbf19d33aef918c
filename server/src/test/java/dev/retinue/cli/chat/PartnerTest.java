package dev.retinue.cli.chat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class PartnerTest {
  private static final Set<String> OURS = Set.of("help", "history", "quit");

  private final Partner partner =
      new Partner("reviewer", "llm", "", List.of("hello", "review"), "");

  @Test
  void a_mistyped_command_is_taken_for_the_nearest_of_ours_or_of_the_agent() {
    assertThat(partner.meant("hlep", OURS)).contains("help");
    assertThat(partner.meant("reveiw", OURS)).contains("review");
  }

  @Test
  void what_the_agent_knows_or_nobody_would_mistype_is_said() {
    assertThat(partner.meant("hello", OURS)).isEmpty();
    assertThat(partner.meant("usr/bin/env", OURS)).isEmpty();
    assertThat(partner.meant("weather", OURS)).isEmpty();
  }
}
