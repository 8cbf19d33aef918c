package dev.retinue.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.llm.provider.Provider;
import dev.retinue.llm.provider.Providers;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProviderKeysTest {
  @Test
  void a_caller_may_lend_the_key_of_every_provider_that_is_known() {
    assertThat(Providers.known())
        .flatExtracting(Provider::keys)
        .isSubsetOf(ProviderKeys.NAMES)
        .hasSizeGreaterThan(10);
  }

  @Test
  void a_key_that_is_none_of_a_model_stays_where_it_is() {
    assertThat(ProviderKeys.pick(Map.of("GROQ_API_KEY", "k", "STRIPE_API_KEY", "s")))
        .containsOnlyKeys("GROQ_API_KEY");
  }
}
