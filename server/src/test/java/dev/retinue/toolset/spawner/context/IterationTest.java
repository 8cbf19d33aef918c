package dev.retinue.toolset.spawner.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class IterationTest {
  static Stream<Arguments> plans() {
    return Stream.of(
        argumentSet("the first with a number", "# Plan\n\n## v1.2\n- [ ] a\n", "## v1.2\n- [ ] a"),
        argumentSet("no v is needed", "## 1.2 Login\nwork", "## 1.2 Login\nwork"),
        argumentSet("the first of two", "## v1.0\none\n## v1.1\ntwo", "## v1.0\none"),
        argumentSet(
            "one that is complete is passed over",
            "## v1.0\n- [x] Complete\n## v1.1\ntwo",
            "## v1.1\ntwo"),
        argumentSet(
            "also if its heading says so", "## v1.0 [X] COMPLETE\na\n## 2.0\nb", "## 2.0\nb"),
        argumentSet(
            "a ticked box alone is not complete", "## v1.0\n- [x] tests\n", "## v1.0\n- [x] tests"),
        argumentSet(
            "the word alone is not complete", "## v1.0\ncomplete it", "## v1.0\ncomplete it"),
        argumentSet(
            "both on two lines are not complete", "## 1.0\n[x]\ncomplete", "## 1.0\n[x]\ncomplete"),
        argumentSet("all are complete", "## v1.0\n[x] complete\n", Iteration.NONE),
        argumentSet("none has a number", "## Later\nwork\n## v2\nmore", Iteration.NONE),
        argumentSet("the number stands elsewhere", "# v1.0\nwork\n### v1.1\nmore", Iteration.NONE),
        argumentSet("there is nothing", "", Iteration.NONE),
        argumentSet("another heading ends it", "## v1.0\none\n## Notes\ntwo", "## v1.0\none"),
        argumentSet("a title ends it", "## v1.0\none\n# Notes\ntwo", "## v1.0\none"),
        argumentSet(
            "what is below it belongs to it", "## v1.0\n### Now\none", "## v1.0\n### Now\none"),
        argumentSet(
            "a comment in code ends nothing",
            "## v1.0\n```sh\n# build\n## v9.9\n```\none\n## v1.1",
            "## v1.0\n```sh\n# build\n## v9.9\n```\none"));
  }

  @ParameterizedTest
  @MethodSource("plans")
  void the_current_iteration_of_a_plan(String plan, String current) {
    assertThat(Iteration.current(plan)).isEqualTo(current);
  }
}
