package dev.retinue.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstructionsFileTest {
  @TempDir Path outside;
  private Path folder = Path.of("");

  @BeforeEach
  void make() throws IOException {
    folder = Files.createDirectories(outside.resolve("retinue"));
  }

  private String instructions(String path) throws IOException {
    var yaml =
        "staff: {a: {description: Reads., runtime: llm, instructions-file: %s}}".formatted(path);
    var file = Files.writeString(folder.resolve("retinue.yaml"), yaml);
    return Read.file(file).staff().require("a").instructions();
  }

  @Test
  void instructions_may_stand_in_a_file_beside_the_configuration() throws IOException {
    Files.createDirectories(folder.resolve("prompts"));
    Files.writeString(folder.resolve("prompts/kind.md"), "\uFEFFBe kind.\r\nBe brief: ü.\n");
    assertThat(instructions("prompts/kind.md")).isEqualTo("Be kind.\nBe brief: ü.\n");
    assertThat(instructions("./prompts/../prompts/kind.md")).startsWith("Be kind.");
  }

  @Test
  void a_link_may_lead_elsewhere_in_the_folder() throws IOException {
    Files.writeString(folder.resolve("kind.md"), "Be kind.");
    Files.createSymbolicLink(folder.resolve("link.md"), Path.of("kind.md"));
    assertThat(instructions("link.md")).isEqualTo("Be kind.");
  }

  @Test
  void the_folder_itself_may_be_a_link() throws IOException {
    Files.writeString(folder.resolve("kind.md"), "Be kind.");
    folder = Files.createSymbolicLink(outside.resolve("linked"), folder);
    assertThat(instructions("kind.md")).isEqualTo("Be kind.");
  }

  @Test
  void nothing_is_read_from_outside() throws IOException {
    var secret = Files.writeString(outside.resolve("secret"), "hunter2");
    Files.createSymbolicLink(folder.resolve("link"), secret);
    Files.createSymbolicLink(folder.resolve("up"), outside);

    assertRefused("link", "it is a link that leads out of it.");
    assertRefused("up/secret", "it is a link that leads out of it.");
    assertRefused("../secret", "move it there, and name it from there.");
    assertRefused("prompts/../../secret", "move it there, and name it from there.");
    assertRefused("../retinue-other/x", "move it there, and name it from there.");
    assertRefused(secret.toString(), "move it there, and name it from there.");
  }

  private void assertRefused(String path, String remedy) {
    assertThatThrownBy(() -> instructions(path))
        .hasMessage(
            "%s:1:67: 'instructions-file' in staff 'a' must be the path of a file inside the folder"
                + " of the configuration, but is the text '%s'; %s",
            folder.resolve("retinue.yaml"), path, remedy);
  }

  @Test
  void what_cannot_be_taken_is_told_at_its_place() throws IOException {
    Files.write(folder.resolve("latin.md"), new byte[] {'B', '\n', (byte) 0xE4});
    Files.write(folder.resolve("large.md"), new byte[256 * 1024 + 1]);
    Files.createDirectories(folder.resolve("prompts"));
    var place = folder.resolve("retinue.yaml") + ":1:67: ";

    assertThatThrownBy(() -> instructions("latin.md"))
        .hasMessage(
            place + "%s:2:1: this is not UTF-8; save the file as UTF-8.",
            folder.resolve("latin.md"));
    assertThatThrownBy(() -> instructions("large.md"))
        .hasMessage(
            place + "'%s' has more than 256 KiB; make it smaller.", folder.resolve("large.md"));
    assertThatThrownBy(() -> instructions("prompts"))
        .hasMessage(
            place + "'%s' is a folder or a device; name a file.", folder.resolve("prompts"));
    assertThatThrownBy(() -> instructions("7")).hasMessageContaining("but is the number 7.");
    assertThatThrownBy(() -> instructions("[]")).hasMessageContaining("but is a list.");
  }
}
