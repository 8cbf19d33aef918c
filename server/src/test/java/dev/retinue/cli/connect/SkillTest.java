package dev.retinue.cli.connect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The skill is ours as long as nobody has touched it.
class SkillTest {
  private static final InstantSource NOON = () -> Instant.parse("2026-11-18T12:00:00Z");
  private static final Entry STDIO = new Entry.Stdio("/opt/retinue", Map.of(), List.of());
  private static final Entry HTTP = new Entry.Http("http://127.0.0.1:8101/mcp", "RETINUE_TOKEN");

  @TempDir private Path home;
  private Path skill;
  private Connection connection;

  @BeforeEach
  void connect() {
    var places = new Places(Map.of("HOME", home.toString()), "Linux", home.resolve("project"));
    connection = Connection.of(Client.CLAUDE_CODE, Scope.USER, places, NOON);
    skill = connection.skill().orElseThrow();
  }

  @Test
  void it_comes_and_goes_with_the_connection() throws Exception {
    write("my own");
    assertThat(connection.write(STDIO).skill())
        .isEqualTo(new SkillChange(skill, SkillChange.Kind.INSTALLED, backup()));
    assertThat(skill).content().startsWith("---\nname: retinue\ndescription: ");
    assertThat(backup()).content().isEqualTo("my own");
    assertThat(connection.undo().skill())
        .isEqualTo(new SkillChange(skill, SkillChange.Kind.RESTORED, null));
    assertThat(skill).hasContent("my own");
    assertThat(connection.undo().skill()).isNull();
    assertThat(skill).hasContent("my own");
  }

  @Test
  void what_its_user_made_of_it_is_kept_before_it_is_written_again_and_comes_back()
      throws Exception {
    connection.write(STDIO);
    var tailored = Files.readString(skill) + "\nNever spend more than a dollar.\n";
    Files.writeString(skill, tailored);

    assertThat(connection.write(STDIO).skill())
        .isEqualTo(new SkillChange(skill, SkillChange.Kind.INSTALLED, backup()));

    assertThat(backup()).content().isEqualTo(tailored);
    assertThat(skill).content().doesNotContain("Never spend");
    connection.undo();
    assertThat(skill).content().isEqualTo(tailored);
  }

  @Test
  void what_its_user_made_of_it_outlives_an_undo() throws Exception {
    connection.write(STDIO);
    var tailored = Files.readString(skill).replace("# Working", "# Cheaply working");
    Files.writeString(skill, tailored);
    assertThat(connection.undo().skill())
        .isEqualTo(new SkillChange(skill, SkillChange.Kind.KEPT, null));
    assertThat(skill).content().isEqualTo(tailored);
  }

  @Test
  void one_of_a_former_version_is_ours_and_one_that_was_changed_since_is_not() throws Exception {
    var former = former();
    write(former);
    assertThat(connection.write(STDIO).skill())
        .isEqualTo(new SkillChange(skill, SkillChange.Kind.INSTALLED, null));
    connection.undo();
    assertThat(skill).doesNotExist();

    write(former.replace("second opinion", "third opinion"));
    connection.write(STDIO);
    assertThat(backup()).content().contains("third opinion");
  }

  @Test
  void it_stays_as_long_as_the_client_is_connected_in_another_way() throws Exception {
    connection.write(STDIO);
    connection.write(HTTP);
    var done = connection.undo();
    assertThat(done.still()).contains("/opt/retinue");
    assertThat(done.skill()).isNull();
    assertThat(skill).content().contains("# Working with Retinue");
    assertThat(connection.undo().skill())
        .isEqualTo(new SkillChange(skill, SkillChange.Kind.REMOVED, null));
    assertThat(skill.getParent()).doesNotExist();
  }

  private Path backup() {
    return skill.resolveSibling("SKILL.md.retinue-20261118-120000");
  }

  private void write(String text) throws IOException {
    Files.createDirectories(skill.getParent());
    Files.writeString(skill, text);
  }

  private static String former() throws IOException {
    try (var stream = SkillTest.class.getResourceAsStream("former-skill.md")) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
