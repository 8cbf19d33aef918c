package dev.retinue;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigCommandsTest {
  private static final String RIGHT =
      """
      server: {port: 9000}
      staff:
        greeter: {description: Says hello., runtime: scripted}
      """;

  @TempDir Path folder;

  @Test
  void the_settings_are_shown_with_who_says_them() throws IOException {
    var file = file(RIGHT);

    assertThat(Answer.to("config", "show", "--config", file).ok().lines())
        .anyMatch(line -> line.matches("server\\.port +9000 +.*retinue\\.yaml:1:16"))
        .anyMatch(line -> line.matches("server\\.host +127\\.0\\.0\\.1 +default"))
        .anyMatch(line -> line.matches("server\\.idle-exit +- +default"))
        .anyMatch(line -> line.matches("staff +\\[greeter] .*retinue\\.yaml"));
    assertThat(Answer.to("config", "--config", file))
        .isEqualTo(Answer.to("config", "show", "--config", file));
  }

  @Test
  void programs_get_json() throws IOException {
    var json = Answer.to("config", "--json", "--config", file(RIGHT)).json();

    assertThat(json.path("file").asString()).endsWith("retinue.yaml");
    assertThat(json.path("staff").get(0).asString()).isEqualTo("greeter");
    assertThat(json.path("settings"))
        .anySatisfy(
            setting -> {
              assertThat(setting.path("key").asString()).isEqualTo("server.port");
              assertThat(setting.path("value").asString()).isEqualTo("9000");
              assertThat(setting.path("said_by").asString()).endsWith(":1:16");
            })
        .anySatisfy(setting -> assertThat(setting.path("value").isNull()).isTrue());
  }

  @Test
  void a_right_file_is_right_and_a_wrong_one_is_refused_with_its_lines() throws IOException {
    var right = file(RIGHT);
    assertThat(Answer.to("config", "check", right))
        .isEqualTo(new Answer(0, right + " is right.\n", ""));

    var wrong = file("server: {prot: 1}\nlimits: {slots: many}\n");
    var answer = Answer.to("config", "check", wrong);
    assertThat(answer.exitCode()).isEqualTo(2);
    assertThat(answer.err().lines())
        .containsExactly(
            "retinue: %s:1:10: there is no key 'prot' in 'server'; did you mean 'port'?"
                .formatted(wrong),
            "%s:2:17: 'slots' in 'limits' must be a whole number from 1 to 1000000, but is the text 'many'."
                .formatted(wrong));
  }

  @Test
  void what_serve_would_refuse_is_refused() throws IOException {
    var answer = Answer.to("config", "check", file("server: {host: 0.0.0.0, auth: false}\n"));
    assertThat(answer.exitCode()).isEqualTo(2);
    assertThat(answer.err()).contains("without authentication is refused");
  }

  private Path file(String yaml) throws IOException {
    return Files.writeString(folder.resolve("retinue.yaml"), yaml);
  }
}
