package dev.retinue.runtime.cli.javafile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.runtime.cli.Seen;
import dev.retinue.runtime.cli.Trouble;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SpeechTest {
  private final Speech speech = new Speech();

  private List<Seen> said(String... lines) {
    var seen = new ArrayList<Seen>();
    for (var line : lines) {
      seen.addAll(speech.result().read(line));
    }
    return seen;
  }

  @Test
  void a_text_is_its_last_word() {
    assertThat(said("{\"result\":\"All is well.\"}"))
        .containsExactly(new Seen.Ended("All is well.", null));
  }

  @Test
  void a_result_that_is_no_text_is_the_payload_too() {
    assertThat(said("{\"result\":{\"n\":2}}"))
        .containsExactly(
            new Seen.Structured("{\"n\":2}"), new Seen.Ended("{\n  \"n\" : 2\n}", null));
  }

  @Test
  void a_result_on_many_lines_is_read_as_one() {
    assertThat(said("{", "  \"result\": [", "    {\"a\": 1}", "  ]", "}"))
        .contains(new Seen.Structured("[{\"a\":1}]"));
  }

  @Test
  void a_long_result_on_many_lines_is_read_in_a_moment() {
    var lines = new ArrayList<>(List.of("{", "  \"result\": ["));
    for (int i = 0; i < 20_000; i++) {
      lines.addAll(List.of("    {", "      \"a\": 1", "    }" + (i < 19_999 ? "," : "")));
    }
    lines.addAll(List.of("  ]", "}"));
    assertThat(said(lines.toArray(String[]::new))).hasSize(2);
  }

  @Test
  void what_is_no_result_says_nothing() {
    assertThat(said("hello", "[1]", "{\"other\":1}", "")).isEmpty();
  }

  @Test
  void an_error_is_trouble_whose_kind_its_exit_code_says() {
    assertThat(said("{\"result\":null,\"error\":\"No tea.\"}"))
        .containsExactly(new Seen.Ended(null, new Trouble(Trouble.Kind.ERROR, "No tea.")));
  }

  @Test
  void what_its_models_used_is_charged() {
    var seen =
        said(
            "{\"result\":\"x\",\"metadata\":{\"usage\":{\"input_tokens\":7,\"output_tokens\":2,\"cost_usd\":0.5}}}");
    assertThat(seen)
        .anySatisfy(
            it ->
                assertThat(it)
                    .isInstanceOfSatisfying(
                        Seen.Used.class,
                        used -> {
                          assertThat(used.more().inputTokens()).isEqualTo(7);
                          assertThat(used.more().cost().usd()).isEqualByComparingTo("0.5");
                        }));
  }

  @Test
  void impossible_amounts_do_not_hide_its_result() {
    assertThat(said("{\"result\":\"x\",\"metadata\":{\"usage\":{\"cost_usd\":\"much\"}}}"))
        .hasSize(2)
        .last()
        .isEqualTo(new Seen.Ended("x", null));
    assertThat(said("{\"result\":\"x\",\"metadata\":{\"usage\":{\"cost_usd\":1e300}}}"))
        .last()
        .isEqualTo(new Seen.Ended("x", null));
  }

  @Test
  void lines_of_standard_error_tell_how_far_it_is_and_others_do_not() {
    assertThat(speech.progress().read("[agent:a] reading"))
        .containsExactly(new Seen.Note("reading"));
    assertThat(speech.progress().read("Picked up options")).isEmpty();
    assertThat(speech.progress().read("[agent:a] error: no")).isEmpty();
  }

  @Test
  void a_warning_is_told_once_wherever_it_stands() {
    assertThat(speech.progress().read("[agent:a] warning: It is late."))
        .containsExactly(new Seen.Note("It is late."));
    assertThat(said("{\"result\":\"x\",\"warnings\":[\"It is late.\",\"And dark.\"]}"))
        .containsExactly(new Seen.Note("And dark."), new Seen.Ended("x", null));
  }

  @Test
  void who_talks_without_end_is_not_followed_without_end() {
    int heard = 0;
    for (int i = 0; i < 5_000; i++) {
      heard += speech.progress().read("[agent:a] step " + i).size();
    }
    assertThat(heard).isEqualTo(1_001);
  }
}
