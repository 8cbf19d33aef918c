package dev.retinue.mcp.era;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UriTemplateTest {
  private static final UriTemplate TEMPLATE = new UriTemplate("run://{id}/log/{line}");

  @Test
  void names_in_braces_stand_for_segments() {
    assertThat(TEMPLATE.match("run://a%20b/log/1+1")).contains(Map.of("id", "a b", "line", "1+1"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "run://a/log",
        "run://a/b/log/1",
        "run:///log/1",
        "run://%zz/log/1",
        "run://a/log/1?x"
      })
  void what_is_not_of_the_family_does_not_match(String uri) {
    assertThat(TEMPLATE.match(uri)).isEmpty();
  }
}
