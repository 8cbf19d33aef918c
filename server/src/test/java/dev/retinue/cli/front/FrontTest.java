package dev.retinue.cli.front;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a client on standard streams sees of the daemon behind the front.
class FrontTest {
  private static final String INITIALIZE =
      "\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"old\",\"version\":\"1\"}";

  private final Path socket;
  private final TestDaemon daemon;
  private final AtomicInteger starts = new AtomicInteger();
  private volatile String token = TestDaemon.TOKEN;
  private volatile boolean broken;

  FrontTest(@TempDir Path folder) {
    socket = folder.resolve("front.sock");
    daemon = new TestDaemon(socket);
  }

  @AfterEach
  void close() {
    daemon.close();
  }

  private TestFront front(String directory, Duration lastMoment) throws IOException {
    return new TestFront(Snapshot.of(daemon.server), () -> require(directory), lastMoment);
  }

  private TestFront front() throws IOException {
    return front("/work", Duration.ofSeconds(60));
  }

  private Front.Place require(String directory) {
    starts.incrementAndGet();
    if (broken) {
      throw new RetinueException(ErrorCode.SERVICE_UNAVAILABLE, "The daemon does not start.");
    }
    return new Front.Place(socket, new Hello("1", token, directory, Map.of()));
  }

  @Test
  void a_client_that_only_looks_starts_no_daemon() throws Exception {
    try (var front = front()) {
      assertThat(front.answer(front.askOld("initialize", INITIALIZE)).at("/result/instructions"))
          .hasToString("\"Use them well.\"");
      front.say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
      var tools = front.answer(front.askOld("tools/list", "")).at("/result/tools");
      assertThat(tools.valueStream().map(it -> it.path("name").asString("")))
          .containsExactly("begin", "change", "echo", "look");
      assertThat(front.answer(front.ask("tools/list", "")).at("/result/tools")).isEqualTo(tools);
      assertThat(front.answer(front.ask("server/discover", "")).has("result")).isTrue();
      assertThat(front.answer(front.askOld("ping", "")).has("result")).isTrue();
      front.say("no message");
      assertThat(front.answer(-1).at("/error/code").asInt()).isEqualTo(-32700);
    }
    assertThat(starts).hasValue(0);
  }

  @Test
  void the_first_call_joins_client_and_daemon_and_all_further_ones_go_the_same_way()
      throws Exception {
    try (var front = front()) {
      for (var text : List.of("one", "two", "grüße 🎩")) {
        int id =
            front.ask(
                "tools/call", "\"name\":\"echo\",\"arguments\":{\"text\":\"%s\"}".formatted(text));
        assertThat(front.textOf(id)).isEqualTo(text);
      }
      assertThat(starts).hasValue(1);
    }
  }

  @Test
  void a_client_of_the_older_revisions_goes_on_in_the_session_that_it_began_with_the_front()
      throws Exception {
    try (var front = front()) {
      int hands = front.askOld("initialize", INITIALIZE);
      front.say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
      int call = front.askOld("tools/call", "\"name\":\"echo\",\"arguments\":{\"text\":\"old\"}");
      assertThat(front.answer(hands).at("/result/protocolVersion").asString(""))
          .isEqualTo("2025-06-18");
      assertThat(front.textOf(call)).isEqualTo("old");
      assertThat(front.answer(front.askOld("tools/list", "")).at("/result/tools").size())
          .isEqualTo(4);
    }
  }

  @Test
  void what_is_said_while_the_daemon_starts_is_all_answered() throws Exception {
    try (var front = front()) {
      var ids =
          IntStream.range(0, 100)
              .mapToObj(
                  number -> {
                    try {
                      return front.ask(
                          "tools/call",
                          "\"name\":\"echo\",\"arguments\":{\"text\":\"%d\"}".formatted(number));
                    } catch (IOException e) {
                      throw new java.io.UncheckedIOException(e);
                    }
                  })
              .toList();
      for (int number = 0; number < 100; number++) {
        assertThat(front.textOf(ids.get(number))).isEqualTo(String.valueOf(number));
      }
    }
  }

  @Test
  void two_clients_with_the_same_ids_get_their_own_answers() throws Exception {
    try (var one = front("/one", Duration.ofSeconds(60));
        var two = front("/two", Duration.ofSeconds(60))) {
      int first = one.ask("tools/call", "\"name\":\"echo\",\"arguments\":{\"text\":\"first\"}");
      int second = two.ask("tools/call", "\"name\":\"echo\",\"arguments\":{\"text\":\"second\"}");
      assertThat(first).isEqualTo(second);
      assertThat(one.textOf(first)).isEqualTo("first");
      assertThat(two.textOf(second)).isEqualTo("second");
      assertThat(daemon.fronts()).isEqualTo(2);
      assertThat(daemon.versions()).hasSize(1).containsValue(2);
    }
  }

  @Test
  void a_cancelled_call_is_cancelled_at_the_daemon() throws Exception {
    try (var front = front()) {
      int id = front.call("look");
      assertThat(daemon.told()).isEqualTo("holds");
      front.cancel(id);
      assertThat(daemon.told()).isEqualTo("cancelled");
    }
  }

  @Test
  void a_cancelled_call_is_waited_for_by_nobody_and_not_repeated() throws Exception {
    var front = front("/work", Duration.ofDays(1));
    int id = front.call("look");
    assertThat(daemon.told()).isEqualTo("holds");
    front.cancel(id);
    assertThat(daemon.told()).isEqualTo("cancelled");
    daemon.die();
    daemon.comeBack();
    assertThat(front.answer(front.call("echo")).has("result")).isTrue();
    // Returns only if nothing is waited for.
    front.end();
    assertThat(daemon.toldSoFar()).isEmpty();
  }

  @Test
  void what_a_leaving_daemon_does_not_begin_the_next_one_does() throws Exception {
    try (var front = front()) {
      int atWork = front.call("look");
      assertThat(daemon.told()).isEqualTo("holds");
      daemon.drain();
      int late = front.call("change");
      // It is heard after the call, which has been refused then.
      front.cancel(atWork);
      assertThat(daemon.told()).isEqualTo("cancelled");
      daemon.die();
      daemon.comeBack();
      assertThat(daemon.told()).isEqualTo("holds");
      daemon.release();
      assertThat(front.textOf(late)).isEqualTo("held");
    }
  }

  @Test
  void a_client_that_comes_while_the_daemon_leaves_waits_for_the_next_one() throws Exception {
    daemon.letThemWait();
    try (var front = front()) {
      int id = front.call("echo");
      assertThat(daemon.told()).isEqualTo("knocks");
      daemon.drain();
      daemon.letThemIn();
      daemon.comeBack();
      assertThat(front.answer(id).has("result")).isTrue();
    }
  }

  @Test
  void it_ends_in_time_although_its_client_takes_nothing() throws Exception {
    var snapshot = Snapshot.of(daemon.server);
    var stuck = new CountDownLatch(1);
    var out = new Stuck(stuck);
    var front = new TestFront(snapshot, () -> require("/work"), Duration.ofMillis(1), out);
    front.askOld("initialize", INITIALIZE);
    stuck.await();
    var stopping = Thread.ofVirtual().start(front::stop);
    assertThat(stopping.join(Duration.ofSeconds(30))).isTrue();
  }

  /// The way to a client that takes nothing.
  private static final class Stuck extends OutputStream {
    private final CountDownLatch begun;

    Stuck(CountDownLatch begun) {
      this.begun = begun;
    }

    @Override
    public void write(int one) throws IOException {
      begun.countDown();
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        throw new InterruptedIOException();
      }
    }
  }

  @Test
  void a_defect_on_the_way_to_the_daemon_is_told_to_whoever_waits() throws Exception {
    var snapshot = Snapshot.of(daemon.server);
    try (var front =
        new TestFront(
            snapshot,
            () -> {
              throw new IllegalStateException("a bug");
            },
            Duration.ofSeconds(60))) {
      assertThat(front.errorOf(front.call("echo"))).contains("a bug");
      assertThat(front.errorOf(front.call("echo"))).contains("a bug");
    }
  }

  @Test
  void who_asks_too_often_is_told_so() throws Exception {
    try (var front = front()) {
      daemon.tired = true;
      assertThat(front.errorOf(front.call("echo"))).isEqualTo("Not so fast.");
      daemon.tired = false;
      assertThat(front.answer(front.call("echo")).has("result")).isTrue();
    }
  }

  @Test
  void a_daemon_that_cannot_be_started_is_told_and_tried_again_at_the_next_call() throws Exception {
    broken = true;
    try (var front = front()) {
      assertThat(front.errorOf(front.call("echo"))).isEqualTo("The daemon does not start.");
      broken = false;
      assertThat(front.answer(front.call("echo")).has("result")).isTrue();
    }
  }

  @Test
  void whoever_is_no_front_is_told_so_at_the_door() throws Exception {
    try (var channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
      channel.write(ByteBuffer.wrap("GET / HTTP/1.1\n".getBytes(UTF_8)));
      var answer = new String(Channels.newInputStream(channel).readAllBytes(), UTF_8);
      assertThat(answer).contains("must be a front of Retinue").endsWith("\n");
    }
  }

  @Test
  void a_token_that_stands_for_nobody_is_refused_with_a_sentence() throws Exception {
    token = "rtn_wrong";
    try (var front = front()) {
      assertThat(front.errorOf(front.call("echo"))).contains("does not know this token");
    }
  }

  @Test
  void a_call_that_changes_nothing_is_repeated_when_the_daemon_dies() throws Exception {
    try (var front = front()) {
      int id = front.call("look");
      assertThat(daemon.told()).isEqualTo("holds");
      daemon.die();
      assertThat(daemon.told()).isEqualTo("cancelled");
      daemon.comeBack();
      assertThat(daemon.told()).isEqualTo("holds");
      daemon.release();
      assertThat(front.textOf(id)).isEqualTo("held");
    }
  }

  @Test
  void what_begins_something_is_repeated_under_the_same_name() throws Exception {
    try (var front = front()) {
      int id = front.call("begin");
      assertThat(daemon.told()).isEqualTo("holds");
      daemon.die();
      assertThat(daemon.told()).isEqualTo("cancelled");
      daemon.comeBack();
      assertThat(daemon.told()).isEqualTo("holds");
      daemon.release();
      assertThat(front.textOf(id)).isEqualTo("held");
      assertThat(daemon.begun).hasSize(1);
    }
  }

  @Test
  void of_a_call_that_changes_something_is_said_that_nobody_knows() throws Exception {
    try (var front = front()) {
      int id = front.call("change");
      assertThat(daemon.told()).isEqualTo("holds");
      daemon.die();
      assertThat(front.errorOf(id)).contains("whether it was done is not known");
      daemon.comeBack();
      assertThat(front.answer(front.call("echo")).has("result")).isTrue();
    }
  }

  @Test
  void of_a_call_that_cannot_be_repeated_because_no_daemon_comes_back_nobody_knows_either()
      throws Exception {
    try (var front = front()) {
      int id = front.call("begin");
      assertThat(daemon.told()).isEqualTo("holds");
      broken = true;
      daemon.die();
      assertThat(front.errorOf(id))
          .contains("whether it was done is not known", "The daemon does not start.");
    }
  }

  @Test
  void who_listens_goes_on_hearing_after_the_daemon_came_back_and_is_acknowledged_once()
      throws Exception {
    try (var front = front()) {
      front.ask("subscriptions/listen", "\"notifications\":{\"toolsListChanged\":true}");
      assertThat(front.next().path("method").asString("")).endsWith("acknowledged");
      front.answer(front.call("echo"));
      daemon.add("new1");
      assertThat(front.next().path("method").asString("")).endsWith("tools/list_changed");
      daemon.die();
      daemon.comeBack();
      int id = front.call("echo");
      assertThat(front.next().path("id").asInt()).isEqualTo(id);
      daemon.add("new2");
      assertThat(front.next().path("method").asString("")).endsWith("tools/list_changed");
    }
  }

  @Test
  void a_client_is_told_when_the_daemon_offers_something_else_than_it_was_shown() throws Exception {
    try (var front = front()) {
      front.answer(front.askOld("initialize", INITIALIZE));
      front.say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
      daemon.add("new");
      front.askOld("tools/call", "\"name\":\"echo\",\"arguments\":{}");
      assertThat(front.next().path("method").asString("")).endsWith("tools/list_changed");
    }
  }

  @Test
  void at_the_end_of_the_input_a_call_at_work_still_gets_its_answer() throws Exception {
    var front = front();
    int id = front.call("look");
    assertThat(daemon.told()).isEqualTo("holds");
    var ending = Thread.ofVirtual().start(() -> end(front));
    daemon.release();
    assertThat(front.textOf(id)).isEqualTo("held");
    ending.join();
  }

  @Test
  void after_its_last_moment_a_call_at_work_is_left_and_its_client_is_told() throws Exception {
    var front = front("/work", Duration.ofMillis(1));
    int id = front.call("look");
    assertThat(daemon.told()).isEqualTo("holds");
    front.end();
    assertThat(front.errorOf(id)).contains("whether it was done is not known");
    assertThat(daemon.told()).isEqualTo("cancelled");
  }

  private static void end(TestFront front) {
    try {
      front.end();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
