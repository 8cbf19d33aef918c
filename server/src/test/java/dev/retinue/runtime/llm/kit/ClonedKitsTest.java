package dev.retinue.runtime.llm.kit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Commission;
import dev.retinue.core.Isolated;
import dev.retinue.core.Permissions;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.craft.Kit;
import dev.retinue.core.staff.StartRequest;
import dev.retinue.process.Removal;
import dev.retinue.process.git.Git;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.HostileRepository;
import dev.retinue.testing.TestStaff;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tools that work on a clone, and what is kept of it.
@EndToEnd
final class ClonedKitsTest {
  private static final Kit FILES = new Kit(Kit.Kind.FILESYSTEM);
  private static final Kit SHELL = new Kit(Kit.Kind.SHELL);

  @TempDir private Path folder;
  private KitBench bench;
  private HostileRepository repository;

  @BeforeEach
  void open() throws IOException {
    bench = new KitBench(folder.toRealPath(), Permissions.NONE);
    repository = HostileRepository.in(bench.work());
    bench.hire(FILES, SHELL);
  }

  @AfterEach
  void nothing_is_left_whatever_the_test_did() throws IOException {
    bench.close();
    assertThat(bench.processes()).isEmpty();
    assertThat(bench.folders()).isEmpty();
    assertThat(repository.executed()).isEmpty();
    assertThat(bench.work().resolve("file.txt")).hasContent("one");
    assertThat(bench.work().resolve("new.txt")).doesNotExist();
  }

  private RunId start(String... lines) {
    var terms = Commission.Terms.NONE.in(bench.work().toString()).on(Commission.Isolation.CLONE);
    return bench
        .staff()
        .start(
            StartRequest.of(KitBench.AGENT, String.join("\n", lines).replace('\'', '"'))
                .under(terms));
  }

  private static Isolated.Result result(Run run) {
    return Objects.requireNonNull(Isolated.of(run).orElseThrow().result());
  }

  private String kept(Run run, String file) throws InterruptedException {
    var isolated = Isolated.of(run).orElseThrow();
    return new Git(System.getenv(), folder.resolve("git"))
        .require(isolated.folder(), "show", isolated.branch() + ":" + file);
  }

  @Test
  void what_tools_do_on_a_clone_becomes_a_branch_and_the_folder_stays_as_it_was() throws Exception {
    var id =
        start(
            "write_file {'path':'file.txt','content':'two'}",
            "shell {'cmd':'echo made > new.txt; pwd'}",
            "read_file {'path':'%s/file.txt'}".formatted(bench.work()));

    var said = bench.said(id);
    var run = bench.staff().run(id);
    var isolated = Isolated.of(run).orElseThrow();
    assertThat(said.get(1)).isEqualTo(isolated.directory() + "\n");
    assertThat(said.get(2)).as("kits are confined to the clone").startsWith("failed: ");
    assertThat(run.state()).isInstanceOf(State.Completed.class);
    assertThat(result(run).commits()).isEqualTo(1);
    assertThat(result(run).files()).containsExactly("file.txt", "new.txt");
    assertThat(kept(run, "file.txt")).isEqualTo("two");
    assertThat(isolated.directory()).doesNotExist();
  }

  @Test
  void who_waits_for_the_end_knows_the_branch_by_then() {
    var id = start("write_file {'path':'new.txt','content':'x'}");

    bench.said(id);
    var events = bench.staff().events(id);
    var told =
        events.stream()
            .filter(
                it ->
                    it instanceof RunEvent.Learned(var _, var facts)
                        && facts.containsKey("isolation_commits"))
            .findFirst()
            .orElseThrow();
    assertThat(events.indexOf(told))
        .isLessThan(
            events.indexOf(
                events.stream()
                    .filter(RunEvent.Completed.class::isInstance)
                    .findFirst()
                    .orElseThrow()));
  }

  @Test
  void nothing_is_at_work_in_the_clone_when_it_is_kept() throws Exception {
    var id =
        start(
            "run_background_job {'cmd':'while :; do date > new.txt; done'}",
            "shell {'cmd':'while ! test -s new.txt; do :; done'}");

    bench.said(id);
    assertThat(result(bench.staff().run(id)).files()).containsExactly("new.txt");
    assertThat(bench.processes()).isEmpty();
  }

  @Test
  void what_a_stopped_run_left_is_kept_too() throws Exception {
    var id =
        start(
            "shell {'cmd':'echo made > new.txt; echo > $TMPDIR/ready; tail -f /dev/null','timeout':600}");
    var run = bench.staff().await(id, it -> Isolated.of(it).isPresent());
    var made = Isolated.of(run).orElseThrow().directory().resolve("new.txt");
    while (!Files.exists(made) || Files.size(made) == 0) {
      Thread.onSpinWait();
    }
    bench.staff().staff().stop(TestStaff.OWNER, id, "enough");

    var over = bench.staff().await(id, it -> it.ended() && !it.ending());
    assertThat(over.state()).isInstanceOf(State.Stopped.class);
    assertThat(result(over).files()).containsExactly("new.txt");
  }

  @Test
  void a_folder_that_is_in_no_repository_is_refused_in_a_sentence() throws Exception {
    Removal.of(bench.work().resolve(".git"));
    var id = start("tools");

    var run = bench.staff().awaitEnd(id);
    assertThat(run.state())
        .isInstanceOfSatisfying(
            State.Failed.class,
            it -> assertThat(it.message()).contains("isolation 'clone' needs a git repository"));
  }
}
