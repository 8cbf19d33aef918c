package dev.retinue.cli;

import static dev.retinue.cli.ServedHousehold.accepted;
import static dev.retinue.cli.ServedHousehold.result;
import static dev.retinue.cli.ServedHousehold.until;
import static dev.retinue.cli.ServedHousehold.update;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Caller;
import dev.retinue.core.Run;
import dev.retinue.core.staff.Staff;
import dev.retinue.mcp.client.InputHandler;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.rpc.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Whoever waits for an agent as a task is asked what those ask who work for it.
final class AskedBelowTest {
  private static final String ONE_BELOW =
      """
      start mate: permission delete it
      await
      complete {results}
      """;
  private static final String TWO_BELOW = "start mate: permission delete it\n" + ONE_BELOW;

  private static final Duration LONG = Duration.ofSeconds(10);

  @TempDir private Path folder;
  private ServedHousehold house;
  private McpClient client;

  @BeforeEach
  void open() {
    reopen(ServedHousehold.open(folder));
  }

  @AfterEach
  void close() {
    client.close();
    house.close();
  }

  private void reopen(Household household) {
    house = ServedHousehold.of(household);
    client = house.client("/mcp");
  }

  @Test
  void what_is_allowed_is_done_and_all_above_goes_on() {
    var task = begin(ONE_BELOW);
    var asked = untilAsked(task);
    assertThat(messages(asked)).containsExactly("It wants to: delete it");
    update(client, task, key(asked), accepted("allow"));
    assertThat(summary(task)).isEqualTo("mate: The script is over.");
  }

  @Test
  void those_that_ask_the_same_are_each_answered_for_themselves() {
    var task = begin(TWO_BELOW);
    var first = untilAsked(task);
    update(client, task, key(first), accepted("allow"));
    var second = until(client, task, it -> isAsked(it) && !key(it).equals(key(first)));
    update(client, task, key(second), InputHandler.declined());
    assertThat(summary(task)).containsOnlyOnce("The script is over.").containsOnlyOnce("refused");
  }

  @Test
  void what_somebody_else_answered_is_not_asked_any_more() {
    var task = begin(ONE_BELOW);
    untilAsked(task);
    allow(house.staff(), onlyAsking());
    assertThat(summary(task)).isEqualTo("mate: The script is over.");
  }

  @Test
  void what_was_answered_meanwhile_is_not_asked_after_a_restart() throws Exception {
    var task = begin("start mate: hang\n" + ONE_BELOW);
    untilAsked(task);
    var asking = onlyAsking();
    close();
    var household = ServedHousehold.open(folder);
    var staff = household.staff();
    staff.await(Caller.owner(), asking.id(), it -> !it.needs().isEmpty(), LONG);
    allow(staff, asking);
    staff.await(Caller.owner(), asking.id(), Run::ended, LONG);

    reopen(household);

    assertThat(until(client, task, it -> !isAsked(it)).path("status").asString())
        .isEqualTo("working");
  }

  private static void allow(Staff staff, Run asking) {
    staff.answer(Caller.owner(), asking.id(), asking.needs().getFirst().id(), "allow");
  }

  private Run onlyAsking() {
    var asking = house.runs().stream().filter(it -> !it.needs().isEmpty()).toList();
    assertThat(asking).hasSize(1);
    return asking.getFirst();
  }

  private String begin(String script) {
    return client.callToolAsTask("agent_start", Json.object().put("contract", script)).id();
  }

  private JsonNode untilAsked(String task) {
    return until(client, task, AskedBelowTest::isAsked);
  }

  private static boolean isAsked(JsonNode task) {
    return !task.path("inputRequests").isEmpty();
  }

  private static String key(JsonNode task) {
    return task.path("inputRequests").propertyNames().iterator().next();
  }

  private static List<String> messages(JsonNode task) {
    return task.path("inputRequests")
        .valueStream()
        .map(it -> it.at("/params/message").asString())
        .toList();
  }

  private String summary(String task) {
    var end = result(client, task);
    assertThat(end.path("isError").asBoolean(false)).as("%s", end).isFalse();
    return end.at("/structuredContent/summary").asString();
  }
}
