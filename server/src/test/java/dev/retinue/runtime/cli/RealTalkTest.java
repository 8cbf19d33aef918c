package dev.retinue.runtime.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Run;
import dev.retinue.core.State;
import dev.retinue.core.staff.Sessions;
import dev.retinue.core.staff.Sessions.Message;
import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.TestStaff;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Conversations with the real programs: each goes on in the program's own session.
@EndToEnd
final class RealTalkTest {
  @TempDir private Path folder;
  private ScriptedLlm llm;
  private RealStaff real;

  @BeforeEach
  void begin() {
    llm = ScriptedLlm.start();
    real = new RealStaff(folder, llm.url());
  }

  @AfterEach
  void end() {
    real.close();
    llm.close();
  }

  private Sessions sessions() {
    return real.staff().staff().sessions();
  }

  private Run send(String session, boolean inLine, String words, Turn... turns) {
    var message = new Message(RealStaff.prompt(words, turns), inLine, Map.of(), null);
    return sessions().send(TestStaff.OWNER, session, message);
  }

  private Run tell(String session, String words, Turn... turns) {
    var run = send(session, false, words, turns);
    return real.staff().await(run.id(), it -> it.ended() && !it.ending());
  }

  private static String answer(Run run) {
    assertThat(run.state()).isInstanceOf(State.Completed.class);
    return ((State.Completed) run.state()).summary();
  }

  @ParameterizedTest
  @ValueSource(strings = {"claude", "codex"})
  void a_conversation_goes_on_where_it_was_and_a_fork_knows_what_was_said(String program)
      throws InterruptedException {
    var session = sessions().open(TestStaff.OWNER, program, null).id();
    var first = tell(session, "My cup is red.", Turn.text("Red, I see.").usage(1000, 10));
    assertThat(answer(first)).contains("Red, I see.");

    // One that waits for its turn goes on with the one before it, too.
    var second =
        send(session, false, "And my plate blue.", Turn.text("Blue, too.").usage(1500, 20));
    var third = send(session, true, "Which colours?", Turn.text("Red and blue.").usage(1700, 30));
    var last = real.staff().await(third.id(), it -> it.ended() && !it.ending());

    assertThat(answer(last)).contains("Red and blue.");
    assertThat(last.facts())
        .containsEntry(CliRuntime.SESSION, first.facts().get(CliRuntime.SESSION));
    assertThat(last.dossier().usage().inputTokens()).isEqualTo(1700);
    var asked = llm.await("Which colours?");
    assertThat(asked.heard("My cup is red.")).as("it remembers").isTrue();
    assertThat(asked.heard("This was said in our conversation before")).isFalse();
    assertThat(real.staff().run(second.id()).ended()).isTrue();

    var fork = sessions().fork(TestStaff.OWNER, session, null, first.id()).id();
    assertThat(answer(tell(fork, "Which colour?", Turn.text("Red.")))).contains("Red.");
    var forked = llm.await("Which colour?");
    assertThat(forked.heard("My cup is red.")).isTrue();
    assertThat(forked.heard("And my plate blue.")).isFalse();
    real.assertNothingIsLeft();
  }
}
