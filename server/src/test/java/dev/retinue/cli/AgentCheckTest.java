package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;

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

/// What `doctor` and `config check` say of agents in files, and of the one who works by default.
final class AgentCheckTest {
  @TempDir private Path folder;
  private Path data = Path.of("");
  private Path config = Path.of("");

  private record Answer(int exitCode, String out, String err) {}

  @BeforeEach
  void write() throws IOException {
    data = folder.resolve("data");
    Files.createDirectories(data.resolve("agents"));
    config = Files.writeString(folder.resolve("retinue.yaml"), "default-agent: reader.helper");
  }

  private Answer check() {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    var terminal = Terminal.on(InputStream.nullInputStream(), out, err);
    int exitCode =
        new Commands(terminal)
            .run(List.of("config", "check", config.toString(), "--data", data.toString()));
    terminal.flush();
    return new Answer(
        exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private Finding doctor() {
    return AgentCheck.finding(data, Map.of("RETINUE_CONFIG", config.toString()));
  }

  private void hire(String text) throws IOException {
    Files.writeString(data.resolve("agents/reader.yaml"), text);
  }

  @Test
  void one_of_a_file_can_be_the_one_who_works_by_default() throws IOException {
    hire("agents: {root: {model: ollama/a}, helper: {model: ollama/b}}");

    assertThat(check()).isEqualTo(new Answer(0, "%s is right.%n".formatted(config), ""));
    assertThat(doctor().level()).isEqualTo(Finding.Level.OK);
    assertThat(doctor().text()).endsWith("2 of them of files");
  }

  @Test
  void one_who_is_nowhere_is_told_with_the_place_that_names_him() {
    var sentence = ":1:16: 'default-agent' is 'reader.helper', and there is no such agent;";

    assertThat(check().exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(check().err()).contains(config + sentence);
    assertThat(doctor().level()).isEqualTo(Finding.Level.WARN);
    assertThat(doctor().text()).contains(config + sentence);
  }

  @Test
  void a_file_that_is_wrong_is_told() throws IOException {
    hire("agents: {root: {modle: ollama/a}}");

    assertThat(check().err()).contains("retinue: a file of agents is left out: ", "modle");
    assertThat(doctor().text()).contains("reader.yaml", "modle");
  }
}
