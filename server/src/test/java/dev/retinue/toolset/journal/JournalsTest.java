package dev.retinue.toolset.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.Caller;
import dev.retinue.core.Commission.Terms;
import dev.retinue.core.RunId;
import dev.retinue.core.Workplace;
import dev.retinue.core.staff.Limits;
import dev.retinue.core.staff.Roots;
import dev.retinue.core.staff.Rules;
import dev.retinue.core.staff.StartRequest;
import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.model.Implementation;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Journals on a real staff: what is read, and what is written.
final class JournalsTest {
  private static final Caller OWNER = Caller.owner();
  private static final Caller ANNA = new Caller("anna", "anna", Caller.Scope.RUN, null);

  @TempDir private Path folder;
  private final TestClock clock = new TestClock();
  private final Semaphore written = new Semaphore(0);
  private Path project;
  private Path journals;
  private TestStaff staff;
  private Journals all;

  @BeforeEach
  void open() throws IOException {
    project = Files.createDirectories(folder.toRealPath().resolve("project"));
    journals = folder.resolve("journals");
    staff = staff();
    all = journals(null);
  }

  private TestStaff staff() {
    var usual = Rules.of(Limits.DEFAULT);
    var roots = new Roots(List.of(folder.toAbsolutePath()), null, null);
    return TestStaff.in(
            folder.resolve("data"),
            clock,
            new Rules(usual.limits(), usual.requests(), usual.starts(), roots))
        .hire("player", "")
        .begin(new ScriptedRuntime(clock));
  }

  /// Those who listen are told after something is written.
  private Journals journals(@Nullable String inProject) {
    var kept = new Journals(staff.staff(), staff.register(), clock, journals, inProject);
    var server = new McpServer(Implementation.of("retinue", "1"), "");
    var _ = server.onChange(_ -> written.release());
    kept.tell(server);
    return kept;
  }

  @AfterEach
  void close() {
    all.close();
    staff.close();
  }

  private RunId start(Caller caller, @Nullable Path place, String script, String summary) {
    var manner =
        new StartRequest.Manner(RunId.Prefix.SPAWN, "sonnet", Map.of("task_summary", summary));
    var request =
        new StartRequest(
            "player", script, manner, Terms.NONE.in(place == null ? null : place.toString()), null);
    return staff.staff().start(caller, request).id();
  }

  private RunId done(Caller caller, @Nullable Path place, String script, String summary) {
    var id = start(caller, place, script, summary);
    staff.awaitEnd(id);
    return id;
  }

  @Test
  void a_project_has_what_was_done_in_it_and_nothing_of_others() throws IOException {
    var other = Files.createDirectories(project.resolveSibling("other"));
    var mine = done(OWNER, project, "spend 0.0123\ncomplete All is well", "Look at it");
    done(OWNER, other, "complete elsewhere", "In another folder");
    done(OWNER, null, "complete nowhere", "In no folder");
    done(ANNA, project, "complete secret", "Of Anna");

    var log = all.log(OWNER, project);

    assertThat(log)
        .contains("### 🤖 Look at it", "`#" + mine + "` | Player (sonnet)", "All is well")
        .contains("**Done** (0.0s, $0.0123)")
        .doesNotContain("secret", "Anna", "elsewhere", "nowhere");
    assertThat(all.log(OWNER.at(new Workplace(project, Map.of())))).isEqualTo(log);
    assertThat(all.log(ANNA, project)).contains("secret").doesNotContain("All is well");
    assertThat(all.log(OWNER)).contains("elsewhere", "nowhere", "well").doesNotContain("secret");
    assertThat(all.context(OWNER, project)).contains("Look at it").doesNotContain("Anna");
    assertThat(all.context(ANNA, other)).contains("No active agents", "No runs yet");
    assertThat(all.findContext(ANNA, other)).isEmpty();
    assertThat(all.findContext(OWNER, project)).contains(all.context(OWNER, project));
  }

  @Test
  void a_run_reads_only_what_is_below_it() {
    var parent = start(OWNER, project, "start player complete below me\nawait\nhang", "Above");
    staff.await(parent, _ -> staff.all().stream().filter(it -> it.ended()).count() == 1);
    done(OWNER, project, "complete beside", "Beside");

    var log = all.log(new Caller(OWNER.id(), OWNER.name(), Caller.Scope.RUN, parent), project);

    assertThat(log).contains("Above", "below me").doesNotContain("eside");
  }

  @Test
  void every_ending_has_its_line_and_its_output() {
    done(OWNER, project, "say half of it\nfail quota Come back later", "It fails");
    var stopped = start(OWNER, project, "say begun\nhang", "It is stopped");
    staff.await(stopped, run -> run.dossier().recentOutput() != null);
    staff.staff().stop(OWNER, stopped, "nobody needs it");
    staff.awaitEnd(stopped);
    var waiting = start(OWNER, project, "ask Red or blue?", "It asks");
    staff.await(waiting, run -> !run.needs().isEmpty());

    var log = all.log(OWNER, project);

    assertThat(log)
        .contains("❌ **Failed**: quota: Come back later (", "half of it")
        .contains("🛑 **Stopped**: nobody needs it (", "begun")
        .contains("✋ **Waiting**: answer |", "<!-- RESULT_%s -->".formatted(waiting));
    assertThat(Outline.of(log).entries())
        .containsExactly("### 🤖 It fails", "### 🤖 It is stopped", "### 🤖 It asks");
    assertThat(all.context(OWNER, project)).contains("| `%s` | Player".formatted(waiting));
  }

  @Test
  void a_result_of_megabytes_is_shown_by_both_ends_and_whole_elsewhere() {
    var id = start(OWNER, project, "hang", "A large one");
    staff.await(id, run -> run.state().active());
    var payload = "a".repeat(2_500_000) + "b".repeat(2_500_000);
    staff.staff().complete(OWNER, id, "Done", payload.getBytes(StandardCharsets.US_ASCII));

    var log = all.log(OWNER, project);

    assertThat(log.length()).isLessThan(52_000);
    assertThat(log).contains("Output (5,000,006 characters)", "[... 4,950,006 characters left out");
    Outline.of(log).holds(1, 2);
  }

  @Test
  void only_the_newest_are_shown_and_the_older_of_many_long_ones_are_short() {
    var text = "x".repeat(30_000);
    for (int i = 0; i < 205; i++) {
      start(OWNER, project, "complete " + text + i, "Number " + i);
    }
    staff.all().forEach(run -> staff.awaitEnd(run.id()));

    var log = all.log(OWNER, project);

    var entries = Outline.of(log).entries();
    assertThat(entries).hasSize(200).endsWith("### 🤖 Number 204").startsWith("### 🤖 Number 5");
    assertThat(log.length()).isBetween(2_000_000, 3_000_000);
    assertThat(log).contains("The newest 200 runs; there were others before.");
  }

  @Test
  void the_files_follow_what_happens_and_are_private() throws Exception {
    all.begin();
    var id = done(OWNER, project, "complete All is well", "Look at it");
    done(ANNA, project, "complete secret", "Of Anna");

    var mine = file(OWNER, project, "IAC.md");
    // It is written last.
    until(() -> read(mine.resolveSibling("CONTEXT.md")).contains("✅ Done"));
    until(() -> read(file(ANNA, project, "IAC.md")).contains("secret"));
    assertThat(read(mine)).isEqualTo(all.log(OWNER, project)).contains(id.text());
    assertThat(read(mine.resolveSibling("CONTEXT.md"))).isEqualTo(all.context(OWNER, project));
    assertThat(permissions(mine)).isEqualTo("rw-------");
    var place = new JournalName(OWNER.id(), project.toString()).place();
    for (var each : List.of(Path.of(""), place.getName(0), place)) {
      assertThat(permissions(journals.resolve(each))).isEqualTo("rwx------");
    }
    try (var left = Files.list(journals.resolve(place))) {
      assertThat(left.map(it -> it.getFileName().toString()))
          .containsExactlyInAnyOrder("IAC.md", "CONTEXT.md", "about", ".lock");
    }
  }

  @Test
  void what_happened_while_nobody_looked_is_written_at_the_next_start() throws Exception {
    all.begin();
    done(OWNER, project, "complete first", "One");
    until(() -> read(file(OWNER, project, "IAC.md")).contains("first"));
    all.close();
    var other = Files.createDirectories(project.resolveSibling("other"));
    done(OWNER, other, "complete unseen", "Two");
    assertThat(file(OWNER, other, "IAC.md")).doesNotExist();

    all = journals(null);
    all.begin();

    until(() -> read(file(OWNER, other, "IAC.md")).contains("unseen"));
  }

  @Test
  void what_is_removed_goes_from_the_files_too() throws Exception {
    all.begin();
    var gone = done(OWNER, project, "complete to be forgotten", "One");
    done(OWNER, project, "complete to be kept", "Two");
    var log = file(OWNER, project, "IAC.md");
    until(() -> read(log).contains("forgotten") && read(log).contains("kept"));

    staff.staff().remove(OWNER, gone);

    until(() -> !read(log).contains("forgotten"));
    assertThat(read(log)).contains("kept");
    staff.all().forEach(run -> staff.staff().remove(OWNER, run.id()));
    until(() -> !Files.exists(log));
  }

  @Test
  void what_is_removed_concerns_no_other_journal() throws Exception {
    all.begin();
    var gone = done(OWNER, project, "complete to be forgotten", "One");
    done(ANNA, project, "complete secret", "Of Anna");
    var annas = file(ANNA, project, "CONTEXT.md");
    until(() -> read(annas).contains("✅ Done"));
    var log = file(OWNER, project, "IAC.md");
    until(() -> read(log).contains("forgotten"));
    all.close(); // All of them are written then, and once at a start.
    long former = annas.toFile().lastModified();
    all = journals(null);
    all.begin();
    until(() -> annas.toFile().lastModified() != former);
    long before = annas.toFile().lastModified();

    staff.staff().remove(OWNER, gone);
    until(() -> !Files.exists(log));
    all.close();

    assertThat(annas.toFile().lastModified()).isEqualTo(before);
  }

  @Test
  void many_writers_never_leave_a_part_of_a_page() throws Exception {
    done(OWNER, project, "complete " + "long ".repeat(5_000) + "end", "Large");
    var name = new JournalName(Caller.OWNER, project.toString());
    var log = journals.resolve(name.place()).resolve("IAC.md");
    var stop = new CountDownLatch(1);
    var rounds = new AtomicInteger();
    var first = new JournalFiles.Pages("writer 0\n".repeat(20_000) + "end of 0", "context");
    new JournalFiles(journals).write(name, () -> Optional.of(first));
    var writers = new ArrayList<Future<?>>();
    try (var crowd = Executors.newVirtualThreadPerTaskExecutor();
        AutoCloseable _ = stop::countDown) {
      for (int i = 0; i < 8; i++) {
        int number = i;
        writers.add(
            crowd.submit(
                () -> {
                  var files = new JournalFiles(journals);
                  var page = ("writer " + number + "\n").repeat(20_000) + "end of " + number;
                  while (stop.getCount() > 0) {
                    files.write(
                        name, () -> Optional.of(new JournalFiles.Pages(page, "context " + number)));
                    rounds.incrementAndGet();
                  }
                  return null;
                }));
      }
      for (int i = 0; i < 300 || rounds.get() < 50; i++) {
        assertThat(writers).as("nobody fails").noneMatch(Future::isDone);
        var text = Files.readString(log);
        var number = text.substring(text.length() - 1);
        assertThat(text).isEqualTo(("writer " + number + "\n").repeat(20_000) + "end of " + number);
      }
    }
  }

  @Test
  void who_fails_or_dies_while_he_writes_leaves_the_former_page() throws Exception {
    var files = new JournalFiles(journals);
    var name = new JournalName(Caller.OWNER, null);
    var pages = new JournalFiles.Pages("former", "former context");
    files.write(name, () -> Optional.of(pages));
    var place = journals.resolve(name.place());

    assertThatThrownBy(
            () ->
                files.write(
                    name,
                    () -> {
                      throw new IOException("the power went");
                    }))
        .hasMessage("the power went");
    // As one leaves it who was killed before he could give it its name.
    Files.writeString(place.resolve("IAC.md123.tmp"), "half of a pa");

    assertThat(place.resolve("IAC.md")).hasContent("former");
    files.write(name, () -> Optional.of(new JournalFiles.Pages("next", "c")));
    assertThat(place.resolve("IAC.md")).hasContent("next");
    assertThat(place.resolve("IAC.md123.tmp")).doesNotExist();
    assertThat(files.names()).containsExactly(name);
  }

  @Test
  void a_project_has_the_owners_journal_where_that_is_wanted() throws Exception {
    all.close();
    all = journals(".retinue");
    all.begin();
    done(OWNER, project, "complete All is well", "Look at it");
    done(ANNA, project, "complete secret", "Of Anna");
    var inside = project.resolve(".retinue");
    until(() -> read(inside.resolve("IAC.md")).contains("All is well"));
    until(() -> read(file(ANNA, project, "IAC.md")).contains("secret"));

    assertThat(inside.resolve(".gitignore")).hasContent("*");
    assertThat(read(inside.resolve("IAC.md"))).doesNotContain("secret");
    assertThat(read(inside.resolve("CONTEXT.md"))).contains("Look at it");
  }

  @Test
  void nothing_is_written_through_a_link_in_a_project() throws Exception {
    var victim = Files.createDirectories(project.resolveSibling("victim"));
    var precious = Files.writeString(victim.resolve("precious"), "untouched");
    var pages = new JournalFiles.Pages("log", "context");
    var copy = new ProjectCopy(".retinue");

    var link = Files.createSymbolicLink(project.resolve(".retinue"), victim);
    assertThatThrownBy(() -> copy.write(project, pages)).isInstanceOf(IOException.class);
    Files.delete(link);
    Files.writeString(link, "a file");
    assertThatThrownBy(() -> copy.write(project, pages)).isInstanceOf(IOException.class);
    Files.delete(link);
    var alias = Files.createSymbolicLink(project.resolveSibling("alias"), victim);
    assertThatThrownBy(() -> copy.write(alias, pages)).hasMessageContaining("not what it was");
    try (var left = Files.list(victim)) {
      assertThat(left).containsExactly(precious);
    }

    Files.createDirectory(project.resolve(".retinue"));
    Files.createSymbolicLink(project.resolve(".retinue/IAC.md"), precious);
    copy.write(project, pages);
    assertThat(precious).hasContent("untouched");
    assertThat(project.resolve(".retinue/IAC.md")).isRegularFile().hasContent("log");
    assertThat(Files.isSymbolicLink(project.resolve(".retinue/IAC.md"))).isFalse();
    assertThat(project.resolve(".retinue/.gitignore")).doesNotExist();
  }

  private Path file(Caller caller, Path place, String name) {
    return journals.resolve(new JournalName(caller.id(), place.toString()).place()).resolve(name);
  }

  private static String read(Path file) {
    try {
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException e) {
      return "";
    }
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  private void until(BooleanSupplier wished) throws InterruptedException {
    while (!wished.getAsBoolean()) {
      assertThat(written.tryAcquire(30, TimeUnit.SECONDS)).as("waited in vain").isTrue();
    }
  }
}
