package dev.retinue.runtime.llm.kit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Permissions;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.craft.Kit;
import dev.retinue.core.staff.Sessions;
import dev.retinue.runtime.cli.isolation.Rooms;
import dev.retinue.testing.TestStaff;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// From the kits of an agent to its tools.
final class KitsTest {
  private static final Kit FILES = new Kit(Kit.Kind.FILESYSTEM);

  @TempDir private Path folder;
  private KitBench bench;

  @BeforeEach
  void open() throws IOException {
    bench = new KitBench(folder.toRealPath(), Permissions.NONE);
  }

  @AfterEach
  void nothing_is_left() throws IOException {
    bench.close();
    assertThat(bench.folders()).isEmpty();
  }

  private static Kit only(Kit.Kind kind, String... tools) {
    return new Kit(kind, List.of(tools), "", Kit.Setup.USUAL);
  }

  @Test
  void an_agent_has_the_tools_of_its_kits_under_their_names() {
    bench.hire(
        FILES,
        new Kit(Kit.Kind.SHELL),
        new Kit(Kit.Kind.FETCH),
        new Kit(Kit.Kind.THINK),
        new Kit(Kit.Kind.TODO),
        new Kit(Kit.Kind.MEMORY),
        new Kit(Kit.Kind.USER_PROMPT));
    assertThat(bench.play("tools").getFirst().split(" ", -1))
        .containsExactly(
            "read_file",
            "read_multiple_files",
            "list_directory",
            "directory_tree",
            "search_files_content",
            "write_file",
            "edit_file",
            "create_directory",
            "remove_directory",
            "shell",
            "run_background_job",
            "list_background_jobs",
            "view_background_job",
            "stop_background_job",
            "fetch",
            "think",
            "create_todo",
            "create_todos",
            "update_todos",
            "list_todos",
            "add_memory",
            "get_memories",
            "search_memories",
            "update_memory",
            "delete_memory",
            "user_prompt");
  }

  @Test
  void a_kit_may_name_some_of_its_tools() {
    bench.hire(
        only(Kit.Kind.FILESYSTEM, "read_file", "rm_rf"),
        only(Kit.Kind.FILESYSTEM, "list_directory"));
    var run = bench.start("tools");
    assertThat(bench.said(run)).containsExactly("read_file list_directory");
    assertThat(bench.noted(run))
        .containsExactly("The toolset 'filesystem' has no tool 'rm_rf', which the agent names.");
  }

  @Test
  void rules_hold_for_the_tools_of_kits() throws IOException {
    Files.writeString(bench.work().resolve("open.txt"), "needle");
    Files.writeString(bench.work().resolve("key.pem"), "needle");
    Files.createSymbolicLink(bench.work().resolve("alias"), Path.of("key.pem"));
    bench.hire(
        true,
        new Permissions(List.of(), List.of(), List.of("Read(*.pem)", "Edit(open.txt)")),
        FILES);
    var said =
        bench.play(
            "read_file {'path':'key.pem'}",
            "read_file {'path':'alias'}",
            "read_multiple_files {'paths':['open.txt','key.pem']}",
            "search_files_content {'path':'.','query':'needle'}",
            "search_files_content {'path':'key.pem','query':'needle'}",
            "list_directory {'path':'.'}",
            "write_file {'path':'open.txt','content':'mine'}",
            "write_file {'path':'./x/../open.txt','content':'mine'}",
            "read_file {'path':'open.txt'}");
    assertThat(
            List.of(said.get(0), said.get(1), said.get(2), said.get(4), said.get(6), said.get(7)))
        .allMatch(it -> it.startsWith("failed: It is not allowed"));
    assertThat(said.get(3)).contains("open.txt").doesNotContain("pem");
    assertThat(said.get(5)).doesNotContain("pem");
    assertThat(said.get(8)).isEqualTo("needle");
  }

  @Test
  void an_agent_of_a_project_is_asked_about_before_it_changes_anything() {
    bench.hire(false, Permissions.NONE, FILES);
    var run =
        bench.start("list_directory {'path':'.'}", "write_file {'path':'a.txt','content':'x'}");
    var waiting = bench.staff().await(run, it -> it.state() instanceof State.Waiting);
    answer(run, waiting, "deny");
    assertThat(bench.said(run)).containsExactly("It is empty.", "failed: It was denied.");
    assertThat(bench.work().resolve("a.txt")).doesNotExist();
  }

  private void answer(RunId run, Run waiting, String text) {
    var need = ((State.Waiting) waiting.state()).needs().getFirst();
    bench.staff().staff().answer(TestStaff.OWNER, run, need.id(), text);
  }

  @Test
  void a_run_without_a_folder_has_one_of_its_own_that_goes_with_it() {
    bench.hire(FILES);
    var run =
        bench
            .staff()
            .start(
                KitBench.AGENT,
                "write_file {\"path\":\"a\",\"content\":\"x\"}\nlist_directory {\"path\":\".\"}");
    assertThat(bench.said(run)).containsExactly("Made 'a' with 1 characters.", "FILE a");
    assertThat(bench.noted(run).getFirst()).contains("in an empty folder");
  }

  @Test
  void the_messages_of_a_session_without_a_folder_share_one() {
    bench.hire(FILES);
    var sessions = bench.staff().staff().sessions();
    var session = sessions.open(TestStaff.OWNER, KitBench.AGENT, null).id();
    var first = say(session, "write_file {\"path\":\"a\",\"content\":\"x\"}");
    assertThat(bench.said(first)).containsExactly("Made 'a' with 1 characters.");
    assertThat(bench.noted(first)).containsExactly(Rooms.REMARK);
    bench.staff().await(first, run -> run.ended() && !run.ending());
    var second = say(session, "list_directory {\"path\":\".\"}");
    assertThat(bench.said(second)).containsExactly("FILE a");
    assertThat(bench.noted(second)).as("it was said once").isEmpty();
  }

  private RunId say(String session, String words) {
    var sessions = bench.staff().staff().sessions();
    return sessions.send(TestStaff.OWNER, session, new Sessions.Message(words)).id();
  }

  @Test
  void what_is_remembered_is_there_in_the_next_run() {
    bench.hire(new Kit(Kit.Kind.MEMORY));
    var added = bench.play("add_memory {'memory':'Likes tea','category':'taste'}").getFirst();
    assertThat(added).matches("Remembered as mem_[0-9a-f]{16}\\.");
    var id = added.replaceAll(".*(mem_[0-9a-f]+).*", "$1");
    var said =
        bench.play(
            "search_memories {'query':'TEA'}",
            "search_memories {'query':'coffee'}",
            "update_memory {'id':'%s','memory':'Likes coffee'}".formatted(id),
            "get_memories",
            "delete_memory {'id':'%s'}".formatted(id),
            "delete_memory {'id':'%s'}".formatted(id));
    assertThat(said.get(0)).contains("Likes tea");
    assertThat(said.get(1)).isEqualTo("Nothing is remembered.");
    assertThat(said.get(3)).contains("Likes coffee").contains("taste");
    assertThat(said.get(4)).startsWith("Forgot");
    assertThat(said.get(5)).startsWith("failed: There is no memory");
  }

  @Test
  void an_agent_of_a_project_does_not_read_what_another_remembers() {
    bench.hire(new Kit(Kit.Kind.MEMORY));
    bench.play("add_memory {'memory':'secret'}");
    bench.hire(
        false,
        new Permissions(List.of("add_memory"), List.of(), List.of()),
        new Kit(Kit.Kind.MEMORY));
    assertThat(bench.play("get_memories")).containsExactly("Nothing is remembered.");
  }

  @Test
  void a_question_is_answered_by_the_caller() {
    bench.hire(new Kit(Kit.Kind.USER_PROMPT));
    var run = bench.start("user_prompt {'message':'Which one?','title':'Choice'}");
    var waiting = bench.staff().await(run, it -> it.state() instanceof State.Waiting);
    assertThat(((State.Waiting) waiting.state()).needs().getFirst().text())
        .isEqualTo("Choice: Which one?");
    answer(run, waiting, "the red one");
    assertThat(bench.said(run)).containsExactly("the red one");
  }

  @Test
  void only_files_of_the_operator_bring_servers_along() {
    var server = new Kit.Server("mine", false, "/bin/true", List.of(), Map.of(), null, Map.of());
    var setup = new Kit.Setup(Map.of(), List.of(), List.of(), null, null, false, server);
    bench.hire(false, Permissions.NONE, new Kit(Kit.Kind.MCP, List.of(), "", setup));
    var run = bench.start("tools");
    assertThat(bench.said(run)).containsExactly("");
    assertThat(bench.noted(run).getFirst()).startsWith("The MCP server 'mine' is left out");
  }

  @Test
  void a_server_that_the_operator_does_not_have_is_told() {
    var server = new Kit.Server("theirs", true, null, List.of(), Map.of(), null, Map.of());
    var setup = new Kit.Setup(Map.of(), List.of(), List.of(), null, null, false, server);
    bench.hire(new Kit(Kit.Kind.MCP, List.of(), "", setup), new Kit(Kit.Kind.THINK));
    var run = bench.start("tools", "think {'thought':'hm'}");
    assertThat(bench.said(run)).containsExactly("think", "Noted. Go on.");
    assertThat(bench.noted(run)).containsExactly("There is no tool server for 'theirs'.");
  }

  @Test
  void a_list_of_things_to_do_is_kept() {
    bench.hire(new Kit(Kit.Kind.TODO));
    var said =
        bench.play(
            "create_todo {'description':'first'}",
            "create_todos {'descriptions':['second','third']}",
            "update_todos {'updates':[{'id':'todo_2','status':'completed'},{'id':'todo_9','status':'pending'}]}",
            "update_todos {'updates':[{'id':'todo_9','status':'pending'}]}",
            "update_todos {'updates':[{'id':'todo_1','status':'done'}]}",
            "create_todos {'descriptions':[%s'x']}".formatted("'x',".repeat(98)),
            "list_todos");
    assertThat(said.get(2)).contains("\"not_found\":[\"todo_9\"]").contains("\"open\":2");
    assertThat(said.subList(3, 6)).allMatch(it -> it.startsWith("failed: "));
    assertThat(said.get(6))
        .contains("{\"id\":\"todo_2\",\"description\":\"second\",\"status\":\"completed\"}")
        .contains("\"open\":2");
  }
}
