package dev.retinue.core.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.Commission.Isolation;
import dev.retinue.core.Money;
import dev.retinue.core.RetinueException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class GroupPlanTest {
  private static Errand rich(String preface) {
    return new Errand(
        "claude",
        "Read \"this\"\n{and} that.",
        new Errand.How("opus", List.of("read"), preface, Map.of("task_summary", "Reads")),
        new Errand.Bounds(30L, Money.usd("0.25"), "/work/a", Isolation.CLONE, "{\"type\":1}"));
  }

  @Test
  void a_plan_is_read_as_it_was_written() {
    var nothing = new Errand.How(null, List.of(), null, Map.of());
    var plan =
        new GroupPlan(
            3,
            List.of(
                rich("one"),
                rich("two"),
                rich("one"),
                Errand.of("codex", "go"),
                new Errand("codex", "go", nothing, Errand.Bounds.NONE)));

    assertThat(GroupPlan.read(plan.json())).isEqualTo(plan);
  }

  @Test
  void what_many_are_told_beforehand_is_written_once() {
    var context = "x".repeat(200_000);
    var plan = new GroupPlan(1, Collections.nCopies(50, rich(context)));

    assertThat(plan.json()).hasSizeLessThan(250_000);
    assertThat(GroupPlan.read(plan.json())).isEqualTo(plan);
  }

  @Test
  void a_plan_that_could_not_be_kept_is_refused() {
    var errands = Collections.nCopies(50, Errand.of("codex", "x".repeat(30_000)));
    assertThatThrownBy(() -> new GroupPlan(1, errands).json())
        .isInstanceOf(RetinueException.class)
        .hasMessageContaining("1048576 are allowed");
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "51, 1", "1, 0", "1, 51", "1, -1"})
  void too_few_and_too_many_are_refused(int errands, int atOnce) {
    var all = Collections.nCopies(errands, Errand.of("codex", "go"));
    assertThatThrownBy(() -> new GroupPlan(atOnce, all)).isInstanceOf(RetinueException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "go",
        "null",
        "[]",
        "{}",
        "{\"max_concurrency\":1}",
        "{\"max_concurrency\":1,\"errands\":[]}",
        "{\"max_concurrency\":1,\"errands\":[null]}",
        "{\"max_concurrency\":1,\"errands\":[{\"agent\":\"a\"}]}",
        "{\"max_concurrency\":1,\"errands\":[{\"agent\":\"a\",\"prompt\":\" \"}]}",
        "{\"max_concurrency\":1,\"errands\":[{\"agent\":\"a\",\"prompt\":\"p\",\"preface\":0}]}",
        "{\"max_concurrency\":1,\"errands\":[{\"agent\":\"a\",\"prompt\":\"p\",\"max_seconds\":-1}]}",
        "{\"max_concurrency\":1,\"errands\":[{\"agent\":\"a\",\"prompt\":\"p\",\"tools\":[null]}]}",
        "{\"max_concurrency\":1,\"errands\":[{\"agent\":\"a\",\"prompt\":\"p\",\"labels\":{\"a\":null}}]}",
        "{\"max_concurrency\":1,\"errands\":[{\"agent\":\"a\",\"prompt\":\"p\",\"other\":1}]}",
        "{\"errands\":[{\"agent\":\"a\",\"prompt\":\"p\"}]}",
        "{\"max_concurrency\":1,\"errands\":[{\"agent\":\"a\",\"prompt\":\"p\"}]} x"
      })
  void what_is_no_plan_is_refused_with_a_sentence(String text) {
    assertThatThrownBy(() -> GroupPlan.read(text)).isInstanceOf(RetinueException.class);
  }

  @Test
  void a_group_works_in_the_smallest_folder_that_has_those_of_its_errands_in_it() {
    assertThat(GroupPlan.folderOf(List.of())).isEmpty();
    assertThat(GroupPlan.folderOf(List.of(Path.of("/a/b")))).contains(Path.of("/a/b"));
    assertThat(GroupPlan.folderOf(List.of(Path.of("/a/b/c"), Path.of("/a/b"))))
        .contains(Path.of("/a/b"));
    assertThat(GroupPlan.folderOf(List.of(Path.of("/a/b"), Path.of("/a/bc"), Path.of("/a/d/e"))))
        .contains(Path.of("/a"));
    assertThat(GroupPlan.folderOf(List.of(Path.of("/a"), Path.of("/b")))).contains(Path.of("/"));
  }
}
