package dev.retinue.cli.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class JsonTextTest {
  private static final List<String> PATH = List.of("mcpServers", "retinue");
  private static final JsonNode SERVER =
      JsonMapper.shared().readTree("{\"command\":\"/r\",\"args\":[\"mcp\",\"x\"]}");

  @Test
  void a_new_text_is_made_with_all_that_leads_there() {
    assertThat(with(""))
        .isEqualTo(
            """
            {
              "mcpServers": {
                "retinue": {
                  "command": "/r",
                  "args": ["mcp", "x"]
                }
              }
            }
            """);
  }

  @Test
  void comments_order_and_spaces_of_others_stay() {
    var text =
        """
        {
            // mine
            "z": [1,   2],  /* odd */
            "mcpServers": {
                "other": {"command": "o"} // keep me
            },
            "a": {"mcpServers": "not this one"},
        }
        """;
    assertThat(with(text))
        .isEqualTo(
            """
            {
                // mine
                "z": [1,   2],  /* odd */
                "mcpServers": {
                    "other": {"command": "o"}, // keep me
                    "retinue": {
                        "command": "/r",
                        "args": ["mcp", "x"]
                    }
                },
                "a": {"mcpServers": "not this one"},
            }
            """);
  }

  @Test
  void a_comma_at_the_end_is_followed_by_another() {
    assertThat(with("{\n\t\"mcpServers\": {\n\t\t\"a\": 1,\n\t},\n}\n"))
        .isEqualTo(
            "{\n\t\"mcpServers\": {\n\t\t\"a\": 1,\n\t\t\"retinue\": {\n\t\t\t\"command\": \"/r\",\n\t\t\t\"args\": [\"mcp\", \"x\"]\n\t\t},\n\t},\n}\n");
  }

  @Test
  void what_stands_on_one_line_stays_there() {
    assertThat(with("{\"a\":1}"))
        .isEqualTo(
            "{\"a\":1, \"mcpServers\": {\"retinue\":{\"command\":\"/r\",\"args\":[\"mcp\",\"x\"]}}}");
  }

  @Test
  void lines_of_windows_stay_lines_of_windows() {
    assertThat(with("{\r\n  \"a\": 1\r\n}\r\n"))
        .doesNotContainPattern("[^\r]\n")
        .contains("retinue");
  }

  @Test
  void what_is_there_already_is_not_written_again() {
    var odd =
        "{ \"mcpServers\" : { \"retinue\" : {\"args\":[\"mcp\",\"x\"],   \"command\":\"/r\"}}}";
    assertThat(with(odd)).isEqualTo(odd);
  }

  @Test
  void only_the_value_is_replaced() {
    assertThat(
            with("{\n  \"mcpServers\": {\n    \"retinue\": null, // ours\n    \"b\": 2\n  }\n}\n"))
        .isEqualTo(
            "{\n  \"mcpServers\": {\n    \"retinue\": {\n      \"command\": \"/r\",\n      \"args\": [\"mcp\", \"x\"]\n    }, // ours\n    \"b\": 2\n  }\n}\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\n  \"mcpServers\": {\n    \"a\": 1 // last\n  }\n}\n",
        "{\n  \"mcpServers\": {\n    \"a\": 1,\n  },\n}",
        "{\"mcpServers\": {\"a\": {}}, \"b\": []}",
        "{\"mcpServers\": {}}",
        "\uFEFF{\n  \"mcpServers\": {\n    \"ä\\\"\": \"}{ // \\\\\"\n  }\n}\n",
        "{\r\n\t\"mcpServers\": {\r\n\t\t\"a\": -1.5e3\r\n\t}\r\n}",
      })
  void what_was_put_in_can_be_taken_out_without_a_trace(String text) {
    var changed = new JsonText(text).with(PATH, SERVER);
    assertThat(changed.text()).contains("retinue");
    assertThat(changed.find(PATH)).contains(SERVER);
    assertThat(changed.without(PATH).text()).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "[]",
        "{} x",
        "{\"a\":}",
        "{\"a\" 1}",
        "{\"a\": tru}",
        "{'a': 1}",
        "{\"a\": \"b\n\"}",
        "/* {}",
        "{\"mcpServers\": []}",
        "{\"a\": 01}",
        "{,}",
        "nothing"
      })
  void what_is_no_json_is_refused(String text) {
    assertThatThrownBy(() -> with(text)).isInstanceOf(Unreadable.class);
  }

  @Test
  void members_are_changed_singly_and_what_stands_between_them_stays() {
    var text =
        """
        {
          "mcpServers": {
            // Of the house
            "retinue": {
              // Ours
              "url": "http://old", // gone
              "args": ["mcp", /* both */ "x"], // as it was
              "command": "/old", // new
              "env": {"A": "b"}
            }
          }
        }
        """;
    assertThat(with(text))
        .isEqualTo(
            """
            {
              "mcpServers": {
                // Of the house
                "retinue": {
                  // Ours
                  // gone
                  "args": ["mcp", /* both */ "x"], // as it was
                  "command": "/r" // new
                }
              }
            }
            """);
  }

  @Test
  void what_stands_behind_a_member_on_its_line_does_not_end_up_in_a_comment() {
    assertThat(
            new JsonText("{\n  \"a\": 1, // mine\n  \"b\": 2, \"c\": 3\n}")
                .without(List.of("b"))
                .text())
        .isEqualTo("{\n  \"a\": 1, // mine\n  \"c\": 3\n}");
    assertThat(new JsonText("{\n  \"a\": 1, // mine\n  \"b\": 2 }").without(List.of("b")).text())
        .isEqualTo("{\n  \"a\": 1 // mine\n  }");
  }

  @Test
  void the_line_is_named_at_which_it_cannot_be_read() {
    assertThatThrownBy(() -> with("{\n  \"a\": 1\n  \"b\": 2\n}"))
        .hasMessage("line 3: '}' is expected there");
  }

  @Test
  void depth_is_bounded() {
    assertThatThrownBy(() -> with("{\"a\":" + "[".repeat(100_000)))
        .isInstanceOf(Unreadable.class)
        .hasMessageContaining("deeply");
  }

  private static String with(String text) {
    return new JsonText(text).with(PATH, SERVER).text();
  }
}
