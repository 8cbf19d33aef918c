package dev.retinue.mcp.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.testing.Rpc;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Checking a value fetches nothing and does not take for ever.
final class ValidatorTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "^(a+)+$",
        "^(a|aa)+$",
        "^(a*)*b$",
        "(x+x+)+y",
        "^(.*a){25}$",
        "^(?:(a+)+)+\\\\1$"
      })
  void a_pattern_that_would_take_for_ever_is_given_up(String pattern) {
    var validator = new Validator(Rpc.object("{\"pattern\":\"%s\"}".formatted(pattern)));
    var value = Json.object().stringNode("a".repeat(40) + "x".repeat(30) + "!");
    assertThat(validator.violations(value)).isNotEmpty();
  }

  @Test
  void a_pattern_that_is_too_deep_for_a_text_is_given_up() {
    var validator = new Validator(Rpc.object("{\"pattern\":\"^(a|b)*$\"}"));
    assertThat(validator.violations(Json.object().stringNode("ab".repeat(500_000)))).hasSize(1);
    assertThat(validator.violations(Json.object().stringNode("abba"))).isEmpty();
  }

  @Test
  void the_end_of_a_text_is_its_end() {
    var validator = new Validator(Rpc.object("{\"pattern\":\"^a$\"}"));
    assertThat(validator.violations(Json.object().stringNode("a\n"))).hasSize(1);
    assertThat(validator.violations(Json.object().stringNode("a"))).isEmpty();
  }

  @Test
  void a_pattern_finds_what_it_should_in_a_long_text() {
    var validator = new Validator(Rpc.object("{\"pattern\":\"^[a-z ]+end$\"}"));
    assertThat(validator.violations(Json.object().stringNode("a b ".repeat(100_000) + "end")))
        .isEmpty();
    assertThat(validator.violations(Json.object().stringNode("A end"))).hasSize(1);
  }

  @Test
  void a_pattern_need_not_stand_for_the_whole_text() {
    var validator = new Validator(Rpc.object("{\"pattern\":\"b\"}"));
    assertThat(validator.violations(Json.object().stringNode("abc"))).isEmpty();
  }

  @Test
  void a_schema_somewhere_else_is_never_fetched() throws IOException {
    var visits = new AtomicInteger();
    var somewhere =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    somewhere.createContext(
        "/",
        exchange -> {
          visits.incrementAndGet();
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    somewhere.start();
    try {
      var address = "http://127.0.0.1:%d/schema.json".formatted(somewhere.getAddress().getPort());
      var validator = new Validator(Rpc.object("{\"$ref\":\"%s\"}".formatted(address)));
      assertThatThrownBy(() -> validator.violations(Json.object())).isNotNull();
    } finally {
      somewhere.stop(0);
    }
    assertThat(visits).hasValue(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"file:///etc/passwd", "jar:file:/x.jar!/y", "ftp://localhost/x"})
  void nor_is_a_file(String address) {
    var validator = new Validator(Rpc.object("{\"$ref\":\"%s\"}".formatted(address)));
    assertThatThrownBy(() -> validator.violations(Json.object())).hasMessageNotContaining("root:");
  }

  @Test
  void a_long_value_is_not_repeated_in_full() {
    var validator = new Validator(Rpc.object("{\"properties\":{\"a\":{\"type\":\"integer\"}}}"));
    var sentences = validator.violations(Json.object().put("a", "x".repeat(100_000)));
    assertThat(sentences).hasSize(1);
    assertThat(sentences.getFirst()).startsWith("'a' is \"xxx").hasSizeLessThan(300);
  }
}
