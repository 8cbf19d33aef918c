package dev.retinue.core.permission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.Permissions;
import dev.retinue.core.RetinueException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What the rules decide, and what they do not let slip through.
final class PolicyTest {
  private static final Path WORK = Path.of("/work/project");

  private static Deed command(String line) {
    return new Deed(List.of("Bash"), List.of(new Subject.Command(line)), line);
  }

  private static Deed file(String tool, String path) {
    var name = WORK.resolve(path).normalize();
    return file(tool, List.of(name));
  }

  private static Deed file(String tool, List<Path> names) {
    return new Deed(List.of(tool), List.of(new Subject.File(names, List.of(WORK))), "" + names);
  }

  private static Policy policy(String allow, String ask, String deny) {
    return new Policy(
        Permissions.NONE, new Permissions(list(allow), list(ask), list(deny)), List.of());
  }

  private static List<String> list(String rule) {
    return rule.isEmpty() ? List.of() : List.of(rule);
  }

  private static boolean allows(String rule, Deed deed) {
    return policy(rule, "", "").decide(deed, _ -> false) instanceof Decision.Allow;
  }

  private static boolean denies(String rule, Deed deed) {
    return policy("", "", rule).decide(deed, _ -> false) instanceof Decision.Deny;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "Bash(git *)         ! git status",
        "Bash(git *)         ! git",
        "Bash(git:*)         ! git log --oneline",
        "Bash(git *)         ! git commit -m 'a; rm -rf b && c | d $(e) `f` > g'",
        "Bash(git *)         ! git add *.java",
        "Bash(git status)    ! git status",
        "Bash(ls src/*)      ! ls src/main",
        "Bash(npm run test*) ! npm run test:unit",
        "Bash                ! anything; at | all > x",
        "B*                  ! ls",
        "*                   ! ls",
      })
  void a_simple_command_is_allowed_by(String rule, String line) {
    assertThat(allows(rule, command(line))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "git status; rm -rf /",
        "git status && rm -rf /",
        "git status || rm -rf /",
        "git status | sh",
        "git status & rm -rf /",
        "git status\nrm -rf /",
        "git status\r\nrm -rf /",
        "git status $(rm -rf /)",
        "git status \"$(rm -rf /)\"",
        "git status `rm -rf /`",
        "git status \"`rm -rf /`\"",
        "git log > /etc/passwd",
        "git log >> ~/.bashrc",
        "git log 2>/etc/passwd",
        "git apply < /etc/passwd",
        "git diff <(rm -rf /)",
        "GIT_SSH_COMMAND=evil git fetch",
        "A=1 B=2 git fetch",
        "git fetch $EVIL",
        "git fetch ${EVIL}",
        "git fetch $'\\x3b'",
        "git {log,push}",
        "git log # and more",
        "git log \\\nfoo",
        "git log 'unended",
        "git log \"unended",
        "git log \\",
        "(git log)",
        "{ git log; }",
        "! git log",
        "sudo git log",
        "\"git\" log",
        "g\\it log",
        "/tmp/git log",
        "gitx log",
        "Git log",
        "git log\u0000",
        "git log\u0007",
        "",
        "  ",
      })
  void a_command_that_is_more_than_git_is_not_allowed_by_the_rule_for_git(String line) {
    assertThat(allows("Bash(git *)", command(line))).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      quoteCharacter = '"',
      value = {
        "Bash(cat src/*) ! cat src/../../../etc/passwd",
        "Bash(cat src/*) ! cat src/a --file=../x",
        "Bash(cat src/*) ! cat src/.?/x",
        "Bash(cat src/*) ! cat src/*",
        "Bash(./run a b) ! './run a b'",
        "Bash(./run a b) ! ./run 'a b'",
      })
  void a_rule_for_a_folder_is_no_way_out_of_it(String rule, String line) {
    assertThat(allows(rule, command(line))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rm -rf /",
        "rm",
        "  rm x",
        "/bin/rm x",
        "\\rm x",
        "r''m x",
        "\"rm\" x",
        "ls; rm x",
        "ls;rm x",
        "ls && rm x",
        "ls || rm x",
        "ls | rm x",
        "ls & rm x",
        "ls\nrm x",
        "echo $(rm x)",
        "echo \"$(rm x)\"",
        "echo $(echo $(rm x))",
        "echo $(echo ')'; rm x)",
        "echo `rm x`",
        "diff <(rm x) y",
        "(rm x)",
        "{ rm x; }",
        "! rm x",
        "if true; then rm x; fi",
        "for i in 1 2; do rm $i; done",
        "while rm x; do :; done",
        "A=1 rm x",
        "> out rm x",
        ">& out rm x",
        "2>/dev/null rm x",
        "sudo rm x",
        "sudo -u root rm x",
        "env A=1 rm x",
        "env -S 'rm x'",
        "nohup rm x &",
        "timeout 5 rm x",
        "xargs rm",
        "find . -exec rm {} \\;",
        "sh -c 'rm x'",
        "sh -c 'ls; rm x'",
        "bash -lc \"ls && rm x\"",
        "sudo bash -c 'rm x'",
        "bash -c \"bash -c 'rm x'\"",
        "eval 'rm x'",
        "eval rm x",
        "ssh host rm x",
        "trap 'rm x' EXIT",
        "echo ${x:-$(rm x)}",
        "true # \nrm x",
        "RM x",
      })
  void a_denied_command_is_found_in_any_part(String line) {
    assertThat(denies("Bash(rm *)", command(line))).as(line).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"git rm x", "echo rm x", "grep 'rm -rf' x", "git commit -m 'ls; rm x'", "rmdir x"})
  void what_only_speaks_of_a_denied_command_is_not_denied(String line) {
    assertThat(denies("Bash(rm *)", command(line))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "X=rm; $X -rf /",
        "$(echo rm) -rf /",
        "`echo rm` -rf /",
        "r{m,} -rf /",
        "/bin/r? -rf /",
        "echo 'rm -rf /' | sh",
        "echo 'rm -rf /' | bash -s",
        "sh /dev/stdin",
        "bash -c \"$X\"",
        "eval $X",
        "sudo $X",
        "$'\\x72m' -rf /",
        "cat <<E | sh\nrm x\nE",
        "ls 'unended",
      })
  void what_may_hide_a_denied_command_is_asked_and_not_allowed(String line) {
    var decision = policy("Bash", "", "Bash(rm *)").decide(command(line), _ -> false);
    assertThat(decision).as(line).isNotInstanceOf(Decision.Allow.class);
    assertThat(allows("Bash", command(line))).isTrue();
  }

  @Test
  void a_command_that_is_too_long_to_be_read_is_asked() {
    var line = "echo " + "a".repeat(ShellLine.LONGEST) + "; rm -rf /";
    assertThat(policy("Bash", "", "Bash(rm *)").decide(command(line), _ -> false))
        .isInstanceOf(Decision.Ask.class);
    assertThat(allows("Bash(echo *)", command(line))).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "Write(src/**), src/a.java, true",
    "Write(src/**), src/a/b/c.java, true",
    "Write(src/**), ./src/../src/a, true",
    "Write(src/**), src/../pom.xml, false",
    "Write(src/**), ../src/a, false",
    "Write(src/**), srcs/a, false",
    "Write(src/**), /etc/passwd, false",
    "Write(src/**), /work/project/src/x, true",
    "Write(src/*), src/a, true",
    "Write(src/*), src/a/b, false",
    "Write(*.md), README.md, true",
    "Write(*.md), docs/README.md, false",
    "Write(**/*.md), docs/x/README.md, true",
    "Write(**/*.md), /etc/x.md, false",
    "Write(/tmp/**), /tmp/x, true",
    "Write(/tmp/**), /tmp/../etc/x, false",
    "Write(../other/**), ../other/x, true",
    "Write(SRC/**), src/a, false",
    "Read(src/**), src/a, false",
  })
  void a_path_is_allowed_by_where_it_leads(String rule, String path, boolean allowed) {
    assertThat(allows(rule, file("Write", path))).isEqualTo(allowed);
  }

  @Test
  void a_link_is_allowed_only_with_what_it_leads_to_and_denied_with_either() {
    var link = file("Write", List.of(WORK.resolve("src/link"), Path.of("/etc/passwd")));
    assertThat(allows("Write(src/**)", link)).isFalse();
    assertThat(denies("Write(/etc/**)", link)).isTrue();
    assertThat(denies("Write(src/**)", link)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "Read(.env), .env, true",
    "Read(.env), deep/down/.env, true",
    "Read(.env), /etc/.env, true",
    "Read(.ENV), .env, true",
    "read(.env), .env, true",
    "Read(**/secrets/**), a/secrets/b/c, true",
    "Read(**/secrets/**), /home/secrets/x, true",
    "Read(secrets/**), a/../secrets/b, true",
    "Read(secrets/**), a/secrets/b, false",
    "Read(*.pem), keys/x.pem, true",
    "Write(.env), .env, false",
  })
  void a_denied_file_is_denied_under_every_name(String rule, String path, boolean denied) {
    assertThat(denies(rule, file("Read", path))).isEqualTo(denied);
  }

  @Test
  void deny_is_above_ask_and_ask_above_allow_and_the_operator_above_the_agent() {
    var agent =
        new Permissions(List.of("Bash(git *)"), List.of("Bash(git push *)"), List.of("Bash(rm *)"));
    var operator =
        new Permissions(List.of("Bash(rm *)", "Read"), List.of(), List.of("Bash(git log *)"));
    var policy = new Policy(operator, agent, List.of("Write"));
    assertThat(policy.decide(command("git status"), _ -> false))
        .isEqualTo(new Decision.Allow("Bash(git *)"));
    assertThat(policy.decide(command("git push origin"), _ -> false))
        .isInstanceOfSatisfying(
            Decision.Ask.class, it -> assertThat(it.rule()).isEqualTo("Bash(git push *)"));
    assertThat(policy.decide(command("ls && git push origin"), _ -> false))
        .isInstanceOf(Decision.Ask.class);
    assertThat(policy.decide(command("git push origin"), _ -> true))
        .isInstanceOf(Decision.Allow.class);
    for (var line : List.of("rm x", "git log", "git push && rm x")) {
      assertThat(policy.decide(command(line), _ -> true))
          .as(line)
          .isInstanceOf(Decision.Deny.class);
    }
    assertThat(policy.decide(file("Read", "/etc/passwd"), _ -> false))
        .isInstanceOf(Decision.Allow.class);
    assertThat(policy.decide(file("Write", "x"), _ -> false)).isInstanceOf(Decision.Allow.class);
    assertThat(policy.decide(file("Edit", "x"), _ -> false)).isInstanceOf(Decision.Unnamed.class);
  }

  @Test
  void tools_of_servers_are_named_by_their_beginnings() {
    var deed =
        new Deed(
            List.of("mcp__github__create_issue"), List.of(new Subject.Text("{\"a\":1}")), "{}");
    assertThat(allows("mcp__github__*", deed)).isTrue();
    assertThat(allows("mcp__git", deed)).isFalse();
    assertThat(allows("mcp__github__create_issue(*\"a\":1*)", deed)).isTrue();
    assertThat(denies("MCP__*", deed)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "Bash(", "Bash()", "(x)", "Bash (x)", "Bash(x) y", "a b", "Bash\u0000"})
  void what_is_no_rule_is_refused(String rule) {
    assertThatThrownBy(() -> Policy.require(rule))
        .isInstanceOf(RetinueException.class)
        .hasMessageContaining("does not name a tool");
  }

  /// What a rule for one program allows has nothing in it that could be another.
  @Test
  void no_line_made_of_pieces_is_allowed_unless_it_is_one_plain_command() {
    var pieces =
        List.of(
            "git", " ", "log", ";", "&", "|", "\n", "$(", ")", "`", "\"", "'", "\\", ">", "<", "{",
            "}", "#", "rm", "$X", "=", "(", "*", "-x");
    var random = new Random(7);
    int allowed = 0;
    for (int i = 0; i < 200_000; i++) {
      var line = new StringBuilder("git ");
      IntStream.range(0, random.nextInt(8))
          .forEach(_ -> line.append(pieces.get(random.nextInt(pieces.size()))));
      if (allows("Bash(git *)", command(line.toString()))) {
        allowed++;
        assertThat(outsideOfQuotes(line.toString()))
            .as(line.toString())
            .doesNotContain(";", "&", "|", "\n", "$", "`", ">", "<", "(", "#");
      }
    }
    assertThat(allowed).isGreaterThan(1_000);
  }

  /// What is left when everything in quotes is gone; what expands in double quotes stays.
  private static String outsideOfQuotes(String line) {
    return line.strip()
        .replaceAll("(?s)\\\\.|'[^']*'|\"((?:[^\"\\\\$`]|\\\\.)*)\"", "q")
        .replaceAll("(?<=\\S)#", "");
  }
}
