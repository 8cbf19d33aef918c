package dev.retinue.web;

import static dev.retinue.web.TestApi.ANNA;
import static dev.retinue.web.TestApi.OWNER;
import static dev.retinue.web.TestApi.READER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.web.api.Examination.Finding;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `GET /api/doctor`.
final class DoctorApiTest {
  @TempDir private Path folder;
  private TestApi api;
  private final AtomicInteger looks = new AtomicInteger();

  @BeforeEach
  void open() {
    api = new TestApi(folder);
    api.examination =
        () -> {
          looks.incrementAndGet();
          return List.of(
              new Finding("java", "ok", "Java 25", null),
              new Finding("space", "fail", "none", "Make room."));
        };
  }

  @AfterEach
  void close() {
    api.close();
  }

  @Test
  void the_owner_reads_what_was_found_and_what_to_do() {
    var answer = api.get(OWNER, "/api/doctor").json();
    assertThat(answer.path("healthy").asBoolean(true)).isFalse();
    assertThat(answer.path("findings").get(0).toString())
        .isEqualTo("{\"name\":\"java\",\"level\":\"ok\",\"text\":\"Java 25\"}");
    assertThat(answer.at("/findings/1/remedy").asString()).isEqualTo("Make room.");
  }

  @Test
  void nobody_else_does() {
    for (var caller : List.of(ANNA, READER)) {
      assertThat(api.get(caller, "/api/doctor").code()).isEqualTo("FORBIDDEN");
    }
    assertThat(looks).hasValue(0);
  }

  @Test
  void it_is_looked_again_only_after_a_while() {
    api.get(OWNER, "/api/doctor");
    api.get(OWNER, "/api/doctor");
    assertThat(looks).hasValue(1);
    api.staff().clock().advance(Duration.ofSeconds(10));
    api.get(OWNER, "/api/doctor");
    assertThat(looks).hasValue(2);
  }

  @Test
  void who_asks_meanwhile_gets_the_same() throws Exception {
    var begun = new CountDownLatch(1);
    var go = new CountDownLatch(1);
    api.examination =
        () -> {
          looks.incrementAndGet();
          begun.countDown();
          go.await();
          return List.of();
        };
    try (var crowd = Executors.newVirtualThreadPerTaskExecutor()) {
      var first = crowd.submit(() -> api.get(OWNER, "/api/doctor"));
      begun.await();
      var second = crowd.submit(() -> api.get(OWNER, "/api/doctor"));
      go.countDown();
      assertThat(first.get().status()).isEqualTo(200);
      assertThat(second.get().body()).isEqualTo(first.get().body());
    }
    assertThat(looks).hasValue(1);
  }

  @Test
  void what_the_doctor_refuses_is_refused() {
    api.examination =
        () -> {
          throw new RetinueException(ErrorCode.SERVICE_UNAVAILABLE, "Not now.");
        };
    assertThat(api.get(OWNER, "/api/doctor").message()).isEqualTo("Not now.");
  }
}
