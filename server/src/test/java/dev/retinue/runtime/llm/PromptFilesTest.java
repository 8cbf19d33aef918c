package dev.retinue.runtime.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.retinue.process.Removal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Files that a model is told of while somebody moves them.
@EnabledOnOs(OS.LINUX)
class PromptFilesTest {
  private static final String SECRET = "nobody may read this";

  @TempDir private Path folder;
  private Path work = Path.of("");
  private Path outside = Path.of("");

  @BeforeEach
  void begin() throws IOException {
    work = Files.createDirectory(folder.resolve("work"));
    outside = Files.createDirectory(folder.resolve("outside"));
    Files.writeString(outside.resolve("rules"), SECRET);
  }

  /// Something that is done again and again while they are read.
  private interface Step {
    void make() throws IOException;
  }

  private List<String> readWhile(String name, Step step) throws Exception {
    var over = new AtomicBoolean();
    var moving = Thread.ofPlatform().daemon().start(() -> repeat(step, over));
    try {
      return assertTimeoutPreemptively(
          Duration.ofSeconds(30),
          () -> {
            var read = new java.util.HashSet<String>();
            long end = System.nanoTime() + Duration.ofSeconds(1).toNanos();
            while (System.nanoTime() < end) {
              read.addAll(PromptFiles.read(work, List.of(name), _ -> true));
            }
            return List.copyOf(read);
          });
    } finally {
      over.set(true);
      moving.join();
    }
  }

  private static void repeat(Step step, AtomicBoolean over) {
    try {
      while (!over.get()) {
        step.make();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void a_folder_that_becomes_a_link_leads_nowhere() throws Exception {
    var inside = Files.createDirectory(folder.resolve("inside"));
    Files.writeString(inside.resolve("rules"), "Be kind.");
    var sub = work.resolve("sub");
    var read =
        readWhile(
            "sub/rules",
            () -> {
              Files.move(inside, sub);
              Files.move(sub, inside);
              Files.createSymbolicLink(sub, outside);
              Files.delete(sub);
            });
    assertThat(read).isNotEmpty().noneMatch(it -> it.contains(SECRET));
  }

  @Test
  void a_pipe_in_the_place_of_a_file_keeps_nobody_waiting() throws Exception {
    var pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    var another = folder.resolve("another");
    var file = work.resolve("rules");
    var read =
        readWhile(
            "rules",
            () -> {
              Files.createLink(another, outside.resolve("rules"));
              Files.move(another, file, StandardCopyOption.ATOMIC_MOVE);
              Files.createLink(another, pipe);
              Files.move(another, file, StandardCopyOption.ATOMIC_MOVE);
            });
    assertThat(read).isNotEmpty();
    Removal.of(work);
  }
}
