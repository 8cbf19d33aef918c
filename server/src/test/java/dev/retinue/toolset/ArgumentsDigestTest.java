package dev.retinue.toolset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.mcp.rpc.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

final class ArgumentsDigestTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"a\":1,\"b\":{\"c\":2,\"d\":3}} | {\"b\":{\"d\":3,\"c\":2},\"a\":1}",
        "{\"a\":[{\"x\":1,\"y\":2}]} | {\"a\":[{\"y\":2,\"x\":1}]}",
        "{\"a\":1000} | {\"a\":1e3}",
        "{\"a\":[0, 1.50]} | {\"a\":[-0.0, 1.5]}",
        "{\"a\":\"\u00fc\"} | {\"a\":\"\\u00fc\"}",
      })
  void the_same_arguments_have_the_same_digest(String one, String other) {
    assertThat(digest(one)).isEqualTo(digest(other));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"a\":1} | {\"a\":\"1\"}",
        "{\"a\":1} | {\"b\":1}",
        "{\"a\":[1,2]} | {\"a\":[2,1]}",
        "{\"a\":null} | {}",
        "{\"a\":0.1} | {\"a\":0.10000001}",
        "{\"a\":[1,[2]]} | {\"a\":[[1],2]}",
        "{\"a\":\"1,\\\"b\\\":2\"} | {\"a\":1,\"b\":2}",
      })
  void other_arguments_have_another(String one, String other) {
    assertThat(digest(one)).isNotEqualTo(digest(other));
  }

  /// Digests are stored: they must mean the same in every version.
  @Test
  void the_digest_is_that_of_the_canonical_text() {
    assertThat(digest("{\"b\":2.50, \"a\":[true, null, \"x\"]}"))
        .isEqualTo("bd1e0ef2f186e6ab6d03cc5548b44629727e1639ae1ae67da7f79ab95d75754b");
  }

  private static String digest(String json) {
    return ArgumentsDigest.of((ObjectNode) Json.WIRE.readTree(json));
  }
}
