package dev.retinue.core.staff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.Caller;
import dev.retinue.core.Commission.Terms;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.State;
import dev.retinue.core.Workplace;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class WorkingDirectoryTest {
  private static final Caller ANNA = new Caller("anna", "anna", Caller.Scope.RUN, null);

  @TempDir private Path temporary;
  private final TestClock clock = new TestClock();
  private Path top;
  private Path root;
  private Path home;
  private Path data;
  private TestStaff staff;

  @BeforeEach
  void open() throws IOException {
    top = temporary.toRealPath();
    root = Files.createDirectories(top.resolve("root"));
    Files.createDirectories(root.resolve("project/part"));
    Files.createDirectories(top.resolve("root-beside"));
    home = Files.createDirectories(top.resolve("home/anna"));
    data = root.resolve("data");
    staff = staff(Roots.of(List.of(root), home));
  }

  @AfterEach
  void close() {
    staff.close();
  }

  private TestStaff staff(Roots roots) {
    var rules = Rules.DEFAULT;
    return TestStaff.in(
            data,
            clock,
            new Rules(rules.limits(), rules.requests(), rules.starts(), roots.around(data)))
        .hire("player", "")
        .hire("other", "hang")
        .begin(new ScriptedRuntime(clock));
  }

  /// Without any root.
  private void closeRoots() {
    staff.close();
    staff = staff(Roots.of(List.of(), home));
  }

  private Run start(Caller caller, @Nullable String directory) {
    var request = StartRequest.of("player", "ask Well?").under(Terms.NONE.in(directory));
    return staff.staff().start(caller, request);
  }

  private static @Nullable String directory(Run run) {
    return run.commission().terms().workingDirectory();
  }

  private static Caller at(Path directory) {
    return ANNA.at(new Workplace(directory, Map.of()));
  }

  private Path gitTop(String name) throws IOException {
    var folder = Files.createDirectories(top.resolve(name));
    Files.createDirectory(folder.resolve(".git"));
    Files.createDirectory(folder.resolve("part"));
    return folder;
  }

  private void refused(Caller caller, String asked) {
    assertThatThrownBy(() -> start(caller, asked))
        .isInstanceOfSatisfying(
            RetinueException.class, it -> assertThat(it.code()).isEqualTo(ErrorCode.INVALID_INPUT))
        .hasMessageContaining("working_directory");
  }

  @Test
  void a_folder_inside_the_roots_is_taken_as_it_really_is() throws IOException {
    var link = Files.createSymbolicLink(top.resolve("link"), root.resolve("project"));

    assertThat(directory(start(ANNA, root.toString()))).isEqualTo(root.toString());
    assertThat(directory(start(ANNA, root + "/project/../project/./part/")))
        .isEqualTo(root.resolve("project/part").toString());
    assertThat(directory(start(ANNA, link.toString())))
        .isEqualTo(root.resolve("project").toString());
    assertThat(directory(start(ANNA, null))).isNull();
  }

  @Test
  void a_restart_works_where_the_run_did_also_for_a_caller_who_speaks_from_elsewhere()
      throws IOException {
    var tree = gitTop("tree");
    var first = start(at(tree), null);
    var nowhere = start(ANNA, null);

    var again = staff.staff().restart(ANNA, first.id());
    assertThat(directory(again)).isEqualTo(tree.toString());
    assertThat(directory(staff.staff().restart(at(tree), nowhere.id()))).isNull();

    Files.move(tree, top.resolve("moved"));
    Files.createSymbolicLink(tree, home);
    assertThatThrownBy(() -> staff.staff().restart(ANNA, first.id()))
        .hasMessageContaining("is not there any more");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{top}",
        "{top}/root-beside",
        "{root}/..",
        "{root}/../root-beside",
        "{root}/missing",
        "{root}/file",
        "{root}/out",
        "{root}/data",
        "{root}/data/blobs",
        "/",
        "/etc",
        "/proc/self/cwd",
        "project",
        "../root/project",
        " ",
        "{root}\0",
        "~"
      })
  void no_other_way_leads_anywhere(String asked) throws IOException {
    Files.writeString(root.resolve("file"), "no folder");
    Files.createSymbolicLink(root.resolve("out"), top.resolve("root-beside"));

    refused(ANNA, asked.replace("{root}", root.toString()).replace("{top}", top.toString()));

    assertThat(staff.all()).isEmpty();
  }

  @Test
  void what_is_missing_and_what_is_forbidden_are_refused_in_the_same_words() {
    assertThatThrownBy(() -> start(ANNA, "/etc"))
        .message()
        .satisfies(
            words ->
                assertThatThrownBy(() -> start(ANNA, "/missing"))
                    .hasMessage(words.replace("/etc", "/missing")));
  }

  @Test
  void without_roots_a_folder_is_refused_with_the_setting_that_allows_it() {
    closeRoots();

    assertThatThrownBy(() -> start(ANNA, root.toString())).hasMessageContaining("'roots'");
  }

  @Test
  void the_top_of_a_work_tree_is_the_default_of_who_speaks_from_there_and_his_root()
      throws IOException {
    closeRoots();
    var project = gitTop("elsewhere");

    assertThat(directory(start(at(project), null))).isEqualTo(project.toString());
    assertThat(directory(start(at(project), project + "/part")))
        .isEqualTo(project.resolve("part").toString());
    assertThat(directory(start(at(project), "part"))).isEqualTo(project.resolve("part").toString());
    refused(at(project), "..");
    refused(ANNA, project.toString());
  }

  @Test
  void who_speaks_from_inside_the_roots_needs_no_work_tree() {
    assertThat(directory(start(at(root.resolve("project")), null)))
        .isEqualTo(root.resolve("project").toString());
  }

  @Test
  void neither_the_home_folder_nor_what_it_is_in_nor_any_other_place_is_a_default()
      throws IOException {
    closeRoots();
    Files.createDirectory(home.resolve(".git"));
    Files.createDirectory(top.resolve("home").resolve(".git"));
    Files.createDirectory(home.resolve("plain"));

    for (var from :
        List.of(
            home, top.resolve("home"), Path.of("/"), home.resolve("plain"), top.resolve("gone"))) {
      assertThat(directory(start(at(from), null))).as("from %s", from).isNull();
      refused(at(from), from.toString());
    }
  }

  @Test
  void a_root_is_a_folder_that_is_there_and_not_all_that_is_ones_own() {
    for (var wrong : List.of(Path.of("/"), home, top.resolve("home"), top.resolve("missing"))) {
      assertThatThrownBy(() -> Roots.of(List.of(wrong), home))
          .isInstanceOf(RetinueException.class)
          .hasMessageStartingWith("roots: ");
    }
  }

  @Test
  void those_below_work_where_the_one_above_does_or_further_inside() {
    var parent = start(ANNA, root + "/project");
    var waiting = staff.await(parent.id(), it -> it.state() instanceof State.Waiting);
    var me = Crew.callerOf(waiting);

    assertThat(directory(other(me, null))).isEqualTo(root + "/project");
    assertThat(directory(other(me, "part"))).isEqualTo(root + "/project/part");
    assertThatThrownBy(() -> other(me, root.toString())).hasMessageContaining("working_directory");
  }

  private Run other(Caller caller, @Nullable String directory) {
    return staff
        .staff()
        .start(caller, StartRequest.of("other", "go").under(Terms.NONE.in(directory)));
  }

  @Test
  void a_restart_keeps_the_folder_and_looks_at_it_again() throws IOException {
    var run = start(ANNA, root + "/project/part");
    assertThat(directory(staff.staff().restart(ANNA, run.id()))).isEqualTo(root + "/project/part");

    Files.delete(root.resolve("project/part"));
    Files.createSymbolicLink(root.resolve("project/part"), top);

    assertThatThrownBy(() -> staff.staff().restart(ANNA, run.id()))
        .hasMessageContaining("working_directory");
  }

  @Test
  void a_session_goes_on_in_its_folder_wherever_its_caller_speaks_from() throws IOException {
    closeRoots();
    var project = gitTop("talk");
    var sessions = staff.staff().sessions();
    var session = sessions.open(at(project), "player", null);
    assertThat(session.terms().workingDirectory()).isEqualTo(project.toString());
    var elsewhere = ANNA.at(new Workplace(top, Map.of()));
    var run = sessions.send(elsewhere, session.id(), new Sessions.Message("complete One"));
    assertThat(directory(run)).isEqualTo(project.toString());
  }
}
