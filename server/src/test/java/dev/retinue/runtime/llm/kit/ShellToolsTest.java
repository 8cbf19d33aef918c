package dev.retinue.runtime.llm.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.retinue.core.Confinement;
import dev.retinue.core.Permissions;
import dev.retinue.core.RunEvent;
import dev.retinue.core.craft.Kit;
import dev.retinue.process.LeftoverProcesses;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.TestStaff;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Commands of agents that think, and what is left of them: nothing.
@EndToEnd
final class ShellToolsTest {
  private static final Kit SHELL = new Kit(Kit.Kind.SHELL);

  @TempDir private Path folder;
  private KitBench bench;

  @BeforeEach
  void open() throws IOException {
    bench = new KitBench(folder.toRealPath(), Permissions.NONE);
  }

  @AfterEach
  void nothing_is_left_whatever_the_test_did() throws IOException {
    bench.close();
    assertThat(bench.processes()).isEmpty();
    assertThat(bench.folders()).isEmpty();
  }

  @Test
  void a_line_runs_in_the_folder_of_the_run_and_sees_no_keys() throws IOException {
    bench.hire(SHELL);
    Files.createDirectory(bench.work().resolve("sub"));
    var said =
        bench.play(
            "shell {'cmd':'pwd; echo to both >&2'}",
            "shell {'cmd':'pwd','cwd':'sub'}",
            "shell {'cmd':'env'}",
            "shell {'cmd':'exit 3'}",
            "shell {'cmd':'true'}");
    assertThat(said.get(0)).isEqualTo(bench.work() + "\nto both\n");
    assertThat(said.get(1)).isEqualTo(bench.work().resolve("sub") + "\n");
    assertThat(said.get(2))
        .contains("HOME=")
        .doesNotContain("OPENAI_API_KEY")
        .doesNotContain("MINE");
    assertThat(said.get(3)).isEqualTo("failed: It ended with exit code 3.\nIt printed nothing.");
    assertThat(said.get(4)).isEqualTo("It printed nothing.");
  }

  @Test
  void a_file_of_the_operator_gives_variables_and_others_do_not() {
    var setup =
        new Kit.Setup(Map.of("GIVEN", "${MINE}!"), List.of(), List.of(), null, null, false, null);
    var kit = new Kit(Kit.Kind.SHELL, List.of("shell"), "", setup);
    bench.hire(kit);
    assertThat(bench.play("tools", "shell {'cmd':'echo $GIVEN'}")).containsExactly("shell", "m!\n");
    var allow = new Permissions(List.of("shell"), List.of(), List.of());
    bench.hire(false, allow, kit);
    assertThat(bench.play("shell {'cmd':'echo $GIVEN'}")).containsExactly("It printed nothing.");
  }

  @Test
  void a_line_that_takes_too_long_is_ended_with_all_that_it_started() {
    bench.hire(SHELL);
    var said =
        bench.play(
            "shell {'cmd':'echo begun; sleep 1000 & sleep 1000','timeout':1}",
            "shell {'cmd':'echo on'}");
    assertThat(said.get(0)).isEqualTo("failed: It took longer than 1 s, and was ended.\nbegun\n");
    assertThat(said.get(1)).isEqualTo("on\n");
  }

  @Test
  void what_a_line_leaves_in_the_background_ends_with_it() {
    bench.hire(SHELL);
    var run =
        bench.start("shell {'cmd':'setsid sleep 1000 & echo $!'}", "shell {'cmd':'sleep 1000'}");
    bench.staff().awaitEvent(run, RunEvent.Said.class::isInstance);
    var left =
        (RunEvent.Said)
            bench.staff().events(run).stream()
                .filter(RunEvent.Said.class::isInstance)
                .findFirst()
                .orElseThrow();
    assertThat(bench.processes()).doesNotContain("/proc/" + left.text().strip());
    bench.staff().staff().stop(TestStaff.OWNER, run, "enough");
    bench.staff().awaitEnd(run);
    assertThat(bench.processes()).isEmpty();
  }

  @Test
  void ten_megabytes_are_shown_by_both_ends() {
    bench.hire(SHELL);
    var said =
        bench.play(
            "shell {'cmd':'echo first; head -c 10000000 /dev/zero | tr \\\\0 x; echo; echo last'}");
    assertThat(said.getFirst())
        .startsWith("first\n")
        .endsWith("last\n")
        .contains("bytes are left out here")
        .hasSizeLessThan(45_000);
  }

  @Test
  void one_who_prints_without_an_end_is_ended() {
    bench.hire(SHELL);
    var said = bench.play("shell {'cmd':'yes','timeout':60}");
    assertThat(said.getFirst()).startsWith("failed: It printed more than 64 MB, and was ended.");
  }

  @Test
  void jobs_are_listed_viewed_and_stopped() {
    bench.hire(SHELL);
    var said =
        bench.play(
            "run_background_job {'cmd':'echo hello; sleep 1000'}",
            "shell {'cmd':'sleep 0.5'}",
            "list_background_jobs",
            "view_background_job {'job_id':'job_1'}",
            "stop_background_job {'job_id':'job_1'}",
            "stop_background_job {'job_id':'job_1'}",
            "view_background_job {'job_id':'job_7'}");
    assertThat(said.get(0)).startsWith("Started as job_1");
    assertThat(said.get(2)).startsWith("job_1: running").contains("sleep 1000");
    assertThat(said.get(3)).endsWith("\nhello\n");
    assertThat(said.get(4)).isEqualTo("job_1 was stopped.");
    assertThat(said.get(5)).isEqualTo("job_1 had ended before: stopped.");
    assertThat(said.get(6)).startsWith("failed: There is no job 'job_7'");
  }

  @Test
  void a_job_does_not_outlive_its_run() {
    bench.hire(SHELL);
    bench.play("run_background_job {'cmd':'setsid sh -c \\'sleep 1000\\' & sleep 1000'}");
    assertThat(bench.processes()).isEmpty();
  }

  @Test
  void only_so_many_jobs_run_at_once() {
    bench.hire(SHELL);
    var lines = new String[21];
    Arrays.fill(lines, "run_background_job {'cmd':'sleep 1000'}");
    assertThat(bench.play(lines).getLast()).startsWith("failed: 20 jobs are running");
  }

  @Test
  void rules_about_commands_hold_for_lines_and_jobs() {
    bench.hire(
        true, new Permissions(List.of(), List.of(), List.of("Bash(rm *)", "shell(curl *)")), SHELL);
    var said =
        bench.play(
            "shell {'cmd':'echo a; rm -rf x'}",
            "run_background_job {'cmd':'rm x'}",
            "run_background_job {'cmd':'curl x'}",
            "shell {'cmd':'echo fine'}");
    assertThat(said.subList(0, 3)).allMatch(it -> it.startsWith("failed: It is not allowed"));
    assertThat(said.get(3)).isEqualTo("fine\n");
  }

  @Test
  void a_command_does_not_begin_outside() {
    bench.hire(SHELL);
    var said =
        bench.play(
            "shell {'cmd':'pwd','cwd':'..'}",
            "shell {'cmd':'pwd','cwd':'/'}",
            "shell {'cmd':'pwd','cwd':'nowhere'}",
            "shell {'cmd':''}",
            "shell {'cmd':'pwd','timeout':100000}");
    assertThat(said).hasSize(5).allMatch(it -> it.startsWith("failed: "));
  }

  @Test
  void whoever_comes_after_a_dead_process_ends_what_it_had_started() throws IOException {
    bench.hire(SHELL);
    var run =
        bench.start(
            "run_background_job {'cmd':'setsid sleep 1000'}",
            "shell {'cmd':'sleep 1000','timeout':600}");
    bench.staff().awaitEvent(run, RunEvent.Said.class::isInstance);
    assertThat(bench.processes()).isNotEmpty();
    new LeftoverProcesses(folder.toRealPath()).reap(List.of());
    bench.staff().awaitEnd(run);
    assertThat(bench.processes()).isEmpty();
  }

  @Test
  void a_file_of_the_operator_brings_a_server_along_for_each_run() throws IOException {
    var program = folder.resolve("tool-server");
    try (var script = getClass().getResourceAsStream("/programs/tool-server.sh")) {
      Files.write(program, Objects.requireNonNull(script).readAllBytes());
    }
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    var server =
        new Kit.Server(
            "mine",
            false,
            program.toString(),
            List.of(),
            Map.of("SERVER_KEY", "${MINE}"),
            null,
            Map.of());
    var setup = new Kit.Setup(Map.of(), List.of(), List.of(), null, null, false, server);
    bench.hire(new Kit(Kit.Kind.MCP, List.of("play"), "", setup), new Kit(Kit.Kind.THINK));
    var said = bench.play("tools", "mine__play {'do':'where'}");
    assertThat(said).containsExactly("think mine__play", bench.work().toString());
    assertThat(bench.processes()).isEmpty();
  }

  @Test
  void commands_are_in_the_sandbox_of_their_agent() throws IOException {
    var sandboxed = bench.confines();
    assumeTrue(sandboxed.missing(new Confinement(2, true, Confinement.Login.OWNER)).isEmpty());
    Files.createDirectory(bench.work().resolve("sub"));
    bench.hire(new Confinement(2, true, Confinement.Login.OWNER), SHELL);
    var said =
        bench.play(
            "shell {'cmd':'echo inside > ../made.txt && cat ../made.txt','cwd':'sub'}",
            "shell {'cmd':'echo out > ../made.txt'}",
            "shell {'cmd':'ls ../data'}");
    assertThat(said.get(0)).isEqualTo("inside\n");
    assertThat(said.get(1)).startsWith("failed: ").contains("denied");
    assertThat(said.get(2)).startsWith("failed: ").contains("denied");
    assertThat(bench.work().resolveSibling("made.txt")).doesNotExist();
  }

  @Test
  void what_a_line_printed_is_not_kept_until_the_run_ends() throws IOException {
    bench.hire(SHELL);
    var run =
        bench.start(
            "shell {'cmd':'echo one'}",
            "shell {'cmd':'echo two'}",
            "shell {'cmd':'sleep 1000','timeout':600}");
    bench
        .staff()
        .awaitEvent(
            run, it -> it instanceof RunEvent.Said(var _, var text) && text.startsWith("two"));
    try (var all = Files.list(bench.folders().getFirst())) {
      assertThat(all.filter(it -> it.getFileName().toString().startsWith("out-")))
          .hasSizeLessThanOrEqualTo(1);
    }
    bench.staff().staff().stop(TestStaff.OWNER, run, "enough");
  }

  /// The daemon opens what they print to, and is in no sandbox: a link there would lead out of it.
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void no_command_reaches_what_others_print_to(int level) throws IOException {
    var tier = new Confinement(level, true, Confinement.Login.OWNER);
    assumeTrue(bench.confines().missing(tier).isEmpty());
    Files.writeString(folder.resolve("secret.txt"), "a secret");
    var swap = "for f in $TMPDIR/../out-*; do ln -sf %s/secret.txt $f; done".formatted(folder);
    bench.hire(tier, SHELL);
    var lines = new String[20];
    Arrays.fill(lines, "shell {'cmd':'echo harmless'}");
    lines[0] = "shell {'cmd':'ls $TMPDIR/..'}";
    lines[1] = "run_background_job {'cmd':'while :; do %s; done'}".formatted(swap);
    var said = bench.play(lines);
    assertThat(said.getFirst()).doesNotContain("out-");
    assertThat(said.subList(2, 20)).containsOnly("harmless\n");
    assertThat(folder.resolve("secret.txt")).hasContent("a secret");
  }

  /// To open a pipe would wait for whoever writes into it.
  @Test
  void pipes_are_not_opened_by_the_tools_for_files() {
    bench.hire(SHELL, new Kit(Kit.Kind.FILESYSTEM));
    var said =
        bench.play(
            "shell {'cmd':'mkfifo pipe && mkdir sub && mkfifo sub/pipe'}",
            "read_file {'path':'pipe'}",
            "write_file {'path':'pipe','content':'x'}",
            "edit_file {'path':'pipe','edits':[{'oldText':'a','newText':'b'}]}",
            "search_files_content {'path':'.','query':'x'}",
            "read_file {'path':'pipe/x'}",
            "list_directory {'path':'.'}");
    assertThat(said.subList(1, 4))
        .containsOnly("failed: 'pipe' is no plain file, and so is not touched.");
    assertThat(said.get(4)).isEqualTo("Nothing was found.");
    assertThat(said.get(5)).contains("leads through 'pipe', which is no folder");
    assertThat(said.get(6)).isEqualTo("NODE pipe\nDIR  sub");
  }
}
