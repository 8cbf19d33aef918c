package dev.retinue.llm.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// How providers and their models are named and found.
class ProvidersTest {
  @ParameterizedTest
  @CsvSource({
    "anthropic/claude-opus-5-5,anthropic,claude-opus-5-5",
    "openrouter/z-ai/glm-5,openrouter,z-ai/glm-5",
    "lmstudio/openai/gpt-oss-20b,lmstudio,openai/gpt-oss-20b",
    "ollama/qwen3:8b,ollama,qwen3:8b",
    "' endpoint / glm-4 ',endpoint,glm-4"
  })
  void a_name_has_two_parts_and_the_second_may_have_slashes(
      String name, String provider, String model) {
    assertThat(Providers.parse(name)).isEqualTo(new ModelName(provider, model));
  }

  @Test
  void a_name_that_is_none_is_refused_with_the_providers_that_are_known() {
    assertThatThrownBy(() -> Providers.parse("claude-opus-5-5"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(
            "'claude-opus-5-5' names no provider. A model is named provider/model, as in"
                + " anthropic/claude-opus-5-5; known are anthropic, openai, openai-chat, google,")
        .hasMessageEndingWith("endpoint.");
    assertThatThrownBy(() -> Providers.parse("gpt4all"))
        .hasMessageStartingWith(
            "'gpt4all' names no provider. A model is named provider/model, as in openai/gpt4all;");
    assertThatThrownBy(() -> Providers.parse("z-ai/glm-5"))
        .hasMessageStartingWith("There is no provider 'z-ai'.")
        .hasMessageContaining("openrouter, groq, mistral, xai, deepseek, ollama, lmstudio, vllm");
    assertThatThrownBy(() -> Providers.parse("openai/"))
        .hasMessage(
            "'openai/' names a provider and no model; write openai/ and the name of the model.");
    assertThatThrownBy(() -> Providers.parse("")).hasMessageContaining("names no provider");
  }

  @ParameterizedTest
  @CsvSource({
    "endpoint,http://h:1/v1,http://h:1/v1",
    "endpoint,http://h:1/v1/,http://h:1/v1",
    "endpoint,http://h:1/v1/chat/completions,http://h:1/v1",
    "endpoint,http://h:1/v1/chat/completions/,http://h:1/v1",
    "endpoint,http://h:1,http://h:1/v1",
    "endpoint,http://h:1/,http://h:1/v1",
    "endpoint,http://h/engines/v1,http://h/engines/v1",
    "openai,https://h/v1/responses,https://h/v1",
    "anthropic,https://h,https://h",
    "anthropic,https://h/v1,https://h",
    "anthropic,https://h/v1/messages,https://h",
    "anthropic,https://h/anthropic,https://h/anthropic",
    "google,https://h/v1beta,https://h"
  })
  void addresses_may_be_written_with_the_path_of_a_call_and_without(
      String name, String written, String base) {
    var provider = Providers.find(name).orElseThrow();
    assertThat(provider.access(Map.of(provider.address(), written)::get).base()).hasToString(base);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ollama", "lmstudio", "vllm", "docker"})
  void those_at_home_need_nothing(String name) {
    var provider = Providers.find(name).orElseThrow();
    assertThat(provider.missing(_ -> null)).isEmpty();
    assertThat(provider.access(_ -> null).shown()).startsWith("http://127.0.0.1:").endsWith("/v1");
    assertThat(provider.access(_ -> null).key()).isNull();
  }

  @Test
  void what_is_missing_is_said_by_the_name_of_its_variable() {
    for (var provider : Providers.known()) {
      var missing = provider.missing(_ -> " ");
      if (provider.needsKey()) {
        assertThat(missing).contains(provider.keys().getFirst());
        assertThat(provider.missing(Map.of(provider.keys().getLast(), "k")::get)).isEmpty();
      }
    }
    assertThat(Providers.find("endpoint").orElseThrow().missing(_ -> null))
        .contains("LLM_ENDPOINT");
  }
}
