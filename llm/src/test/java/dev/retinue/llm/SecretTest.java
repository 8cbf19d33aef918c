package dev.retinue.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.retinue.llm.ModelException.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A key reaches the provider, and nobody else.
class SecretTest extends Contract {
  @ParameterizedTest
  @EnumSource
  void a_key_that_a_provider_repeats_is_not_told(Dialects dialect) {
    var secret = Dialects.SECRET;
    assertThat(failure(dialect, error(401, "wrong key: " + secret)).getMessage()).contains("***");
    var page = dev.retinue.llm.scripted.Turn.raw("text/plain", "{\"key\": " + secret + "}");
    failure(dialect, page);
    failure(dialect, dev.retinue.llm.scripted.Turn.raw("application/json", "{\"a\": " + secret));
    failure(dialect, events(List.of(dialect.failing("server_error", "not " + secret))));
    failure(dialect, events(List.of(dialect.failing(secret, "no"))));
    failure(dialect, dev.retinue.llm.scripted.Turn.redirect("http://elsewhere/?key=" + secret));
    // Also where it is cut off after so many letters.
    failure(dialect, error(400, "x".repeat(490) + secret));
  }

  @ParameterizedTest
  @EnumSource
  void a_key_that_no_header_can_carry_is_refused_without_its_words(Dialects dialect) {
    var model = dialect.at(wire, llm.url(), Dialects.SECRET + "\nX-Other: 1");
    var failure = catchThrowable(() -> model.ask(Prompt.of("Hello?"), Model.Listener.NONE));
    assertThat(failure).isInstanceOf(ModelException.class);
    assertThat(((ModelException) failure).kind()).isEqualTo(Kind.AUTH);
    assertKeepsTheSecret(failure);
    assertThat(llm.exchanges()).isEmpty();
  }

  @Test
  void an_address_with_a_password_is_shown_without() {
    var access =
        Access.of(
            "endpoint",
            "http://me:%s@127.0.0.1:1/v1?k=%1$s".formatted(Dialects.SECRET),
            Dialects.SECRET);
    assertThat(access).hasToString("endpoint at http://127.0.0.1:1/v1");
    for (var wrong : List.of("%s", "ftp://%s/", "http://%s in a word", "http:///%s")) {
      var failure =
          catchThrowable(() -> Access.of("endpoint", wrong.formatted(Dialects.SECRET), null));
      assertThat(failure)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("http://");
      assertKeepsTheSecret(failure);
    }
  }
}
