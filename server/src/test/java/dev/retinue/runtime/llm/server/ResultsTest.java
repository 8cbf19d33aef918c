package dev.retinue.runtime.llm.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Masked;
import dev.retinue.runtime.llm.tool.Tool.Result;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

/// What servers answer, as models read it.
final class ResultsTest {
  private static Result of(ObjectNode answer) {
    return Results.of(answer, UnaryOperator.identity());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{'content':[],'structuredContent':{'a':[1,2]}} | {'a':[1,2]}",
        "{'content':[{'type':'text','text':'here'}],'structuredContent':{'a':1}} | here",
        "{'content':[{'type':'image','data':'AAAA','mimeType':'image/png'}]} | [image, image/png, not shown]",
        "{'content':[{'type':'hologram'}]} | [hologram, not shown]",
        "{'content':[{'type':'resource_link','name':'tea','uri':'tea://1'}]} | [link to tea: tea://1]",
        "{'content':[{'type':'resource','resource':{'uri':'tea://1','blob':'AA','mimeType':'x/y'}}]} | [resource tea://1, x/y, not shown]",
        "{'content':'nonsense'} | Done. The server says no more.",
        "{} | Done. The server says no more.",
      })
  void an_answer_is_text(String answer, String text) {
    assertThat(of(ScriptedMcp.json(answer)))
        .isEqualTo(Result.of(text.startsWith("{") ? text.replace('\'', '"') : text));
  }

  @Test
  void pieces_are_joined() {
    assertThat(
            of(
                ScriptedMcp.json(
                    "{'content':[{'type':'text','text':'one'},{'type':'audio','mimeType':'a/b'},{'type':'text','text':'two'}]}")))
        .isEqualTo(Result.of("one\n[audio, a/b, not shown]\ntwo"));
  }

  @Test
  void what_the_server_calls_an_error_has_failed() {
    assertThat(
            of(ScriptedMcp.json("{'content':[{'type':'text','text':'no disk'}],'isError':true}")))
        .isEqualTo(Result.failure("no disk"));
    assertThat(of(ScriptedMcp.json("{'isError':true}")).failed()).isTrue();
  }

  @Test
  void what_only_deceives_the_eye_is_left_out() {
    assertThat(of(ScriptedMcp.text("a\ud800b\u0000\u001b[31m\u200bc🎩\n\td")))
        .isEqualTo(Result.of("a\uFFFDb[31mc🎩\n\td"));
  }

  @Test
  void it_is_bounded_and_says_how_much_is_left_out() {
    assertThat(of(ScriptedMcp.text("z".repeat(100_000))).output())
        .hasSizeLessThan(41_000)
        .endsWith("\n[60000 more characters were left out]");
    assertThat(of(ScriptedMcp.text("🎩".repeat(30_000))).output())
        .startsWith("🎩".repeat(20_000))
        .endsWith("\n[20000 more characters were left out]");
  }

  @Test
  void no_half_of_a_configured_secret_is_left_where_it_is_cut() {
    var secret = "cut-7c1d0e9a8b6f5432";
    Masked.know(secret);
    assertThat(of(ScriptedMcp.text("z".repeat(39_990) + secret + "z".repeat(9_000))).output())
        .hasSizeLessThan(41_000)
        .doesNotContain(secret.substring(0, 8));
  }
}
