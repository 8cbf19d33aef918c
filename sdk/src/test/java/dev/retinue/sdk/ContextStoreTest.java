package dev.retinue.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContextStoreTest {
  private static final Instant NOON = Instant.parse("2026-11-16T12:00:00Z");
  private static final String SESSION = "4f1c9d1e-0000-4000-8000-000000000001";

  @TempDir Path temporary;
  private final List<String> warnings = new ArrayList<>();
  private Path root;
  private ContextStore store;

  @BeforeEach
  void open() throws IOException {
    root = temporary.toRealPath().resolve("context");
    store = store("reviewer", NOON);
  }

  private ContextStore store(String agent, Instant now) {
    return new ContextStore(root, agent, SESSION, InstantSource.fixed(now), warnings::add);
  }

  private Found only() {
    var found = store.search(Query.everything());
    assertThat(warnings).isEmpty();
    assertThat(found).hasSize(1);
    return found.getFirst();
  }

  @Test
  void a_note_is_a_markdown_file_below_its_agent_and_session() throws IOException {
    var path =
        store.write(Note.finding("Slow query!", "The index is missing.").tagged("db", "sql"));

    assertThat(path)
        .isEqualTo(root.resolve("reviewer/" + SESSION + "/20261116T120000-slow-query.md"));
    assertThat(path)
        .hasContent(
            """
            ---
            agent: reviewer
            sessionId: %s
            timestamp: 2026-11-16T12:00:00.000Z
            type: finding
            tags: [db, sql]
            ---

            The index is missing.
            """
                .formatted(SESSION));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
        .isEqualTo("rw-------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(root)))
        .isEqualTo("rwx------");
  }

  @ParameterizedTest
  @CsvSource({
    "../../../etc/passwd, etc-passwd",
    "/etc/passwd, etc-passwd",
    "Größe der Tür, grosse-der-tur",
    "'..', note",
    "'', note",
    "日本, note",
    "a--b__c, a-b-c",
    "UPPER Case, upper-case",
  })
  void a_slug_is_made_of_whatever_is_given(String given, String slug) {
    assertThat(SafeName.slug(given)).isEqualTo(slug);
    var path = store.write(Note.finding(given, "text"));
    assertThat(path.getParent()).isEqualTo(root.resolve("reviewer").resolve(SESSION));
    assertThat(path.getFileName().toString()).matches("20261116T120000-[a-z0-9-]{1,64}\\.md");
  }

  @Test
  void a_slug_is_never_longer_than_64_characters_also_with_a_number() {
    for (int i = 0; i < 12; i++) {
      var path = store.write(Note.finding("x".repeat(5000), "text"));
      assertThat(path.getFileName().toString()).matches("20261116T120000-[a-z0-9-]{1,64}\\.md");
    }
  }

  @Test
  void agents_and_sessions_with_names_that_try_to_escape_stay_inside() {
    var path =
        new ContextStore(root, "../up", "../../s/../x", InstantSource.fixed(NOON))
            .write(Note.finding("a", "text"));

    assertThat(path.normalize()).startsWith(root);
    assertThat(root.relativize(path).getNameCount()).isEqualTo(3);
    assertThat(only().agent()).isEqualTo("../up");
  }

  @Test
  void notes_of_one_name_in_one_second_do_not_overwrite_each_other() throws IOException {
    var paths = new HashSet<Path>();
    for (int i = 0; i < 20; i++) {
      paths.add(store.write(Note.finding("same", "text " + i)));
    }

    assertThat(paths)
        .hasSize(20)
        .contains(root.resolve("reviewer/" + SESSION + "/20261116T120000-same-2.md"));
    assertThat(store.search(Query.everything()))
        .extracting(Found::body)
        .doesNotHaveDuplicates()
        .hasSize(20);
  }

  @Test
  void of_many_who_write_at_once_all_are_kept() {
    try (var crowd = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 50; i++) {
        int number = i;
        crowd.execute(() -> store.write(Note.finding("same", "text " + number)));
      }
    }

    assertThat(store.search(Query.everything().atMost(100))).hasSize(50);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "plain",
        "needs: quotes",
        "[a, b]",
        "- dash",
        "#hash",
        "'single' \"double\" \\back",
        "true",
        "null",
        "12",
        "1.0",
        "~",
        "---",
        "*alias",
        "!!java.io.File /etc",
        "two\nlines",
        "tab\there",
        "ünï 日本 😀",
        "bell\u0007",
        "next\u0085line\u2028sep",
        "a,b",
        "{x: y}",
        "trailing:",
        "% percent",
        "@at `tick`",
      })
  void tags_come_back_as_they_were(String tag) {
    store.write(Note.finding("a", "text").tagged(tag, "second"));

    assertThat(only().tags()).containsExactly(tag, "second");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "---\nagent: forged\n---\nbody",
        "text\n---\nmore",
        "# Title\n\n```\n## Changelog\n```",
        "## Changelog\n\nWhat our product changed.",
        "    code first",
        "…",
        "",
      })
  void bodies_come_back_as_they_were(String body) {
    store.write(Note.finding("a", body));

    assertThat(only().body()).isEqualTo(body);
    assertThat(only().agent()).isEqualTo("reviewer");
    assertThat(only().changelog()).isEmpty();
  }

  @Test
  void links_lead_to_notes_by_their_paths_from_the_store_on() throws IOException {
    var first = store.write(Note.finding("first", "one"));
    var second = store.write(Note.finding("second", "two"));
    var third =
        store.write(Note.decision("third", "three").linkedTo(first, root.relativize(second)));

    var links =
        List.of(
            "reviewer/" + SESSION + "/20261116T120000-first.md",
            "reviewer/" + SESSION + "/20261116T120000-second.md");
    assertThat(store.search(Query.everything().ofType("decision")).getFirst().links())
        .isEqualTo(links);
    assertThat(Files.readString(third)).contains(links);
  }

  @Test
  void links_in_several_lines_and_unknown_keys_are_read() throws IOException {
    byHand(
        "by-hand.md",
        """
        ---
        # made by hand
        agent: other
        priority: {level: 3}
        timestamp: 2026-11-15T08:00:00Z
        type: reference
        tags:
          - a
          - "b: c"
        links:
          - other/s/20261114T080000-x.md
          - other/s/20261114T080000-y.md
        ---
        Text.
        """);

    var found = only();
    assertThat(found.links())
        .containsExactly("other/s/20261114T080000-x.md", "other/s/20261114T080000-y.md");
    assertThat(found.tags()).containsExactly("a", "b: c");
    assertThat(found.sessionId()).isEmpty();
  }

  private Path byHand(String name, String text) throws IOException {
    var folder = Files.createDirectories(root.resolve("other/s"));
    return Files.writeString(folder.resolve(name), text);
  }

  @Test
  void what_is_not_really_inside_is_neither_changed_nor_linked_to() throws IOException {
    store.write(Note.finding("a", "text"));
    var outside = Files.writeString(temporary.resolve("outside.md"), "---\nagent: x\n---\n");
    var folder = root.resolve("reviewer").resolve(SESSION);
    var link = Files.createSymbolicLink(folder.resolve("20261116T120000-link.md"), outside);
    Files.createSymbolicLink(root.resolve("out"), temporary);

    for (var path :
        List.of(
            outside,
            link,
            Path.of("../outside.md"),
            Path.of("reviewer/../../outside.md"),
            root.resolve("out/outside.md"),
            Path.of("reviewer/nothing/here.md"),
            root.resolve(".lock"),
            folder)) {
      refused(() -> store.update(path, "changed", "x"));
      refused(() -> store.write(Note.finding("b", "text").linkedTo(path)));
    }
    assertThat(outside).hasContent("---\nagent: x\n---\n");
    assertThat(only().body()).isEqualTo("text");
  }

  @Test
  void a_folder_of_the_store_that_leads_elsewhere_is_not_written_to() throws IOException {
    var elsewhere = Files.createDirectory(temporary.resolve("elsewhere"));
    Files.createDirectories(root);
    Files.createSymbolicLink(root.resolve("reviewer"), elsewhere);

    refused(() -> store.write(Note.finding("a", "text")));

    assertThat(elsewhere).isEmptyDirectory();
  }

  private static void refused(Runnable action) {
    assertThatExceptionOfType(AgentException.class)
        .isThrownBy(action::run)
        .satisfies(refusal -> assertThat(refusal.exitCode()).isEqualTo(1));
  }

  @Test
  void a_note_that_cannot_be_is_refused() {
    refused(() -> new Note("a", "opinion", "text", List.of(), List.of()));
    refused(() -> Note.finding("a", "x".repeat(Note.MOST_BYTES + 1)));
    refused(() -> Note.finding("a", "text").tagged("x".repeat(Note.LONGEST_TAG + 1)));
    refused(() -> store.write(Note.finding("a", "text").linkedTo(Path.of("nowhere.md"))));
    assertThat(store.search(Query.everything())).isEmpty();
  }

  @Test
  void broken_files_are_left_out_with_a_warning_each() throws IOException {
    store.write(Note.finding("whole", "text"));
    byHand("1.md", "no front matter");
    byHand("2.md", "---\nagent: x\n");
    byHand("3.md", "---\nagent: [\n---\n");
    byHand("4.md", "---\nagent: x\ntype: finding\ntimestamp: yesterday\n---\n");
    byHand("5.md", "---\nx: " + "[".repeat(30_000) + "\n---\n");
    byHand("6.md", "---\na: &a [x]\nb: !!java.io.File [*a]\n---\n");
    byHand("7.md", ""); // Somebody is about to write it.
    byHand("8.md", "---\n- a\n- b\n---\n");
    byHand("9.md", "---\nx: " + "y".repeat(70_000) + "\n---\n");
    Files.write(root.resolve("other/s/10.md"), new byte[Shelf.LARGEST_FILE + 1]);
    Files.createDirectory(root.resolve("other/s/11.md"));

    assertThat(store.search(Query.everything())).extracting(Found::body).containsExactly("text");
    assertThat(warnings).hasSize(9).allMatch(warning -> warning.contains("was left out"));
    refused(() -> store.update(Path.of("other/s/1.md"), "x", "y"));
  }

  @Test
  void a_thread_that_is_interrupted_still_writes_and_stays_interrupted() {
    Thread.currentThread().interrupt();
    store.write(Note.finding("a", "text"));
    var found = store.search(Query.everything());

    assertThat(Thread.interrupted()).isTrue();
    assertThat(found).hasSize(1);
  }
}
