package dev.retinue.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.RetinueException;
import dev.retinue.core.port.Memories;
import dev.retinue.core.port.Memories.Note;
import dev.retinue.core.port.Memories.Shelf;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What every store of memories promises.
abstract class MemoriesContract {
  private static final Instant NOON = Instant.parse("2026-11-15T12:00:00.123456Z");
  private static final Shelf ANNA = new Shelf("anna", "writer");

  abstract Memories memories();

  /// The same as a process sees it that comes later.
  abstract Memories reopened();

  private static Note note(String id, int second, String text) {
    return new Note(id, NOON.plusSeconds(second), "fact", text);
  }

  @Test
  void what_is_remembered_is_there_later() {
    memories().add(ANNA, note("b", 2, "second; it's \"quoted\""));
    memories().add(ANNA, note("a", 1, "first"));
    assertThat(reopened().all(ANNA))
        .containsExactly(note("a", 1, "first"), note("b", 2, "second; it's \"quoted\""));
    assertThat(memories().find(ANNA, "a")).contains(note("a", 1, "first"));
  }

  @Test
  void the_same_is_remembered_once() {
    memories().add(ANNA, note("a", 1, "first"));
    memories().add(ANNA, note("a", 2, "again"));
    assertThat(memories().all(ANNA)).containsExactly(note("a", 1, "first"));
  }

  @Test
  void nobody_sees_what_is_on_another_shelf() {
    memories().add(ANNA, note("a", 1, "Anna's"));
    for (var other : List.of(new Shelf("bert", "writer"), new Shelf("anna", "reader"))) {
      assertThat(memories().all(other)).isEmpty();
      assertThat(memories().find(other, "a")).isEmpty();
      assertThat(memories().search(other, List.of("anna"), null)).isEmpty();
      assertThat(memories().update(other, "a", "mine", null)).isFalse();
      assertThat(memories().delete(other, "a")).isFalse();
    }
    assertThat(memories().all(ANNA)).containsExactly(note("a", 1, "Anna's"));
  }

  @Test
  void what_has_all_the_words_is_found() {
    memories().add(ANNA, note("a", 1, "The red Fox 100%"));
    memories().add(ANNA, new Note("b", NOON, "taste", "red wine"));
    assertThat(ids(List.of("RED", "fox"), null)).containsExactly("a");
    assertThat(ids(List.of("red"), null)).containsExactly("b", "a");
    assertThat(ids(List.of("red"), "Taste")).containsExactly("b");
    assertThat(ids(List.of("%"), null)).containsExactly("a");
    assertThat(ids(List.of(), null)).hasSize(2);
    assertThat(ids(List.of("blue"), null)).isEmpty();
  }

  private List<String> ids(List<String> words, @Nullable String category) {
    return memories().search(ANNA, words, category).stream().map(Note::id).toList();
  }

  @Test
  void it_is_changed_and_forgotten() {
    memories().add(ANNA, note("a", 1, "first"));
    assertThat(memories().update(ANNA, "a", "second", null)).isTrue();
    assertThat(memories().find(ANNA, "a")).contains(note("a", 1, "second"));
    assertThat(memories().update(ANNA, "a", "third", "other")).isTrue();
    assertThat(memories().find(ANNA, "a").orElseThrow().category()).isEqualTo("other");
    assertThat(memories().delete(ANNA, "a")).isTrue();
    assertThat(memories().delete(ANNA, "a")).isFalse();
    assertThat(memories().all(ANNA)).isEmpty();
  }

  @Test
  void there_is_an_end_to_what_is_remembered() {
    for (int i = 0; i < Memories.MOST; i++) {
      memories().add(ANNA, note("n" + i, i, "x"));
    }
    assertThatThrownBy(() -> memories().add(ANNA, note("more", 1, "x")))
        .isInstanceOf(RetinueException.class)
        .hasMessageContaining("500 memories are kept");
    memories().add(new Shelf("anna", "other"), note("more", 1, "x"));
    var tooLong = "x".repeat(Memories.LONGEST + 1);
    assertThatThrownBy(() -> memories().update(ANNA, "n1", tooLong, null))
        .hasMessageContaining("at most 4000 characters");
  }
}
