package dev.retinue.config.team;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.Agent;
import dev.retinue.core.port.Roster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A staff with those on it who are written in files.
final class FileStaffTest {
  private static final Agent CONFIGURED =
      new Agent("worker", "Works.", new Agent.Means("llm", null), "", List.of(), Agent.Limits.NONE);

  @TempDir private Path folder;
  private Path first = Path.of("");
  private Path second = Path.of("");
  private Path project = Path.of("");

  @BeforeEach
  void folders() throws IOException {
    first = Files.createDirectory(folder.resolve("first"));
    second = Files.createDirectory(folder.resolve("second"));
    project = Files.createDirectory(folder.resolve("project"));
  }

  @Test
  void agents_of_files_stand_behind_those_of_the_configuration() throws IOException {
    write(first.resolve("reviewer.yaml"), "Reviews.");
    write(second.resolve("tester.yml"), "Tests.");

    assertThat(staff().all())
        .extracting(Agent::name)
        .containsExactly("worker", "reviewer", "tester");
    assertThat(staff().require("tester").description()).isEqualTo("Tests.");
  }

  @Test
  void a_changed_file_serves_the_next_who_asks() throws IOException {
    var staff = staff();
    var file = write(first.resolve("reviewer.yaml"), "Reviews.");
    assertThat(staff.require("reviewer").description()).isEqualTo("Reviews.");

    write(file, "Reviews everything.");
    assertThat(staff.require("reviewer").description()).isEqualTo("Reviews everything.");

    Files.delete(file);
    assertThat(staff.find("reviewer")).isEmpty();
  }

  @Test
  void a_file_that_says_the_same_is_not_read_anew() throws IOException {
    var staff = staff();
    var file = write(first.resolve("reviewer.yaml"), "Reviews.");
    var before = staff.require("reviewer");

    Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH));

    assertThat(staff.require("reviewer")).isSameAs(before);
  }

  @Test
  void a_change_that_keeps_size_and_time_is_seen() throws IOException {
    var staff = staff();
    var file = write(first.resolve("reviewer.yaml"), "Reviews.");
    var time = Files.getLastModifiedTime(file);
    assertThat(staff.require("reviewer").description()).isEqualTo("Reviews.");

    write(file, "Rewrites"); // As long as the former.
    Files.setLastModifiedTime(file, time);

    assertThat(staff.require("reviewer").description()).isEqualTo("Rewrites");
  }

  @Test
  void of_two_with_one_name_the_first_is_taken_and_the_other_is_said() throws IOException {
    write(first.resolve("worker.yaml"), "Would work.");
    write(first.resolve("reviewer.yaml"), "The first.");
    var loser = write(second.resolve("reviewer.yaml"), "The second.");

    assertThat(staff().require("reviewer").description()).isEqualTo("The first.");
    assertThat(staff().require("worker").description()).isEqualTo("Works.");
    assertThat(staff().troubles())
        .containsExactly(
            "%s: there is already an agent 'worker', in the configuration; give one of them another name."
                .formatted(first.resolve("worker.yaml")),
            "%s: there is already an agent 'reviewer', in %s; give one of them another name."
                .formatted(loser, first.resolve("reviewer.yaml")));
  }

  @Test
  void who_gives_way_does_so_to_files_of_the_operator_alone() throws IOException {
    write(Files.createDirectories(project.resolve(".retinue/agents")).resolve("worker.yaml"), "A.");
    var staff = staff().yielding(CONFIGURED::equals);

    assertThat(staff.in(project).require("worker").description()).isEqualTo("Works.");
    assertThat(staff.in(project).troubles()).hasSize(1);

    write(first.resolve("worker.yaml"), "Would work.");
    write(second.resolve("worker.yaml"), "Would work as well.");

    assertThat(staff.require("worker").description()).isEqualTo("Would work.");
    assertThat(staff.all()).extracting(Agent::description).containsExactly("Would work.");
    assertThat(staff.troubles()).singleElement().asString().contains("in " + first);
  }

  @Test
  void a_project_brings_its_own_along_and_nobody_trusts_them() throws IOException {
    write(Files.createDirectories(project.resolve(".retinue/agents")).resolve("local.yaml"), "A.");
    var claudes = Files.createDirectories(project.resolve(".claude/agents"));
    Files.writeString(claudes.resolve("single.md"), "---\nname: single\ndescription: B.\n---\nC.");
    write(claudes.resolve("team.yaml"), "Nobody looks for teams here.");

    assertThat(staff().find("local")).isEmpty();
    assertThat(staff().in(project).all())
        .extracting(Agent::name)
        .containsExactly("worker", "local", "single");
    assertThat(staff().in(project).require("local").craft().origin().trusted()).isFalse();
    assertThat(staff().in(null).all()).extracting(Agent::name).containsExactly("worker");
  }

  @Test
  void whoever_works_with_somebody_who_is_not_there_is_told() throws IOException {
    var file = first.resolve("lead.yaml");
    Files.writeString(file, "agents: {root: {sub_agents: [worker, nobody]}}");

    assertThat(staff().listed().warnings())
        .containsExactly(
            "%s:1:38: there is no agent 'nobody' in the file or on the staff, whom 'root' works with; add it, or remove it here."
                .formatted(file));
  }

  @Test
  void what_is_wrong_is_told_once_to_who_listens() throws IOException {
    var heard = new ArrayList<String>();
    var staff = staff().telling(heard::add);
    Files.writeString(first.resolve("broken.yaml"), "agents: [");

    staff.all();
    staff.in(project).all();

    assertThat(heard).singleElement().asString().contains("broken.yaml:1:");
  }

  @Test
  void whoever_asks_for_one_whose_file_is_wrong_is_told_so() throws IOException {
    Files.writeString(first.resolve("tester.yaml"), "agents: {root: {modle: x}}");

    for (var name : List.of("tester", "tester.helper")) {
      assertThatThrownBy(() -> staff().in(project).require(name))
          .hasMessage(
              "There is no agent '%s' on the staff, because something is wrong with its file 'tester.yaml': 'retinue agents list' says what."
                  .formatted(name));
    }
    assertThatThrownBy(() -> staff().require("test")).hasMessageStartingWith("There is no agent");
  }

  /// Otherwise somebody else would do the work as soon as a file has a mistake.
  @Test
  void who_gives_way_does_not_come_back_when_the_file_is_wrong() throws IOException {
    var staff = staff().yielding(CONFIGURED::equals);
    Files.writeString(first.resolve("worker.yaml"), "agents: {root: {modle: x}}");

    assertThat(staff.find("worker")).isEmpty();
    assertThat(staff.all()).isEmpty();

    Files.delete(first.resolve("worker.yaml"));
    var theirs = Files.createDirectories(project.resolve(".retinue/agents"));
    Files.writeString(theirs.resolve("worker.yaml"), "agents: {root: {modle: x}}");
    assertThat(staff.in(project).find("worker")).contains(CONFIGURED);
  }

  private FileStaff staff() {
    Roster configured = () -> List.of(CONFIGURED);
    return new FileStaff(
        configured, files, List.of(AgentFolder.trusted(first), AgentFolder.trusted(second)));
  }

  private final AgentFiles files = new AgentFiles(Reading.LANDSCAPE);

  private static Path write(Path file, String description) throws IOException {
    return Files.writeString(file, "agents: {root: {description: %s}}".formatted(description));
  }
}
