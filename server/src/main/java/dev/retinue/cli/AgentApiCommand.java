package dev.retinue.cli;

import dev.retinue.cli.agentapi.Hire;
import dev.retinue.cli.agentapi.Names;
import dev.retinue.cli.serve.Logs;
import dev.retinue.config.Given;
import dev.retinue.core.RetinueException;
import dev.retinue.runtime.cli.Programs;
import dev.retinue.runtime.coder.report.Coordinates;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `retinue agentapi -- claude`: one agent behind the HTTP API of AgentAPI.
@Command(
    name = "agentapi",
    description = "Serve one agent over the HTTP API of AgentAPI, for Coder templates.")
final class AgentApiCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Option(
      names = {"-p", "--port"},
      paramLabel = "<number>",
      defaultValue = "${env:AGENTAPI_PORT:-3284}",
      description = "Where to listen; 0 takes a port that is free. Default: 3284.")
  private int port;

  @Option(
      names = "--host",
      paramLabel = "<address>",
      defaultValue = "127.0.0.1",
      description = "Where to listen. Default: 127.0.0.1, which only this machine can reach.")
  private String host = "";

  @Option(
      names = {"-a", "--allowed-hosts"},
      paramLabel = "<names>",
      defaultValue = "${env:AGENTAPI_ALLOWED_HOSTS}",
      description =
          "The hosts that it answers to, separated by commas; '*' for any, as behind the proxy of Coder. Default: AGENTAPI_ALLOWED_HOSTS, or localhost.")
  private @Nullable String allowedHosts;

  @Option(
      names = {"-o", "--allowed-origins"},
      paramLabel = "<origins>",
      defaultValue = "${env:AGENTAPI_ALLOWED_ORIGINS}",
      description =
          "The pages that may ask it besides those of its own host. Default: AGENTAPI_ALLOWED_ORIGINS, or none.")
  private @Nullable String allowedOrigins;

  @Option(
      names = {"-I", "--initial-prompt"},
      paramLabel = "<text>",
      defaultValue = "${env:AGENTAPI_INITIAL_PROMPT}",
      description = "The first message, which is sent once and not again after a restart.")
  private @Nullable String initialPrompt;

  @Option(
      names = {"-t", "--type"},
      paramLabel = "<type>",
      description =
          "What the program is: claude, codex, gemini, opencode, or any other word. Default: its name.")
  private @Nullable String type;

  @Option(
      names = "--env",
      paramLabel = "<name>",
      description = "A variable that the program may see besides the usual ones; can be repeated.")
  private List<String> variables = new ArrayList<>();

  @Option(
      names = "--trust",
      description =
          "Let the program take up the settings, hooks and MCP servers of this folder: those may execute anything.")
  private boolean trust;

  @Option(
      names = "--app-slug",
      paramLabel = "<slug>",
      description =
          "The app under which a workspace tells Coder how the work goes. Default: CODER_MCP_APP_STATUS_SLUG.")
  private @Nullable String appSlug;

  /// Of a terminal, or of a page: there is neither.
  @Option(
      names = {
        "-W",
        "--term-width",
        "-H",
        "--term-height",
        "-c",
        "--chat-base-path",
        "--state-file",
        "--pid-file"
      },
      hidden = true)
  private @Nullable String unusedBecauseThereIsNoTerminal;

  @Mixin private ConfigOption config = new ConfigOption();
  @Mixin private DataOption data = new DataOption();

  @Parameters(
      paramLabel = "-- <program>",
      description = "The program that is the agent, and its options.")
  private List<String> words = new ArrayList<>();

  AgentApiCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    AgentApiService service;
    try {
      service = begin();
    } catch (RetinueException e) {
      // Whatever keeps it from starting is for whoever started it to mend.
      terminal.err().println("retinue: " + e.getMessage());
      return ExitCode.USAGE;
    }
    terminal
        .out()
        .println("Retinue serves AgentAPI at http://%s:%d".formatted(host, service.port()));
    terminal.flush();
    service.join();
    return ExitCode.OK;
  }

  private AgentApiService begin() {
    Logs.begin();
    var folder = Path.of("").toAbsolutePath().normalize();
    var hire = Hire.of(program(), type, variables, folder);
    var environment = System.getenv();
    hire.requireProgram(new Programs(environment));
    var configuration = config.read(given(folder), environment);
    configuration.warnings().forEach(it -> terminal.err().println("retinue: " + it));
    // Not that of a daemon, which has its own for itself.
    var place = data.given().orElseGet(() -> data.place().resolve("agentapi", "" + port));
    return AgentApiService.begin(
        new AgentApiService.Wish(
            hire,
            Names.of(allowedHosts, allowedOrigins),
            new AgentApiService.Address(host, port),
            folder,
            initialPrompt == null ? "" : initialPrompt,
            Coordinates.find(environment, appSlug).orElse(null),
            environment),
        configuration.settings(),
        place);
  }

  /// `agentapi server -- claude` is what the original is called with.
  private List<String> program() {
    boolean asOriginal = !words.isEmpty() && words.getFirst().equals("server");
    return asOriginal ? words.subList(1, words.size()) : words;
  }

  private List<Given> given(Path folder) {
    return trust ? List.of(new Given("trusted", "--trust", folder.toString())) : List.of();
  }
}
