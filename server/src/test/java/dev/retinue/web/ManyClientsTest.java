package dev.retinue.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Many at once: nobody gets what is meant for another, and nobody keeps another from being served.
final class ManyClientsTest {
  @Test
  void two_hundred_clients_with_the_same_ids_get_their_own_answers() throws Exception {
    var answers = new AtomicInteger();
    try (var web = new TestWeb(Duration.ofSeconds(15));
        var crowd = Executors.newVirtualThreadPerTaskExecutor()) {
      var all = new ArrayList<Callable<Void>>();
      for (int i = 0; i < 200; i++) {
        int number = i;
        all.add(
            () -> {
              try (var client = web.client()) {
                for (int id = 0; id < 20; id++) {
                  var nonce = "nonce-%d-%d-".formatted(number, id);
                  var params =
                      "\"name\":\"echo\",\"arguments\":{\"nonce\":\"%s\"}".formatted(nonce);
                  client.modern("tools/call", "echo", TestWeb.modern(id, "tools/call", params));
                  var answer = client.body();
                  assertThat(answer).contains("\"id\":" + id + ",").contains(nonce);
                  answers.incrementAndGet();
                }
              }
              return null;
            });
      }
      for (var each : crowd.invokeAll(all)) {
        each.get();
      }
    }
    assertThat(answers).hasValue(200 * 20);
  }

  @Test
  void many_calls_that_wait_keep_nobody_from_being_served() {
    var waiting = new ArrayList<RawClient>();
    try (var web = new TestWeb(Duration.ofSeconds(15))) {
      for (int i = 0; i < 300; i++) {
        var client = web.client();
        waiting.add(client);
        client.modern(
            "tools/call",
            "hold",
            TestWeb.modern(1, "tools/call", "\"name\":\"hold\",\"arguments\":{}"));
        assertThat(web.heard()).isEqualTo("began");
      }
      try (var client = web.client()) {
        client.modern("server/discover", "", TestWeb.modern(1, "server/discover", ""));
        assertThat(client.status()).isEqualTo(200);
      }
      web.release();
      waiting.forEach(client -> assertThat(client.body()).contains("held"));
    } finally {
      waiting.forEach(RawClient::close);
    }
  }
}
