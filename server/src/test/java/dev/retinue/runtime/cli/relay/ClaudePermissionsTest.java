package dev.retinue.runtime.cli.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.retinue.core.Agent;
import dev.retinue.core.Commission.Terms;
import dev.retinue.core.Conduct;
import dev.retinue.core.Confinement;
import dev.retinue.core.Need;
import dev.retinue.core.Permissions;
import dev.retinue.core.RetinueException;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.Vigilance;
import dev.retinue.core.staff.Limits;
import dev.retinue.core.staff.Rate;
import dev.retinue.core.staff.Roots;
import dev.retinue.core.staff.Rules;
import dev.retinue.core.staff.StartRequest;
import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.process.LeftoverProcesses;
import dev.retinue.process.Supervisor;
import dev.retinue.runtime.cli.CliRuntime;
import dev.retinue.runtime.cli.Doorway;
import dev.retinue.runtime.cli.LeftoverFolders;
import dev.retinue.runtime.cli.Programs;
import dev.retinue.runtime.cli.claude.Claude;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Npm;
import dev.retinue.testing.RealPrograms;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the real claude asks before it uses a tool, and what becomes of it.
@EndToEnd
final class ClaudePermissionsTest {
  private static final Permissions NO_RULES = Permissions.NONE;

  @TempDir private Path folder;
  private Path data;
  private Path work;
  private ScriptedLlm llm;
  private TestStaff staff;

  @BeforeEach
  void begin() throws IOException {
    assumeTrue(Npm.isInstalled(), "claude is not installed below .cache");
    folder = folder.toRealPath();
    data = folder.resolve("data");
    work = Files.createDirectory(folder.resolve("work"));
    llm = ScriptedLlm.start();
    open(NO_RULES);
  }

  /// @param operator the rules that hold for everybody
  private void open(Permissions operator) throws IOException {
    var home = Files.createDirectories(folder.resolve("home"));
    var environment = RealPrograms.in(home, llm.url()).environment();
    var rules = new Rules(Limits.DEFAULT, Rate.ANY, Rate.ANY, Roots.of(List.of(work), null));
    new LeftoverFolders(data.resolve("run")).reap(List.of());
    staff = TestStaff.in(data, new TestClock(), rules);
    hire("plain", List.of(), NO_RULES);
    hire("hasty", List.of(), asking(Duration.ofMillis(300)));
    hire(
        "ruled",
        List.of("Bash"),
        new Permissions(List.of("Bash(echo *)"), List.of("Bash(touch *)"), List.of("Bash(rm *)")));
    hire(
        "silent",
        List.of(),
        new Permissions(
            List.of("Bash(touch allowed)"),
            List.of(),
            List.of(),
            Permissions.Otherwise.DENY,
            null,
            false));
    staff.begin(
        new CliRuntime(
            new Claude(),
            new Programs(environment),
            new Supervisor(data, System.getenv()),
            data.resolve("run"),
            InstantSource.system(),
            new CliRuntime.House(operator, new Doorway())));
  }

  private static Permissions asking(Duration deadline) {
    return new Permissions(List.of(), List.of(), List.of(), null, deadline, false);
  }

  private void hire(String name, List<String> tools, Permissions permissions) {
    staff.hire(
        new Agent(
            name,
            "writes code",
            new Agent.Means("claude", null),
            "",
            tools,
            Agent.Limits.NONE,
            new Conduct(permissions, Confinement.USUAL, Vigilance.USUAL, null)));
  }

  @AfterEach
  void nothing_is_left() throws IOException {
    if (staff == null) {
      return;
    }
    staff.close();
    llm.close();
    new LeftoverProcesses(data).reap(List.of());
    try (var left = Files.list(data.resolve("run"))) {
      assertThat(left).isEmpty();
    }
  }

  private RunId start(String agent, Turn... turns) {
    var terms = Terms.NONE.in(work.toString());
    return staff.start(StartRequest.of(agent, "Do it. " + ScriptedLlm.script(turns)).under(terms));
  }

  private RunId startToTouch(String agent) {
    return start(agent, Turn.shell("touch made && echo hi"), Turn.text("got {{tool_result}}"));
  }

  private Need awaitNeed(RunId id) {
    return staff.await(id, run -> !run.needs().isEmpty() || run.ended()).needs().getFirst();
  }

  private void answer(RunId id, String words) {
    staff.staff().answer(TestStaff.OWNER, id, awaitNeed(id).id(), words);
  }

  private String summary(RunId id) {
    var run = staff.awaitEnd(id);
    assertThat(run.state()).as("%s", staff.events(id)).isInstanceOf(State.Completed.class);
    return ((State.Completed) run.state()).summary();
  }

  private List<String> asked(RunId id) {
    return staff.events(id).stream()
        .filter(RunEvent.Asked.class::isInstance)
        .map(it -> ((RunEvent.Asked) it).need().text())
        .toList();
  }

  private List<String> noted(RunId id) {
    return staff.events(id).stream()
        .filter(RunEvent.Noted.class::isInstance)
        .map(it -> ((RunEvent.Noted) it).text())
        .toList();
  }

  @Test
  void what_is_granted_is_done() {
    var id = startToTouch("plain");
    var need = awaitNeed(id);
    assertThat(need.kind()).isEqualTo(Need.Kind.PERMISSION);
    assertThat(need.text()).isEqualTo("Bash: touch made && echo hi (no rule names it)");
    assertThat(work.resolve("made")).doesNotExist();

    answer(id, "allow");

    assertThat(summary(id)).isEqualTo("got hi");
    assertThat(work.resolve("made")).exists();
  }

  @Test
  void what_is_denied_is_not_done_and_the_agent_hears_why() {
    var id = startToTouch("plain");
    answer(id, "deny: use another name");
    assertThat(summary(id)).isEqualTo("got It was denied: use another name");
    assertThat(work.resolve("made")).doesNotExist();
  }

  @Test
  void only_words_that_mean_something_are_an_answer() {
    var id = startToTouch("plain");
    var need = awaitNeed(id).id();
    assertThatThrownBy(() -> staff.staff().answer(TestStaff.OWNER, id, need, "perhaps"))
        .isInstanceOf(RetinueException.class)
        .hasMessageContaining("'allow', 'always'")
        .hasMessageContaining("not with 'perhaps'");
    assertThatThrownBy(() -> staff.staff().answer(TestStaff.OWNER, id, need, "always (x"))
        .isInstanceOf(RetinueException.class)
        .hasMessageContaining("does not name a tool");
    answer(id, "no");
    assertThat(summary(id)).isEqualTo("got It was denied.");
  }

  @Test
  void what_nobody_answers_in_time_is_denied() {
    var id = startToTouch("hasty");
    assertThat(summary(id)).isEqualTo("got It was denied: nobody answered within 0.3 s");
    assertThat(asked(id)).hasSize(1);
    assertThat(work.resolve("made")).doesNotExist();
  }

  @Test
  void what_is_always_allowed_is_asked_once() {
    var id =
        start(
            "plain",
            Turn.shell("touch made"),
            Turn.shell("touch made"),
            Turn.shell("touch other"),
            Turn.text("done"));
    answer(id, "always");
    assertThat(awaitNeed(id).text()).startsWith("Bash: touch other");
    answer(id, "always Bash(touch *)");
    assertThat(summary(id)).isEqualTo("done");
    assertThat(asked(id)).hasSize(2);
    assertThat(staff.run(id).facts().values()).contains("Bash: touch made", "Bash(touch *)");
  }

  @Test
  void what_the_rules_decide_is_not_asked() {
    var id =
        start(
            "ruled",
            Turn.shell("echo one"),
            Turn.shell("rm -rf x"),
            Turn.shell("ls; rm -rf y"),
            Turn.shell("touch made"),
            Turn.text("got {{tool_result}}"));
    var need = awaitNeed(id);
    assertThat(need.text()).isEqualTo("Bash: touch made (the rule 'Bash(touch *)' asks)");
    answer(id, "allow");
    summary(id);
    assertThat(asked(id)).hasSize(1);
    assertThat(noted(id))
        .filteredOn(it -> it.contains("may not do this"))
        .containsExactly(
            "It may not do this (the rule 'Bash(rm *)' denies it): Bash: rm -rf x",
            "It may not do this (the rule 'Bash(rm *)' denies it): Bash: ls; rm -rf y");
    assertThat(work.resolve("made")).exists();
  }

  @Test
  void the_operator_denies_above_what_an_agent_may_and_a_person_allows() throws Exception {
    staff.close();
    open(new Permissions(List.of(), List.of(), List.of("Bash(touch *)", "Read(.env)")));
    Files.writeString(work.resolve(".env"), "SECRET");
    var id =
        start(
            "ruled",
            Turn.shell("touch made"),
            Turn.tool("Read", Map.of("file_path", work.resolve(".env").toString())),
            Turn.text("got {{tool_result}}"));
    summary(id);
    assertThat(asked(id)).isEmpty();
    assertThat(work.resolve("made")).doesNotExist();

    var reader =
        start(
            "plain",
            Turn.tool("Read", Map.of("file_path", work + "/x/../.env")),
            Turn.text("got {{tool_result}}"));
    assertThat(summary(reader)).contains("Read(.env)").doesNotContain("SECRET");
  }

  @Test
  void where_nobody_is_to_be_asked_only_what_a_rule_allows_is_done() {
    var id =
        start(
            "silent",
            Turn.shell("touch allowed"),
            Turn.shell("touch made"),
            Turn.text("got {{tool_result}}"));
    assertThat(summary(id))
        .isEqualTo("got It is not allowed: no rule allows it, and nobody is asked.");
    assertThat(work.resolve("allowed")).exists();
    assertThat(work.resolve("made")).doesNotExist();
    assertThat(asked(id)).isEmpty();
  }

  @Test
  void several_at_once_are_asked_at_once() {
    var id =
        start(
            "plain",
            Turn.calls(Turn.shell("touch one"), Turn.shell("touch two")),
            Turn.text("done"));
    answer(id, "allow");
    answer(id, "deny");
    assertThat(summary(id)).isEqualTo("done");
    assertThat(work.resolve("one")).exists();
    assertThat(work.resolve("two")).doesNotExist();
  }

  @Test
  void a_run_that_is_stopped_while_it_waits_leaves_nothing() {
    var id = startToTouch("plain");
    awaitNeed(id);
    staff.staff().stop(TestStaff.OWNER, id, "enough");
    assertThat(staff.awaitEnd(id).state()).isInstanceOf(State.Stopped.class);
    assertThat(work.resolve("made")).doesNotExist();
  }

  @Test
  void a_run_whose_daemon_died_while_it_waited_asks_again_and_goes_on() throws Exception {
    var touch = Turn.shell("touch made && echo hi");
    // The model sees what it wanted to do before, and wants it again.
    var id = start("plain", touch, touch, touch, Turn.text("got {{tool_result}}"));
    var before = awaitNeed(id);
    staff.kill();
    new LeftoverProcesses(data).reap(List.of());

    open(NO_RULES);

    var after = staff.await(id, run -> !run.needs().isEmpty() || run.ended());
    assertThat(after.needs())
        .as("%s", staff.events(id))
        .extracting(Need::text)
        .containsExactly(before.text());
    assertThat(after.tenure().epoch()).isEqualTo(2);
    answer(id, "always");
    assertThat(summary(id)).isEqualTo("got hi");
    assertThat(work.resolve("made")).exists();
  }
}
