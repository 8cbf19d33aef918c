package dev.retinue.cli;

import dev.retinue.cli.connect.Client;
import dev.retinue.cli.connect.Connection;
import dev.retinue.cli.connect.Entry;
import dev.retinue.cli.connect.Places;
import dev.retinue.cli.connect.Scope;
import dev.retinue.cli.connect.SkillChange;
import dev.retinue.cli.connect.Trial;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Nearest;
import dev.retinue.core.RetinueException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/// `retinue connect`: tells a client of Retinue.
@Command(
    name = "connect",
    description = "Show a client of MCP what to know of Retinue, or write it into its settings.",
    footer = {
      "",
      "Without a client it says which there are, which of them are installed, and which are connected. Clients: claude-code, claude-desktop, codex, cursor, vscode, gemini, opencode.",
      "",
      "What else stands in the settings stays as it is, and the file is kept beside itself before it is changed. Clients that read skills get one that teaches their model to delegate well.",
      "",
      "  retinue connect",
      "  retinue connect claude-code",
      "  retinue connect claude-code --write",
      "  retinue connect codex --undo"
    })
final class ConnectCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "<client>",
      description = "Which client; else all of them are listed.")
  private @Nullable String word;

  @Option(
      names = "--write",
      description = "Write it into the settings of the client, and try it out.")
  private boolean write;

  @Option(names = "--undo", description = "Take back what was written last, and the skill.")
  private boolean undo;

  @Option(
      names = "--scope",
      paramLabel = "<scope>",
      description =
          "'user': for all that you do with it (that is usual), or 'project': for the folder in which you type this.")
  private String scope = "user";

  @Option(
      names = "--http",
      description =
          "Let it go to a daemon that listens already ('retinue serve'), instead of starting one.")
  private boolean http;

  @Mixin private DataOption data = new DataOption();
  @Mixin private JsonOption json = new JsonOption();

  ConnectCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    var connecting = new Connecting(data, System.getenv());
    var chosen = chosenScope();
    var places =
        new Places(
            System.getenv(), System.getProperty("os.name", ""), Path.of("").toAbsolutePath());
    if (word == null) {
      if (write || undo || http) {
        var wish = undo ? "--undo" : write ? "--write" : "--http";
        throw refusal("say which client: retinue connect <client> %s.".formatted(wish));
      }
      new ConnectList(terminal, places, chosen).show(json);
      return ExitCode.OK;
    }
    if (write && undo) {
      throw refusal("--write and --undo are two different wishes; say one of them.");
    }
    var client = client(word);
    var connection = Connection.of(client, chosen, places, InstantSource.system());
    if (undo) {
      return undo(client, connection);
    }
    var entry = http ? connecting.http(client) : connecting.stdio(client);
    if (!write) {
      return show(client, connection, entry);
    }
    boolean installed = ConnectList.isInstalled(client, places);
    int code = write(client, connection, entry, connecting);
    if (!installed) {
      Reach.tell(
          terminal,
          "%s was not found here; it will read this when it is installed."
              .formatted(client.title()));
    }
    return code;
  }

  private int show(Client client, Connection connection, Entry entry) {
    boolean connected = false;
    @Nullable RetinueException unreadable = null;
    try {
      connected = connection.find().isPresent() && connection.isConnected(entry);
    } catch (RetinueException e) {
      unreadable = e; // What belongs there can be seen all the same, and put there by hand.
    }
    show(client, connection, entry, connected);
    if (unreadable != null) {
      throw unreadable;
    }
    return ExitCode.OK;
  }

  private void show(Client client, Connection connection, Entry entry, boolean connected) {
    if (json.chosen()) {
      json.print(
          terminal,
          answer ->
              answer
                  .put("client", client.word())
                  .put("file", connection.file().toString())
                  .put("connected", connected)
                  .put("settings", connection.alone(entry)));
      return;
    }
    var out = terminal.out();
    if (connected) {
      out.println("%s is connected: it stands in %s.".formatted(client.title(), connection.file()));
      return;
    }
    out.println("This belongs into %s:".formatted(connection.file()));
    out.println();
    out.print(connection.alone(entry));
    out.println();
    var writing = "retinue connect %s%s --write".formatted(client.word(), options());
    out.println(Called.in("Nothing was changed. '%s' writes it.".formatted(writing)));
    tellToken(entry);
  }

  private int write(Client client, Connection connection, Entry entry, Connecting connecting)
      throws InterruptedException {
    var done = connection.write(entry);
    if (!json.chosen()) {
      var out = terminal.out();
      out.println(
          done.changed()
              ? "Written: %s".formatted(done.file())
              : "It was there already: %s".formatted(done.file()));
      tell("As it was before: %s", done.backup());
      if (done.skill() != null) {
        tell(sentence(done.skill().kind()), done.skill().path());
        tell("The skill that was there is yours, so it is kept: %s", done.skill().backup());
      }
      tellKept(done);
      terminal.flush();
    }
    int tools = tried(client, entry, connecting);
    if (json.chosen()) {
      json.print(
          terminal,
          answer -> {
            answer
                .put("client", client.word())
                .put("file", done.file().toString())
                .put("changed", done.changed())
                .put("tools", tools);
            put(answer, "backup", done.backup());
            putSkill(answer, done.skill());
          });
      return ExitCode.OK;
    }
    var out = terminal.out();
    out.println("Tried as %s will do it: it has %d tools.".formatted(client.title(), tools));
    connection.hints(entry).forEach(out::println);
    tellToken(entry);
    out.println(
        Called.in(
            "To take it back: retinue connect %s%s --undo"
                .formatted(client.word(), scopeOption())));
    return ExitCode.OK;
  }

  private int tried(Client client, Entry entry, Connecting connecting) throws InterruptedException {
    try {
      return new Trial(System.getenv()).tools(client, entry, connecting.token());
    } catch (RetinueException e) {
      throw new RetinueException(
          ErrorCode.INTERNAL_ERROR,
          "it is written, but %s will not get through: %s 'retinue doctor' looks at everything; 'retinue connect %s%s --undo' takes it back."
              .formatted(client.title(), e.getMessage(), client.word(), scopeOption()),
          e);
    }
  }

  private int undo(Client client, Connection connection) {
    var done = connection.undo();
    if (json.chosen()) {
      json.print(
          terminal,
          answer -> {
            answer
                .put("client", client.word())
                .put("file", done.file().toString())
                .put("changed", done.changed())
                .put("connected", done.still() != null);
            putSkill(answer, done.skill());
          });
      return ExitCode.OK;
    }
    terminal
        .out()
        .println(
            done.changed()
                ? "Taken back: %s".formatted(done.file())
                : "%s was not connected in %s.".formatted(client.title(), done.file()));
    if (done.skill() != null) {
      tell(sentence(done.skill().kind()), done.skill().path());
    }
    if (done.still() != null) {
      terminal
          .out()
          .println(
              "It is connected as it was before: %s. The same once more takes that back, too."
                  .formatted(done.still()));
    }
    return ExitCode.OK;
  }

  private static String sentence(SkillChange.Kind kind) {
    return switch (kind) {
      case INSTALLED -> "Skill: %s";
      case REMOVED -> "Removed the skill: %s";
      case RESTORED -> "The skill is again what it was before: %s";
      case KEPT ->
          "You have changed the skill, so it stays: %s. Remove it if you do not want it any more.";
    };
  }

  /// Else somebody shares with others what is of use to nobody but him.
  private void tellKept(Connection.Done done) {
    boolean kept = done.backup() != null || (done.skill() != null && done.skill().backup() != null);
    if (kept && chosenScope() == Scope.PROJECT) {
      terminal
          .out()
          .println(
              "What is kept lies in your project: leave it out of its repository ('*.retinue-*' in .gitignore), and remove it when you will not undo this.");
    }
  }

  private static void putSkill(ObjectNode answer, @Nullable SkillChange skill) {
    if (skill != null) {
      put(answer, "skill", skill.path());
      answer.put("skill_change", skill.kind().name().toLowerCase(Locale.ROOT));
      put(answer, "skill_backup", skill.backup());
    }
  }

  private static void put(ObjectNode answer, String name, @Nullable Path path) {
    if (path != null) {
      answer.put(name, path.toString());
    }
  }

  private void tell(String sentence, @Nullable Path path) {
    if (path != null) {
      terminal.out().println(sentence.formatted(path));
    }
  }

  private void tellToken(Entry entry) {
    if (entry instanceof Entry.Http(_, var variable) && variable != null) {
      terminal
          .out()
          .println(
              "In the shell that starts it: export %s=\"$(cat '%s')\""
                  .formatted(variable, data.place().toAbsolutePath().resolve("token")));
    }
  }

  private String options() {
    return scopeOption() + (http ? " --http" : "");
  }

  private String scopeOption() {
    return scope.equals("user") ? "" : " --scope " + scope;
  }

  private Scope chosenScope() {
    return switch (scope) {
      case "user" -> Scope.USER;
      case "project" -> Scope.PROJECT;
      default -> throw refusal("--scope is 'user' or 'project', not '%s'.".formatted(scope));
    };
  }

  private static Client client(String word) {
    return Client.find(word)
        .orElseThrow(
            () -> {
              var words = Stream.of(Client.values()).map(Client::word).toList();
              var meant = Nearest.to(word, words).map(" Did you mean '%s'?"::formatted).orElse("");
              return refusal(
                  "there is no client '%s'.%s There are: %s."
                      .formatted(word, meant, String.join(", ", words)));
            });
  }

  private static RetinueException refusal(String sentence) {
    return new RetinueException(ErrorCode.INVALID_INPUT, sentence);
  }
}
