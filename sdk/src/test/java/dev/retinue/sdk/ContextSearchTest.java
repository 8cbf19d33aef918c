package dev.retinue.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContextSearchTest {
  private static final Instant NOON = Instant.parse("2026-11-16T12:00:00Z");

  @TempDir Path root;

  private void write(String agent, int second, Note note) {
    new ContextStore(root, agent, "s", InstantSource.fixed(NOON.plusSeconds(second))).write(note);
  }

  private List<String> search(Query query) {
    var store = new ContextStore(root, "reader", "s", InstantSource.fixed(NOON));
    return store.search(query).stream().map(Found::body).toList();
  }

  @Test
  void an_empty_store_has_nothing() {
    assertThat(search(Query.everything())).isEmpty();
  }

  @Test
  void the_newest_come_first_whoever_wrote_them() {
    write("a", 1, Note.finding("x", "first"));
    write("b", 3, Note.finding("x", "third"));
    write("a", 2, Note.finding("x", "second"));

    assertThat(search(Query.everything())).containsExactly("third", "second", "first");
    assertThat(search(Query.everything().atMost(2))).containsExactly("third", "second");
  }

  @Test
  void agent_type_and_any_tag_narrow_it() {
    write("a", 1, Note.finding("x", "one").tagged("db", "slow"));
    write("a", 2, Note.decision("x", "two").tagged("DB"));
    write("b", 3, Note.finding("x", "three").tagged("web"));

    assertThat(search(Query.everything().byAgent("a"))).containsExactly("two", "one");
    assertThat(search(Query.everything().ofType("finding"))).containsExactly("three", "one");
    assertThat(search(Query.everything().tagged("db"))).containsExactly("two", "one");
    assertThat(search(Query.everything().tagged("slow", "web"))).containsExactly("three", "one");
    assertThat(search(Query.everything().tagged("sl"))).isEmpty();
    assertThat(search(Query.text("one").byAgent("b"))).isEmpty();
  }

  @Test
  void words_count_most_in_tags_then_in_names_and_titles_then_in_the_text() {
    write("a", 1, Note.finding("x", "tagged").tagged("index"));
    write("a", 2, Note.finding("index", "named"));
    write("a", 3, Note.finding("x", "# The Index\n\ntitled"));
    write("a", 4, Note.finding("x", "has an index in it"));
    write("a", 5, Note.finding("x", "says INDEX last"));
    write("a", 6, Note.finding("x", "nothing"));

    assertThat(search(Query.text("index")))
        .containsExactly(
            "tagged", "# The Index\n\ntitled", "named", "says INDEX last", "has an index in it");
  }

  @Test
  void more_of_the_words_come_before_better_places() {
    write("a", 1, Note.finding("x", "a missing index"));
    write("a", 2, Note.finding("index", "# index\n\nindex").tagged("index"));

    assertThat(search(Query.text("  Index   MISSING ")))
        .containsExactly("a missing index", "# index\n\nindex");
  }

  @Test
  void words_are_found_inside_others_and_with_signs() {
    write("a", 1, Note.finding("x", "Uses C++ and foo.bar(baz)"));

    assertThat(search(Query.text("c++"))).hasSize(1);
    assertThat(search(Query.text("o.bar(b"))).hasSize(1);
    assertThat(search(Query.text("md"))).isEmpty();
    assertThat(search(Query.text("20261116"))).isEmpty();
  }

  @Test
  void what_was_changed_is_found_too() {
    write("a", 1, Note.finding("x", "text"));
    var store = new ContextStore(root, "a", "s", InstantSource.fixed(NOON));
    store.update(store.search(Query.everything()).getFirst().path(), "text", "corrected typo");

    assertThat(search(Query.text("typo"))).containsExactly("text");
  }

  @Test
  void the_answer_is_bounded() {
    for (int i = 0; i < 8; i++) {
      write("a", i, Note.finding("x", "x".repeat(1_000_000)));
    }

    assertThat(search(Query.everything())).hasSize(4);
    assertThat(Query.everything().atMost(1_000_000).most()).isEqualTo(100);
  }

  @Test
  void a_type_that_does_not_exist_is_refused() {
    assertThatExceptionOfType(AgentException.class)
        .isThrownBy(() -> Query.everything().ofType("opinion"))
        .withMessage(
            "'opinion' is no type of notes: use one of finding, decision, artifact, reference, summary.");
  }
}
