package dev.retinue.runtime.cli.javafile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Program.Parameter;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ErrandTest {
  private static final List<Parameter> OPTIONS =
      List.of(
          new Parameter("mark", "string", "", false),
          new Parameter("depth", "integer", "", false),
          new Parameter("strict", "boolean", "", false),
          new Parameter("file", "array", "", false));

  @Test
  void a_text_is_what_it_works_on() {
    assertThat(Errand.of("find it", OPTIONS)).isEqualTo(new Errand("find it", List.of()));
  }

  @Test
  void an_object_of_options_becomes_flags_of_one_word_each() {
    var contract =
        "{\"context\":\"x\",\"mark\":\"--yes\",\"depth\":3,\"strict\":true,\"file\":[\"a\",\"b c\"]}";
    assertThat(Errand.of(contract, OPTIONS))
        .isEqualTo(
            new Errand(
                "x", List.of("--mark=--yes", "--depth=3", "--strict", "--file=a", "--file=b c")));
  }

  @Test
  void what_is_not_set_is_not_said() {
    assertThat(Errand.of("{\"strict\":false,\"mark\":null}", OPTIONS))
        .isEqualTo(new Errand("", List.of()));
  }

  @Test
  void an_object_with_anything_else_in_it_is_a_text_like_any_other() {
    for (var text :
        List.of(
            "{\"other\":1}", "{\"context\":\"x\",\"yes\":true}", "{\"context\":1}", "{ broken")) {
      assertThat(Errand.of(text, OPTIONS)).isEqualTo(new Errand(text, List.of()));
    }
  }

  @Test
  void what_it_is_told_of_the_project_stands_before_what_it_works_on() {
    var preface = "The project is a tea shop.\n\n";
    assertThat(Errand.of(preface + "{\"context\":\"x\",\"depth\":1}", preface.length(), OPTIONS))
        .isEqualTo(new Errand(preface + "x", List.of("--depth=1")));
    assertThat(Errand.of(preface + "find it", preface.length(), OPTIONS))
        .isEqualTo(new Errand(preface + "find it", List.of()));
  }
}
