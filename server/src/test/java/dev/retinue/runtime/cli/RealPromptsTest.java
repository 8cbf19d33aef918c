package dev.retinue.runtime.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.retinue.core.Agent;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.process.Supervisor;
import dev.retinue.runtime.cli.claude.Claude;
import dev.retinue.runtime.cli.codex.Codex;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Npm;
import dev.retinue.testing.RealPrograms;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What the models behind the real programs see of prompts that would be something else.
@EndToEnd
final class RealPromptsTest {
  @TempDir private Path folder;
  private ScriptedLlm llm;
  private TestStaff staff;

  @BeforeEach
  void begin() {
    assumeTrue(Npm.isInstalled(), "the programs are not installed below .cache");
    llm = ScriptedLlm.start();
    var environment = RealPrograms.in(folder.resolve("home"), llm.url()).environment();
    environment.put("LC_ALL", "C");
    var data = folder.resolve("data");
    staff = TestStaff.in(data, new TestClock());
    staff.hire(agent("claude"), agent("codex"));
    var programs = new Programs(environment);
    var supervisor = new Supervisor(data, System.getenv());
    staff.begin(
        new CliRuntime(
            new Claude(), programs, supervisor, data.resolve("run"), InstantSource.system()),
        new CliRuntime(
            new Codex(), programs, supervisor, data.resolve("run"), InstantSource.system()));
  }

  private static Agent agent(String program) {
    return new Agent(
        program,
        "does what its script says",
        new Agent.Means(program, null),
        "",
        List.of(),
        Agent.Limits.NONE);
  }

  @AfterEach
  void end() {
    staff.close();
    llm.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"claude", "codex"})
  void models_see_prompts_as_they_were_written(String program) {
    var runs = new LinkedHashMap<RunId, String>();
    for (var hostile : HostilePromptsTest.PROMPTS) {
      var prompt = hostile + "\n" + ScriptedLlm.script(Turn.text("Heard " + runs.size() + "."));
      var id = staff.start(program, prompt);
      assertThat(staff.awaitEnd(id).state()).as(hostile).isInstanceOf(State.Completed.class);
      runs.put(id, prompt);
    }
    var seen = llm.exchanges().stream().map(it -> it.conversation().prompts()).toList();
    assertThat(runs.values())
        .allSatisfy(
            prompt -> assertThat(seen).anyMatch(it -> it.contains("Contract:\n\n" + prompt)));
  }
}
