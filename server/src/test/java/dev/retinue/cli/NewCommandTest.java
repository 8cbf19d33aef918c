package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class NewCommandTest {
  @TempDir private Path folder;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int create(String name) {
    var terminal = Terminal.on(InputStream.nullInputStream(), out, err);
    int code =
        new Commands(terminal).run(List.of("new", "agent", name, "--dir", folder.toString()));
    terminal.flush();
    return code;
  }

  @ParameterizedTest
  @ValueSource(strings = {"todo-finder", "TodoFinder", "todo_finder"})
  void an_agent_and_its_test_are_written(String name) throws Exception {
    assertThat(create(name)).isZero();
    assertThat(Files.readAllLines(folder.resolve("TodoFinder.java")))
        .hasSizeLessThan(25)
        .anyMatch(line -> line.contains("Agent.named(\"todo-finder\")"));
    assertThat(folder.resolve("TodoFinderTest.java")).content().contains("TodoFinder.agent()");
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("retinue exec", "retinue agents add");
  }

  @ParameterizedTest
  @CsvSource({"string, StringAgent", "system, SystemAgent", "option, OptionAgent", "i-o, IOAgent"})
  void a_class_hides_none_that_its_file_needs(String name, String type) {
    assertThat(create(name)).isZero();
    assertThat(folder.resolve(type + ".java"))
        .content()
        .contains("class %s ".formatted(type), "Agent.named(\"%s\")".formatted(name));
    assertThat(folder.resolve(type + "Test.java")).content().contains(type + ".agent()");
  }

  @Test
  void nothing_is_written_over() throws Exception {
    Files.writeString(folder.resolve("CupTest.java"), "mine");
    assertThat(create("cup")).isEqualTo(1);
    assertThat(folder.resolve("CupTest.java")).hasContent("mine");
    assertThat(folder.resolve("Cup.java")).doesNotExist();
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("is there already");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "9lives", "../up", "tea pot", "größe", "-x"})
  void what_is_no_name_is_refused(String name) throws Exception {
    assertThat(create(name)).isEqualTo(2);
    try (var left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }
}
