package dev.retinue.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContextUpdateTest {
  private static final Instant NOON = Instant.parse("2026-11-16T12:00:00Z");

  @TempDir Path root;
  private final List<String> warnings = Collections.synchronizedList(new ArrayList<>());
  private ContextStore store;

  @BeforeEach
  void open() {
    store = store("reviewer", NOON);
  }

  private ContextStore store(String agent, Instant now) {
    return new ContextStore(root, agent, "s", InstantSource.fixed(now), warnings::add);
  }

  private Found only() {
    var found = store.search(Query.everything());
    assertThat(warnings).isEmpty();
    assertThat(found).hasSize(1);
    return found.getFirst();
  }

  @Test
  void who_searches_while_others_write_and_update_sees_only_whole_notes() {
    var body = "x".repeat(100_000);
    var first = store.write(Note.finding("first", body));
    var seen = ConcurrentHashMap.<String>newKeySet();
    try (var crowd = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 20; i++) {
        crowd.execute(() -> store.write(Note.finding("more", body)));
        crowd.execute(() -> store.update(first, body, "the same"));
        crowd.execute(
            () ->
                store.search(Query.everything().atMost(100)).stream()
                    .map(Found::body)
                    .forEach(seen::add));
      }
    }

    assertThat(warnings).isEmpty();
    assertThat(seen).containsExactly(body);
    assertThat(store.search(Query.everything().atMost(100))).hasSize(21);
    assertThat(store.search(Query.text("first")).getFirst().changelog()).hasSize(20);
  }

  @Test
  void an_update_replaces_the_body_and_says_so_and_keeps_what_it_does_not_know()
      throws IOException {
    var path =
        Files.writeString(
            Files.createDirectories(root.resolve("other/s")).resolve("20261115T080000-by-hand.md"),
            """
            ---
            agent: other # the owner
            timestamp: 2026-11-15T08:00:00Z
            type: reference
            priority: {level: 3}
            ---
            Old.
            """);

    store.update(path, "New.\n", "was\nwrong");
    store("helper]", NOON.plusSeconds(1)).update(path, "Newer.", "x".repeat(1000));

    assertThat(Files.readString(path))
        .isEqualTo(
            """
            ---
            agent: other # the owner
            timestamp: 2026-11-15T08:00:00Z
            type: reference
            priority: {level: 3}
            ---

            Newer.

            ## Changelog

            - 2026-11-16T12:00:00.000Z [reviewer]: was wrong
            - 2026-11-16T12:00:01.000Z [helper)]: %s...
            """
                .formatted("x".repeat(497)));
    assertThat(only().body()).isEqualTo("Newer.");
    assertThat(only().changelog()).hasSize(2);
  }

  @Test
  void an_update_with_the_whole_text_of_the_file_does_not_repeat_its_changes() throws IOException {
    var path = store.write(Note.finding("a", "First."));
    store.update(path, "Second.", "better");
    var whole = Files.readString(path);

    store.update(path, whole.substring(whole.indexOf("Second.")), "again");

    assertThat(only().body()).isEqualTo("Second.");
    assertThat(only().changelog()).hasSize(2);
  }

  @Test
  void of_two_processes_that_update_at_once_every_change_is_kept() throws Exception {
    var path = store.write(Note.finding("a", "First."));
    var one = Programs.java(Updater.class, root.toString(), path.toString(), "one", "40");
    var two = Programs.java(Updater.class, root.toString(), path.toString(), "two", "40");

    assertThat(Programs.ended(one)).isEmpty();
    assertThat(Programs.ended(two)).isEmpty();

    var changes = only().changelog();
    assertThat(changes).hasSize(80).doesNotHaveDuplicates();
  }

  /// A process that changes one note so many times.
  static final class Updater {
    private Updater() {}

    public static void main(String[] arguments) {
      var store =
          new ContextStore(Path.of(arguments[0]), arguments[2], "s", InstantSource.fixed(NOON));
      for (int i = 0; i < Integer.parseInt(arguments[3]); i++) {
        store.update(Path.of(arguments[1]), "By " + arguments[2], "change " + i);
      }
    }
  }
}
