package dev.retinue.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.mcp.rpc.Json;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What would be noticed if a daemon said now this and now that.
final class LedgerTest {
  private final Ledger ledger;

  LedgerTest(@TempDir Path folder) throws IOException {
    ledger = new Ledger(folder.resolve("acknowledged"));
  }

  @Test
  void what_stays_as_it_was_is_no_problem_and_a_late_result_may_come_once() {
    ledger.seen("a", json("{'status':'running'}"), true);
    ledger.seen("a", json("{'status':'stopped','stopped_at':'noon'}"), false);
    ledger.seen("a", json("{'status':'stopped','stopped_at':'noon'}"), true);
    ledger.seen("a", json("{'status':'stopped','stopped_at':'noon','summary':'late'}"), true);
    assertThat(ledger.problems()).isEmpty();
    ledger.seen("a", json("{'status':'stopped','stopped_at':'noon','summary':'later'}"), true);
    assertThat(ledger.problems()).containsExactly("a had summary late and now later");
  }

  @Test
  void another_ending_another_time_and_no_ending_are_noticed() {
    ledger.seen("a", json("{'status':'completed','completed_at':'noon'}"), true);
    ledger.seen("a", json("{'status':'completed','completed_at':'night'}"), false);
    ledger.seen("a", json("{'status':'stopped','completed_at':'noon'}"), true);
    ledger.seen("a", json("{'status':'running'}"), true);
    assertThat(ledger.problems()).hasSize(3);
  }

  @Test
  void another_payload_and_a_second_run_of_a_key_are_noticed() {
    ledger.read("a", "one");
    ledger.read("a", "two");
    ledger.started("a", "key");
    ledger.started("a", "key");
    ledger.started("b", "key");
    assertThat(ledger.problems())
        .containsExactly("the payload of a is not what it was", "key started a and then b");
  }

  private static tools.jackson.databind.JsonNode json(String text) {
    return Json.WIRE.readTree(text.replace('\'', '"'));
  }
}
