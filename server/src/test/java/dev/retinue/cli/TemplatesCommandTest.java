package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.config.template.BundledTemplates;
import dev.retinue.testing.Repository;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TemplatesCommandTest {
  private static final String MINE = "---\nname: %s\ndescription: Is mine.\n---\nHello.\n";

  @TempDir private Path data;
  private Path config;

  private record Answer(int exitCode, String out, String err) {}

  @BeforeEach
  void write() throws IOException {
    config = Files.writeString(data.resolve("retinue.yaml"), "");
    Files.createDirectory(data.resolve("templates"));
  }

  private Path template(String file, String name) throws IOException {
    return Files.writeString(data.resolve("templates").resolve(file), MINE.formatted(name));
  }

  private static Answer retinue(String... words) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    var terminal = Terminal.on(InputStream.nullInputStream(), out, err);
    int exitCode = new Commands(terminal).run(List.of(words));
    terminal.flush();
    return new Answer(
        exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private Answer templates(String... more) {
    var words = new java.util.ArrayList<>(List.of("templates"));
    words.addAll(List.of(more));
    words.addAll(List.of("--data", data.toString(), "--config", config.toString()));
    return retinue(words.toArray(String[]::new));
  }

  @Test
  void all_are_listed_with_where_they_come_from() throws IOException {
    var mine = template("a.md", "my_own");
    var taken = template("b.md", "spawn_claude");

    var answer = templates();

    assertThat(answer.exitCode()).isZero();
    assertThat(answer.out())
        .contains(BundledTemplates.NAMES)
        .contains("from: bundled", "my_own", "Is mine.", "from: " + mine);
    assertThat(answer.err())
        .isEqualTo(
            "retinue: %s: there is already a tool 'spawn_claude'; give the template another name.\n"
                .formatted(taken));
    assertThat(templates("--json").out())
        .contains("{\"name\":\"my_own\",\"prompt\":\"my-own\",\"title\":\"My own\"")
        .contains("\"troubles\":[\"" + taken);
  }

  @Test
  void one_is_shown_as_its_file_is() {
    assertThat(templates("show", "run-tests").out())
        .isEqualTo(
            Repository.text(
                Repository.ROOT.resolve(
                    "server/src/main/resources/dev/retinue/templates/run_tests.md")));
    assertThat(templates("show", "run_test"))
        .satisfies(it -> assertThat(it.exitCode()).isEqualTo(ExitCode.FAILED))
        .satisfies(it -> assertThat(it.err()).contains("Did you mean 'run_tests'?"));
  }

  @Test
  void a_file_is_checked_wherever_it_is() throws IOException {
    var right = template("a.md", "my_own");
    var wrong =
        Files.writeString(
            data.resolve("w.md"), MINE.formatted("x").replace("description", "descripton"));
    var taken = template("b.md", "agent_start");
    var schema =
        Files.writeString(
            data.resolve("s.md"),
            MINE.formatted("x").replace("---\nHello", "structured-output: {type: 3}\n---\nHello"));

    assertThat(retinue("templates", "check", right.toString()))
        .isEqualTo(
            new Answer(0, right + " is right: the tool my_own and the prompt my-own.\n", ""));
    for (var refused :
        Map.of(
                wrong, "did you mean 'description'?",
                taken, "there is already a tool 'agent_start'",
                schema, "'structured-output' is no JSON Schema")
            .entrySet()) {
      var answer = retinue("templates", "check", refused.getKey().toString());
      assertThat(answer.exitCode()).isEqualTo(ExitCode.USAGE);
      assertThat(answer.err()).contains(refused.getKey().toString(), refused.getValue());
    }
  }

  @Test
  void the_check_of_a_configuration_and_the_doctor_tell_what_is_left_out() throws IOException {
    var taken = template("b.md", "agent_start");

    var check = retinue("config", "check", config.toString(), "--data", data.toString());
    assertThat(check.exitCode()).isZero();
    assertThat(check.err())
        .contains("retinue: a template is left out: " + taken + ": there is already a tool");
    assertThat(TemplateCheck.finding(data, Map.of()))
        .satisfies(it -> assertThat(it.level()).isEqualTo(Finding.Level.WARN))
        .satisfies(
            it -> assertThat(it.text()).contains("8 bundled, 0 of your own", taken.toString()));
  }
}
