package dev.retinue.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class EventTextTest {
  private final EventText text = new EventText(Style.PLAIN, ZoneOffset.UTC);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'type':'said','text':' Hello\\nyou '} | `Hello\nyou`",
        "{'type':'thought','text':'hm'} | · hm",
        "{'type':'tool_called','tool':'edit','input':'{}'} | ▸ edit {}",
        "{'type':'tool_answered','output':'done','failed':false} | `  → done`",
        "{'type':'told','text':'Go on.'} | told: Go on.",
        "{'type':'condensed','summary':'It read.'} | summed up: It read.",
        "{'type':'agent_switching','from':'a','to':'b'} | speaks now: b",
        "{'type':'model_fallback','from':'a/x','to':'b/y','why':'Busy.'} | asks now b/y: Busy.",
        "{'type':'asked','need':'n-1','kind':'answer','text':'Why?'} | ? Why? (answer, 'n-1')",
        "{'type':'answered','need':'n-1','answer':'So.'} | ! So.",
        "{'type':'checked','check':'file','passed':false,'detail':'gone'} | ✗ file: gone",
        "{'type':'checked','check':'file','passed':true,'detail':'there'} | ✓ file: there",
        "{'type':'completed','summary':'Done','evidence':'verified'} | ✓ completed (verified): Done",
        "{'type':'failed','reason':'budget','message':'used up'} | ✗ failed: budget: used up",
        "{'type':'failed','reason':'error','message':'error: no'} | ✗ failed: error: no",
        "{'type':'failed','reason':'refused','message':'auth: no'} | ✗ failed: refused: auth: no",
        "{'type':'stopped','why':'by its caller'} | ■ stopped: by its caller",
        "{'type':'delivered','bytes':203} | delivered 203 bytes",
      })
  void what_a_person_wants_to_see_is_shown(String event, String shown) {
    assertThat(text.of(json(event))).contains(shown);
  }

  @ParameterizedTest
  @CsvSource({
    "created",
    "queued",
    "started",
    "released",
    "spent",
    "learned",
    "printed",
    "unheard_of"
  })
  void what_only_programs_want_is_not(String type) {
    assertThat(text.of(json("{'type':'%s'}".formatted(type)))).isEmpty();
    assertThat(text.timed(json("{'type':'%s'}".formatted(type)))).isEmpty();
  }

  @Test
  void what_asks_somebody_to_do_something_is_shown_to_its_end() {
    var remedy = "x".repeat(300) + "; install it.";
    assertThat(text.of(json("{'type':'noted','text':'%s'}".formatted(remedy))))
        .contains("note: " + remedy);
    assertThat(
            text.of(
                json("{'type':'asked','need':'n','kind':'answer','text':'%s'}".formatted(remedy))))
        .contains("? " + remedy + " (answer, 'n')");
  }

  @Test
  void in_a_log_each_has_its_time_and_its_lines_stay_together() {
    var event = json("{'type':'said','text':'a\\nb','at':'2026-01-01T12:34:56.789Z'}");
    assertThat(text.timed(event)).contains("12:34:56  a\n          b");
  }

  @Test
  void what_an_agent_says_is_harmless() {
    for (var type : new String[] {"said", "thought", "noted"}) {
      var event = json("{'type':'%s','text':'\\u001b]0;title\\u0007\\u009b2Jx'}".formatted(type));
      assertThat(text.of(event).orElseThrow()).doesNotContainPattern("[\u001b\u0007\u009b]");
    }
  }

  private static JsonNode json(String text) {
    return JsonMapper.shared().readTree(text.replace('\'', '"'));
  }
}
