package dev.retinue.runtime.cli;

import dev.retinue.core.Agent;
import dev.retinue.core.Budget;
import dev.retinue.core.Check;
import dev.retinue.core.Commission.Terms;
import dev.retinue.core.Conduct;
import dev.retinue.core.Confinement;
import dev.retinue.core.Program;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.staff.Limits;
import dev.retinue.core.staff.Rate;
import dev.retinue.core.staff.Roots;
import dev.retinue.core.staff.Rules;
import dev.retinue.core.staff.StartRequest;
import dev.retinue.process.LeftoverProcesses;
import dev.retinue.process.Supervisor;
import dev.retinue.runtime.cli.claude.Claude;
import dev.retinue.runtime.cli.codex.Codex;
import dev.retinue.runtime.cli.generic.AnyProgram;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// A staff of programs that answer in a form, each a script of the test in the words of its kind.
final class RepairScene implements AutoCloseable {
  static final String SESSION = "0199a213-81c0-7800-8aa1-bbab2a035a53";

  /// A number, and nothing else.
  static final String SCHEMA =
      "{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}},\"required\":[\"n\"],\"additionalProperties\":false}";

  /// What programs there are.
  enum Kind {
    CLAUDE,
    CODEX,
    /// Any program that tells its session.
    SPEAKER,
    /// Any program that may be started twice.
    REPEATABLE,
    /// Any other program.
    PLAIN;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    boolean hasSession() {
      return this != REPEATABLE && this != PLAIN;
    }

    /// What it prints to answer with this text, after all that its session has used.
    String answers(String text, int tokens) {
      return begins() + ends(text.replace("\"", "\\\""), text, tokens);
    }

    String begins() {
      return switch (this) {
        case CLAUDE ->
            print(
                "{\"type\":\"system\",\"subtype\":\"init\",\"session_id\":\"%s\"}"
                    .formatted(SESSION));
        case CODEX ->
            print("{\"type\":\"thread.started\",\"thread_id\":\"%s\"}".formatted(SESSION));
        case SPEAKER -> print("{\"type\":\"session\",\"id\":\"%s\"}".formatted(SESSION));
        case REPEATABLE, PLAIN -> "";
      };
    }

    private String ends(String quoted, String text, int tokens) {
      return switch (this) {
        case CLAUDE ->
            print(
                "{\"type\":\"result\",\"subtype\":\"success\",\"result\":\"%s\",\"total_cost_usd\":0.01,\"modelUsage\":{\"m\":{\"inputTokens\":%d}},\"num_turns\":1}"
                    .formatted(quoted, tokens));
        case CODEX ->
            print(
                    "{\"type\":\"item.completed\",\"item\":{\"id\":\"1\",\"type\":\"agent_message\",\"text\":\"%s\"}}"
                        .formatted(quoted))
                + print(
                    "{\"type\":\"turn.completed\",\"usage\":{\"input_tokens\":%d,\"output_tokens\":1}}"
                        .formatted(tokens));
        case SPEAKER -> print("{\"type\":\"result\",\"text\":\"%s\"}".formatted(quoted));
        case REPEATABLE, PLAIN -> print(text);
      };
    }

    private static String print(String line) {
      return "cat <<'END'\n" + line + "\nEND\n";
    }
  }

  private final Path folder;
  private final TestStaff staff;

  RepairScene(Path folder, TestClock clock) throws IOException {
    this.folder = folder;
    Files.createDirectories(folder.resolve("bin"));
    var data = folder.resolve("data");
    var roots = Roots.of(List.of(folder.resolve("bin")), null);
    staff = TestStaff.in(data, clock, new Rules(Limits.DEFAULT, Rate.ANY, Rate.ANY, roots));
    for (var kind : Kind.values()) {
      hire(kind, Confinement.Login.OWNER);
    }
    var programs = new Programs(Map.of("PATH", folder.resolve("bin") + ":/usr/bin:/bin"));
    var supervisor = new Supervisor(data, System.getenv());
    var runtimes = new ArrayList<CliRuntime>();
    for (var profile : List.of(new Claude(), new Codex(), new AnyProgram())) {
      runtimes.add(new CliRuntime(profile, programs, supervisor, data.resolve("run"), clock));
    }
    staff.begin(runtimes.toArray(CliRuntime[]::new));
  }

  void hire(Kind kind, Confinement.Login login) {
    boolean any = kind != Kind.CLAUDE && kind != Kind.CODEX;
    var format = kind == Kind.SPEAKER ? Program.Format.JSON_LINES : Program.Format.TEXT;
    var program = new Program(kind.word(), List.of(), List.of(), format, kind == Kind.REPEATABLE);
    var usual = Conduct.USUAL;
    staff.hire(
        new Agent(
            kind.word(),
            "answers",
            new Agent.Means(any ? AnyProgram.NAME : kind.word(), null),
            "",
            List.of(),
            Agent.Limits.NONE,
            new Conduct(
                usual.permissions(),
                new Confinement(usual.confinement().tier(), usual.confinement().network(), login),
                usual.vigilance(),
                any ? program : null)));
  }

  /// What it does each time it is started; the last also afterwards. Every start leaves its
  /// arguments and what it heard.
  void program(Kind kind, String... starts) throws IOException {
    var script = new StringBuilder("#!/bin/sh\necho \"start $@ $RETINUE_SESSION\" >> heard\n");
    // It is spoken with, so what it hears has no end.
    script.append(
        kind == Kind.CLAUDE
            ? "while read -r line; do echo \"$line\" >> heard; case \"$line\" in *'\"user\"'*) break;; esac; done\n"
            : "cat >> heard; echo >> heard\n");
    script.append("case $(grep -c '^start ' heard) in\n");
    for (int i = 0; i < starts.length; i++) {
      script.append(i == starts.length - 1 ? "*" : i + 1).append(")\n");
      script.append(starts[i]).append(";;\n");
    }
    script.append("esac\n");
    var file = folder.resolve("bin").resolve(kind.word());
    Files.writeString(
        file, script.toString().replace("heard", "'" + folder.resolve("heard") + "'"));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  static Terms terms(Budget budget, Check... checks) {
    return new Terms(budget, true, null, null, List.of(checks));
  }

  RunId start(Kind kind) {
    return start(kind, terms(Budget.UNLIMITED, new Check.PayloadSchema(SCHEMA)));
  }

  RunId start(Kind kind, Terms terms) {
    return staff.start(StartRequest.of(kind.word(), "count it").under(terms));
  }

  TestStaff staff() {
    return staff;
  }

  /// What each start was given: its arguments, its session, what it heard.
  List<String> starts() throws IOException {
    var all = Files.readString(folder.resolve("heard")).split("(?m)^start ", -1);
    return List.of(all).subList(1, all.length);
  }

  List<String> notes(RunId id) {
    return staff.events(id).stream()
        .filter(RunEvent.Noted.class::isInstance)
        .map(it -> ((RunEvent.Noted) it).text())
        .filter(it -> it.contains("schema"))
        .toList();
  }

  /// As a process leaves it that is killed.
  void kill() {
    staff.kill();
    new LeftoverProcesses(folder.resolve("data")).reap(List.of());
  }

  @Override
  public void close() {
    staff.close();
    new LeftoverProcesses(folder.resolve("data")).reap(List.of());
  }
}
