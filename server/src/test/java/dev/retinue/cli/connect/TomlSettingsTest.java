package dev.retinue.cli.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TomlSettingsTest {
  private static final Entry STDIO =
      new Entry.Stdio("/opt/retinue", Map.of(), List.of("OPENAI_API_KEY"));

  @Test
  void a_new_text_has_the_table() {
    assertThat(with("", STDIO))
        .isEqualTo(
            """
            [mcp_servers.retinue]
            command = "/opt/retinue"
            args = ["mcp"]
            env_vars = ["OPENAI_API_KEY"]
            """);
  }

  @Test
  void everything_else_stays_and_what_looks_like_a_table_in_a_text_is_none() {
    var text =
        """
        model = "gpt-5.5" # mine
        notes = \"""
        [mcp_servers.retinue]
        command = "no"
        \"""
        list = [
          "a", # ]
          "b",
        ]

        [projects."/home/me/x.y"]
        trust_level = 'trusted'
        # the end
        """;
    assertThat(with(text, STDIO))
        .isEqualTo(
            text
                + """

                [mcp_servers.retinue]
                command = "/opt/retinue"
                args = ["mcp"]
                env_vars = ["OPENAI_API_KEY"]
                """);
  }

  @Test
  void what_its_user_added_to_the_entry_stays() {
    var text =
        """
        [mcp_servers.retinue] # ours
        command = "/old" # was there
        default_tools_approval_mode = "approve"
        url = "http://old"

        [mcp_servers.retinue.env]
        MINE = "1"

        [other]
        """;
    var variables = new Entry.Stdio("/new", Map.of("RETINUE_DATA", "/da\"ta"), List.of());
    assertThat(with(text, variables))
        .isEqualTo(
            """
            [mcp_servers.retinue] # ours
            command = "/new" # was there
            default_tools_approval_mode = "approve"
            args = ["mcp"]

            [mcp_servers.retinue.env]
            MINE = "1"
            RETINUE_DATA = "/da\\"ta"

            [other]
            """);
  }

  @Test
  void over_http_the_token_is_a_variable() {
    assertThat(with("", new Entry.Http("http://127.0.0.1:8101/mcp", "RETINUE_TOKEN")))
        .isEqualTo(
            """
            [mcp_servers.retinue]
            url = "http://127.0.0.1:8101/mcp"
            bearer_token_env_var = "RETINUE_TOKEN"
            """);
  }

  @Test
  void a_server_that_is_not_started_has_no_variables() {
    var text =
        "[mcp_servers.retinue]\ncommand = \"/r\"\n\n[mcp_servers.retinue.env]\nA = \"1\"\n\n[b]\n";
    assertThat(with(text, new Entry.Http("http://x/mcp", null)))
        .isEqualTo("[mcp_servers.retinue]\nurl = \"http://x/mcp\"\n\n[b]\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a = 1\n",
        "a = 1",
        "# only a comment\n",
        "[a.\"b.c\"]\nd = { e = [1, 2] } # f\n\n[[many]]\nx = 1979-05-27T07:32:00Z\n",
        "[mcp_servers.other]\r\ncommand = 'c:\\x'\r\n",
        "[mcp_servers.retinue2]\ncommand = \"\"\"\na\"\"\"\"\n",
      })
  void twice_is_once_and_taken_out_there_is_no_trace(String text) {
    var once = with(text, STDIO);
    assertThat(with(once, STDIO)).isEqualTo(once);
    assertThat(new TomlSettings(once).without().text().stripTrailing())
        .isEqualTo(text.stripTrailing());
    assertThat(new TomlSettings(text).like(new TomlSettings(once)).text()).isEqualTo(once);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a = ",
        "[a",
        "a",
        "= 1",
        "a = \"b\n",
        "a = [1",
        "a = 1 2 = 3\n[x]]",
        "mcp_servers = {}",
        "mcp_servers.retinue.command = \"x\"",
        "[mcp_servers]\nretinue = { command = \"x\" }",
        "[[mcp_servers.retinue]]",
        "[mcp_servers.retinue]\n[mcp_servers.retinue]\n",
        "a = '''x"
      })
  void what_cannot_be_read_or_stands_elsewhere_is_refused(String text) {
    assertThatThrownBy(() -> with(text, STDIO)).isInstanceOf(Unreadable.class);
  }

  private static String with(String text, Entry entry) {
    return new TomlSettings(text).with(entry).text();
  }
}
