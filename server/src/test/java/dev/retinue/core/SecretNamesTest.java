package dev.retinue.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SecretNamesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "API_TOKEN",
        "Authorization",
        "proxy-authorization",
        "X-Api-Key",
        "X-Auth",
        "apikey",
        "accessToken",
        "PGPASSWORD",
        "Cookie",
        "CLIENT_SECRETS",
        "VAULT_SECRET_ID",
        "OAUTH2_BEARER",
        "KEYCLOAK_ADMIN_PASSWORD",
        "API_KEY2",
        "TOKEN1",
        "SECRETKEYBASE",
        "ACCESSKEYID",
        "NPMAUTH",
        "OAUTH2",
      })
  void names_of_secrets_are_known(String name) {
    assertThat(SecretNames.isSecret(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "KEYCLOAK_URL",
        "KEYCLOAK_REALM",
        "AUTH_MODE",
        "AUTH_TYPE",
        "TOKEN_URL",
        "keyFile",
        "GIT_AUTHOR_NAME",
        "AUTHOR",
        "KEYBOARD",
        "Tokenizer",
        "HOME",
        "_",
        "",
      })
  void names_of_something_else_are_not(String name) {
    assertThat(SecretNames.isSecret(name)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"production", "Authentication", "PRODUCTION"})
  void a_word_could_stand_anywhere(String text) {
    assertThat(SecretNames.isWord(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "abcdefghijklmnop",
        "hunter2hunter2",
        "aBcDeFgHiJ",
        "plain-secret",
        "correct horse",
        "12345678",
        "",
      })
  void what_somebody_has_made_is_no_word(String text) {
    assertThat(SecretNames.isWord(text)).isFalse();
  }

  @Test
  void of_a_value_also_what_follows_its_scheme_and_each_cookie_is_secret() {
    assertThat(SecretNames.secretsIn("Authorization", " Basic abc= "))
        .containsExactly("Basic abc=", "abc=");
    assertThat(SecretNames.secretsIn("X-Key", "abc")).containsExactly("abc");
    assertThat(SecretNames.secretsIn("Cookie", "a=1; b=2; session=s=3")).contains("1", "2", "s=3");
    assertThat(SecretNames.secretsIn("TLS_KEY", "-- BEGIN\nx y\n"))
        .containsExactly("-- BEGIN\nx y");
  }
}
