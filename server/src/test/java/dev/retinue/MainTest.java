package dev.retinue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.cli.EntryPoint;
import dev.retinue.cli.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {
  private static final List<String> COMMANDS =
      List.of(
          "mcp",
          "serve",
          "connect",
          "console",
          "chat",
          "sessions",
          "run",
          "exec",
          "new",
          "ps",
          "top",
          "result",
          "limits",
          "costs",
          "logs",
          "journal",
          "wait",
          "answer",
          "stop",
          "fetch",
          "agentapi",
          "demo",
          "agents",
          "templates",
          "doctor",
          "config",
          "token",
          "backup",
          "restore",
          "warm",
          "audit",
          "export",
          "import",
          "build");

  @ParameterizedTest
  @ValueSource(strings = {"", "--help", "-h", "help", "help help"})
  void help_names_every_command(String args) {
    var answer = retinue(args);
    assertThat(answer.exitCode()).isZero();
    assertThat(answer.err()).isEmpty();
    assertThat(answer.out()).contains("Usage: retinue").contains(COMMANDS);
  }

  @Test
  void each_command_has_help_of_its_own_asked_for_either_way() {
    for (var command : COMMANDS) {
      var answer = retinue(command + " --help");
      assertThat(answer.exitCode()).isZero();
      assertThat(answer.out()).startsWith("Usage: retinue " + command);
      assertThat(retinue("help " + command)).isEqualTo(answer);
      assertThat(retinue(command + " -h")).isEqualTo(answer);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--version", "-V"})
  void the_version_names_the_jdk_too(String args) {
    var answer = retinue(args);
    assertThat(answer.exitCode()).isZero();
    assertThat(answer.out()).startsWith("retinue ").contains(" on JDK 25").endsWith("\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "serv | there is no command 'serv'. Did you mean 'serve'? See: retinue --help",
        "wram | there is no command 'wram'. Did you mean 'warm'? See: retinue --help",
        "teleport | there is no command 'teleport'. See: retinue --help",
        "--hlp | there is no option '--hlp'. Did you mean '--help'? See: retinue --help",
        "warm --hlep | there is no option '--hlep'. Did you mean '--help'? See: retinue warm --help",
        "warm up | warm takes no 'up'. See: retinue warm --help",
        "srve --help | there is no command 'srve'. Did you mean 'serve'? See: retinue --help",
        "help srve | there is no command 'srve'. Did you mean 'serve'? See: retinue --help",
        "hlep | there is no command 'hlep'. Did you mean 'help'? See: retinue --help",
        "-x | there is no option '-x'. See: retinue --help",
        "@/etc/hostname | there is no command '@/etc/hostname'. See: retinue --help",
        "--rehearse nothing | there is no option '--rehearse'. See: retinue --help",
        "mcp --loud | mcp takes no '--loud'. See: retinue mcp --help",
      })
  void what_does_not_exist_is_named_with_the_nearest_that_does(String args, String sentence) {
    assertThat(retinue(args)).isEqualTo(new Answer(2, "", "retinue: " + sentence + "\n"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "serve --port 99999 | --port: 'port' in 'server' must be a whole number from 0 to 65535, but is the number 99999.",
        "serve --port many | --port: 'port' in 'server' must be a whole number from 0 to 65535, but is the text 'many'.",
        "serve --host a/b | --host: 'host' in 'server' must be a host name or an address, but is the text 'a/b'; write the name alone.",
        "serve --idle-exit soon | --idle-exit: 'idle-exit' in 'server' must be a time",
        "serve --toolsets lifecylce | --toolsets: item 1 of 'toolsets' in 'server' must be the name of a toolset",
        "serve --host 0.0.0.0 --no-auth | to listen on 0.0.0.0 without authentication is refused",
        "serve --config /there/is/none | There is no file '/there/is/none', which --config names",
      })
  void an_address_that_cannot_be_served_is_refused(String args, String sentence) {
    var answer = retinue(args);
    assertThat(answer.exitCode()).isEqualTo(2);
    assertThat(answer.out()).isEmpty();
    assertThat(answer.err()).startsWith("retinue: " + sentence);
  }

  @Test
  void warm_without_the_launcher_says_to_use_it() {
    var answer = retinue("warm");
    assertThat(answer.exitCode()).isEqualTo(2);
    assertThat(answer.err()).contains("start it with the launcher");
  }

  @Test
  void a_rehearsal_is_silent_and_succeeds() {
    for (var entryPoint : EntryPoint.values()) {
      assertThat(retinue("--rehearse " + entryPoint.name().toLowerCase(Locale.ROOT)))
          .isEqualTo(new Answer(0, "", ""));
    }
  }

  private record Answer(int exitCode, String out, String err) {}

  private static Answer retinue(String args) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    var terminal = Terminal.on(InputStream.nullInputStream(), out, err);
    var words = args.isEmpty() ? List.<String>of() : List.of(args.split(" "));
    int exitCode = Main.run(words, terminal);
    terminal.flush();
    return new Answer(
        exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}
