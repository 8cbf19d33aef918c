package dev.retinue.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MaskedTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "There is no agent 'rtn_0123456789abcdefghijABCDEFGHIJ0123456789abc'. | There is no agent 'rtn_***'.",
        "rtr_agent-abcdefghijklmnopqrstuvwxyz.3.AbC-_123456789012345678901234567890123456789 | rtr_***",
        "Authorization: Bearer abcdefgh12345678 | Authorization: Bearer ***",
        "authorization: bearer   abcdefgh12345678, x | authorization: bearer   ***, x",
        "Authorization: Basic dXNlcjpwYXNzd29yZA== | Authorization: Basic ***",
        "key=sk-ant-api03-abcdefgh_12345678 | key=sk-***",
        "?token=ghp_abcdefgh12345678&x=1 | ?token=ghp_***&x=1",
        "two: rtn_0123456789abc and sk-0123456789abc | two: rtn_*** and sk-***",
      })
  void what_looks_like_a_secret_is_not_shown(String text, String shown) {
    assertThat(Masked.of(text)).isEqualTo(shown);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Send the header 'Authorization: Bearer <token>'; 'retinue serve' says where the token is.",
        "The task-based basic bearer of news asks.",
        "agent-abcdefghijklmnopqrstuvwxyz is no secret, nor is /home/ada/rtn_x.",
        "",
      })
  void everything_else_stays(String text) {
    assertThat(Masked.of(text)).isEqualTo(text);
  }

  @Test
  void no_refusal_carries_a_secret() {
    var refusal =
        new RetinueException(ErrorCode.NOT_FOUND, "There is no agent 'rtn_0123456789abcdef'.");

    assertThat(refusal.getMessage()).isEqualTo("There is no agent 'rtn_***'.");
    assertThat(refusal)
        .hasToString("dev.retinue.core.RetinueException: There is no agent 'rtn_***'.");
  }

  @Test
  void long_text_is_masked_in_no_time() {
    var text = "bearer ".repeat(100_000) + "sk-".repeat(100_000);
    assertThat(Masked.of(text)).contains("***");
  }
}
