package dev.retinue.store.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.RetinueException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplacementTest {
  private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");
  private static final String BLOB = "aa/agent-aaaaaaaaaaaaaaaaaaaaaaaaaa/payload-1.gz";

  /// What is done after the decision, in this order; somebody may be killed after any of it.
  private static final List<String> MOVES =
      List.of(
          "blobs > restored/old/blobs",
          "restored/blobs > blobs",
          "retinue.db > restored/old/retinue.db",
          "retinue.db-wal > restored/old/retinue.db-wal",
          "retinue.db-shm > restored/old/retinue.db-shm",
          "restored/retinue.db > retinue.db",
          "restored/old > replaced-20300101T120000Z");

  @TempDir Path folder;

  @Test
  void the_new_store_is_in_place_and_the_old_one_aside() throws IOException {
    fill("old");
    try (var directory = open();
        var replacement = directory.replacement()) {
      make(replacement);
      assertThat(replacement.putInPlace(NOON))
          .contains(directory.folder().resolve("replaced-20300101T120000Z"));
      requireReplaced();
    }
    requireReplaced();
  }

  @Test
  void whoever_is_killed_after_the_decision_is_followed_by_one_who_finishes() throws IOException {
    for (int done = 0; done <= MOVES.size(); done++) {
      fill("old");
      try (var directory = open();
          var replacement = directory.replacement()) {
        make(replacement);
        try (var drafts = Files.newDirectoryStream(folder, "restoring-*")) {
          Files.move(drafts.iterator().next(), folder.resolve("restored"));
        }
      }
      Files.createDirectory(folder.resolve("restored/old"));
      for (var move : MOVES.subList(0, done)) {
        var names = move.split(" > ", 2);
        Files.move(folder.resolve(names[0]), folder.resolve(names[1]));
      }
      open().close();
      requireReplaced();
      empty();
    }
  }

  @Test
  void a_visitor_finishes_it_too() throws IOException {
    fill("old");
    try (var directory = open();
        var replacement = directory.replacement()) {
      make(replacement);
      try (var drafts = Files.newDirectoryStream(folder, "restoring-*")) {
        Files.move(drafts.iterator().next(), folder.resolve("restored"));
      }
      assertThatThrownBy(() -> DataFolder.visit(folder, "test", InstantSource.fixed(NOON)))
          .hasMessageContaining("is in use");
    }
    DataFolder.visit(folder, "test", InstantSource.fixed(NOON));
    requireReplaced();
  }

  @Test
  void whoever_is_killed_before_the_decision_leaves_everything_as_it_was() throws IOException {
    fill("old");
    var draft = Files.createDirectories(folder.resolve("restoring-123/blobs"));
    Files.writeString(draft.resolveSibling("retinue.db"), "new");
    open().close();
    assertThat(folder.resolve("retinue.db")).hasContent("old");
    assertThat(folder.resolve("blobs").resolve(BLOB)).hasContent("old");
    assertThat(draft.getParent()).doesNotExist();
  }

  @Test
  void one_that_is_given_up_leaves_nothing() throws IOException {
    fill("old");
    try (var directory = open()) {
      try (var replacement = directory.replacement()) {
        make(replacement);
      }
      assertThat(folder.toFile().list((_, name) -> name.startsWith("resto"))).isEmpty();
      assertThat(folder.resolve("retinue.db")).hasContent("old");
    }
  }

  @Test
  void where_nothing_was_nothing_is_put_aside() throws IOException {
    try (var directory = open();
        var replacement = directory.replacement()) {
      make(replacement);
      assertThat(replacement.putInPlace(NOON)).isEmpty();
    }
    assertThat(folder.resolve("retinue.db")).hasContent("new");
    assertThat(folder.toFile().list((_, name) -> name.startsWith("replaced"))).isEmpty();
  }

  @Test
  void a_blob_has_its_place_or_none() throws IOException {
    try (var directory = open();
        var replacement = directory.replacement()) {
      for (var place : List.of("../evil", "/evil", "aa/../evil", BLOB + "/x", "")) {
        assertThatThrownBy(() -> replacement.createBlob(place))
            .isInstanceOf(RetinueException.class)
            .hasMessageContaining("is no place of a blob");
      }
    }
  }

  private DataDirectory open() {
    return DataDirectory.open(folder, "test", InstantSource.fixed(NOON));
  }

  private static void make(Replacement replacement) throws IOException {
    Files.writeString(replacement.createDatabase(), "new");
    Files.writeString(replacement.createBlob(BLOB), "new");
  }

  private void fill(String content) throws IOException {
    var blob = folder.resolve("blobs").resolve(BLOB);
    Files.createDirectories(blob.getParent());
    for (var file :
        List.of(
            blob,
            folder.resolve("retinue.db"),
            folder.resolve("retinue.db-wal"),
            folder.resolve("retinue.db-shm"))) {
      Files.writeString(file, content);
    }
  }

  private void requireReplaced() {
    var aside = folder.resolve("replaced-20300101T120000Z");
    assertThat(folder.resolve("retinue.db")).hasContent("new");
    assertThat(folder.resolve("retinue.db-wal")).doesNotExist();
    assertThat(folder.resolve("retinue.db-shm")).doesNotExist();
    assertThat(folder.resolve("blobs").resolve(BLOB)).hasContent("new");
    assertThat(aside.resolve("retinue.db")).hasContent("old");
    assertThat(aside.resolve("retinue.db-wal")).hasContent("old");
    assertThat(aside.resolve("retinue.db-shm")).hasContent("old");
    assertThat(aside.resolve("blobs").resolve(BLOB)).hasContent("old");
    assertThat(folder.toFile().list((_, name) -> name.startsWith("resto"))).isEmpty();
  }

  private void empty() throws IOException {
    try (var files = Files.newDirectoryStream(folder)) {
      for (var file : files) {
        BlobFolders.deleteTree(file);
      }
    }
  }
}
