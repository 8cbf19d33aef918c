package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the commands say before any daemon is asked.
class CommandArgumentsTest {
  @TempDir private Path folder;

  private record Answer(int exitCode, String out, String err) {}

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run | Missing required parameter: '<contract>'. See: retinue run --help",
        "run ' ' | the contract is empty: say what the agent is to do.",
        "run - | the contract is empty: say what the agent is to do.",
        "run --max-seconds soon x | --max-seconds takes a whole number, not 'soon'. See: retinue run --help",
        "run --max-seconds 1.5 x | --max-seconds takes a whole number, not '1.5'. See: retinue run --help",
        "run --max-seconds 99999999999999999999 x | --max-seconds takes a smaller number than '99999999999999999999'. See: retinue run --help",
        "run --max-cost-usd little x | --max-cost-usd takes a number, not 'little'. See: retinue run --help",
        "run --max-cost-usd -1 x | --max-cost-usd must not be less than 0, and is -1.",
        "run --max-seconds -1 x | --max-seconds must be 1 or more, and is -1.",
        "ps -n many | --limit takes a whole number, not 'many'. See: retinue ps --help",
        "ps -n 99999999999 | --limit takes a smaller number than '99999999999'. See: retinue ps --help",
        "run --agnet x y | there is no option '--agnet'. Did you mean '--agent'? See: retinue run --help",
        "ps --limit 0 | --limit must be between 1 and 1000, not 0.",
        "ps me | ps takes no 'me'. See: retinue ps --help",
        "logs | Missing required parameter: '<id>'. See: retinue logs --help",
        "logs --after -1 x | --after must be between 0 and 9223372036854775807, not -1.",
        "wait | Missing required parameter: '<id>'. See: retinue wait --help",
        "wait --any --all x | Error: --any, --all are mutually exclusive (specify only one). See: retinue wait --help",
        "wait --timeout -5 x | --timeout must be between 0 and 2592000, not -5.",
        "stop | stop takes the ids of runs, or --all, and not both.",
        "stop --all x | stop takes the ids of runs, or --all, and not both.",
        "answer x | say the answer, too: retinue answer x \"…\". What is asked 'retinue answer' shows.",
        "answer x y z more | an answer of several words stands in quotes.",
        "doctor now | doctor takes no 'now'. See: retinue doctor --help",
        "connect --undo | say which client: retinue connect <client> --undo.",
        "token change --data nowhere ci | say what to change, such as --per-day 20 or --clear rate; 'retinue token show ci' shows what it allows.",
        "export x y | the last word is the file to write, such as tea.zip; 'y' is none.",
        "demo now | demo takes no 'now'. See: retinue demo --help",
      })
  void every_refusal_is_a_sentence(String args, String sentence) {
    assertThat(retinue(args, ""))
        .isEqualTo(new Answer(ExitCode.USAGE, "", "retinue: " + sentence + "\n"));
    assertThat(folder.resolve("data")).as("nothing was begun").doesNotExist();
  }

  @Test
  void what_was_typed_is_repeated_without_what_a_terminal_would_obey() {
    for (var args : List.of("connect \u001b]0;x\u0007y", "run --\u001b[31mz", "ps \u009b31mq")) {
      assertThat(retinue(args, "").err()).doesNotContainPattern("[\\p{Cntrl}\u009b&&[^\n]]");
    }
  }

  @Test
  void without_a_launcher_no_daemon_is_started_and_the_sentence_says_so() {
    for (var args : List.of("run x", "logs x", "wait x", "stop x", "answer x y", "demo")) {
      var answer = retinue(args, "");
      assertThat(answer.exitCode()).isEqualTo(ExitCode.USAGE);
      assertThat(answer.err()).contains("start it with the launcher, retinue, not with java.");
    }
  }

  @Test
  void nobody_needs_a_daemon_to_learn_that_nothing_has_run_yet() {
    assertThat(retinue("ps", "").out()).startsWith("Nothing is at work.");
    assertThat(retinue("ps -a", "").out()).startsWith("There are no runs yet.");
    assertThat(retinue("ps --json", "").out()).isEqualTo("{\"agents\":[]}\n");
    assertThat(folder.resolve("data")).doesNotExist();
  }

  @Test
  void the_doctor_changes_nothing_and_knows_what_is_missing() {
    var answer = retinue("doctor", "");
    assertThat(answer.exitCode()).isZero();
    assertThat(answer.out())
        .contains("ok    java", "warn  installation", "→ Start it with the launcher")
        .contains("is not there yet; the first start makes it", "none runs");
    assertThat(folder.resolve("data")).doesNotExist();
    assertThat(retinue("doctor --json", "").out()).startsWith("{\"healthy\":true,\"findings\":[{");
  }

  @Test
  void the_doctor_fails_where_no_daemon_could_start() throws Exception {
    Files.writeString(folder.resolve("data"), "a file");
    var answer = retinue("doctor", "");
    assertThat(answer.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(answer.out()).contains("fail  data", "→ Choose another with --data");
  }

  @Test
  void the_doctor_fails_where_the_data_directory_cannot_be_made() throws Exception {
    Files.writeString(folder.resolve("file"), "a file");
    var answer = retinue("doctor --data '%s'".formatted(folder.resolve("file/data")), "");
    assertThat(answer.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(answer.out())
        .contains("file/data cannot be made: %s may not".formatted(folder.resolve("file")));
  }

  @Test
  void the_doctor_looks_at_the_configuration() throws Exception {
    var file = folder.resolve("retinue.yaml");
    Files.writeString(file, "server:\n  prot: 1\n");
    var wrong = Checkup.configuration(Map.of("RETINUE_CONFIG", file.toString()));
    assertThat(wrong.level()).isEqualTo(Finding.Level.FAIL);
    assertThat(wrong.text()).contains("retinue.yaml:2:3: there is no key 'prot' in 'server'");
    Files.writeString(file, "server:\n  port: 1\n");
    assertThat(Checkup.configuration(Map.of("RETINUE_CONFIG", file.toString())))
        .isEqualTo(Finding.ok("configuration", file.toString()));
    assertThat(Checkup.configuration(Map.of()).level()).isEqualTo(Finding.Level.OK);
  }

  @Test
  void the_doctor_says_which_providers_can_be_asked_and_tells_no_key() throws Exception {
    var file = folder.resolve("retinue.yaml");
    Files.writeString(
        file,
        """
        providers:
          house: {base-url: 'http://127.0.0.1:9000/v1', key: sk-told-to-nobody}
          lab: {base-url: 'http://127.0.0.1:9000/v1', key-env: LAB_KEY}
        """);
    var found =
        Checkup.models(
            folder,
            Map.of("RETINUE_CONFIG", file.toString(), "ANTHROPIC_API_KEY", "sk-told-to-nobody"));
    assertThat(found).isEqualTo(Finding.ok("models", "can be asked: anthropic, house"));
    assertThat(Checkup.models(folder, Map.of()).text()).startsWith("no provider has a key here");
  }

  private Answer retinue(String args, String input) {
    var words = new ArrayList<String>();
    for (var word : args.split(" (?=(?:[^']*'[^']*')*[^']*$)", -1)) {
      words.add(word.replace("'", ""));
    }
    if (!words.contains("--data")) {
      words.addAll(1, List.of("--data", folder.resolve("data").toString()));
    }
    var in = new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8));
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    var terminal = Terminal.on(in, out, err);
    int exitCode = new Commands(terminal).run(words);
    terminal.flush();
    return new Answer(
        exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}
