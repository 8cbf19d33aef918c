package dev.retinue.cli.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.cli.chat.Showing.Ending;
import dev.retinue.cli.text.Style;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/// What stands around an answer.
final class ShowingTest {
  private final StringWriter shown = new StringWriter();
  private final PrintWriter out = new PrintWriter(shown);

  @Test
  void hints_name_the_command_as_it_is_called_here() {
    for (var showing :
        List.of(
            new ForPerson(out, Style.PLAIN, ShowingTest::inAClone),
            new ForPipe(out, out, ShowingTest::inAClone),
            new AsJson(out, out, ShowingTest::inAClone))) {
      showing.tell("it goes on: retinue chat --session 1");
      assertThat(shown.toString().strip()).endsWith("it goes on: ./retinue chat --session 1");
      shown.getBuffer().setLength(0);
    }
  }

  @Test
  void dollars_that_a_script_invents_are_marked_and_others_are_not() {
    assertThat(took(true)).contains("$0.250* invented");
    assertThat(took(false)).contains("$0.250").doesNotContain("*");
  }

  private static String inAClone(String text) {
    return text.replace("retinue", "./retinue");
  }

  private String took(boolean invented) {
    shown.getBuffer().setLength(0);
    var run =
        JsonMapper.shared()
            .createObjectNode()
            .put("agent", "a")
            .put("state", "completed")
            .put("runtime", "llm")
            .put("invented", invented)
            .put("cost_usd", 0.25);
    new ForPerson(out, Style.PLAIN, it -> it).ended(new Ending("s", run, "", ""));
    return shown.toString();
  }
}
