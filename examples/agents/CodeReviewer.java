import dev.retinue.sdk.*;
import java.util.*;
import java.util.regex.*;

/// Reviews a diff: by rules that need no model, and by a model if one is named.
class CodeReviewer {
  /// Something that should be looked at.
  record Finding(String file, int line, String rule, String text) {}

  /// A rule about an added line.
  record Rule(String name, Pattern pattern) {}

  static final List<Rule> RULES =
      List.of(
          new Rule(
              "a secret",
              Pattern.compile(
                  "(?i)(api[_-]?key|secret|password|token)\\s*[=:]\\s*[\"'][^\"']{8,}[\"']")),
          new Rule("a private key", Pattern.compile("-----BEGIN [A-Z ]*PRIVATE KEY-----")),
          new Rule(
              "left from debugging",
              Pattern.compile(
                  "System\\.out\\.print|console\\.log\\(|printStackTrace\\(|\\bdbg!|breakpoint\\(\\)")),
          new Rule("a merge that is not finished", Pattern.compile("^(<{7}|>{7}|={7})( |$)")),
          new Rule(
              "an exception that is swallowed",
              Pattern.compile("catch\\s*\\([^)]*\\)\\s*\\{\\s*\\}|except:\\s*pass")),
          new Rule("work that is left", Pattern.compile("\\b(TODO|FIXME|XXX)\\b")));

  static Agent agent() {
    return Agent.named("code-reviewer")
        .describedAs("Reviews a diff and lists what should be looked at, with file and line.")
        .version("1.0.0")
        .trust(Trust.NETWORK)
        .needsContext()
        .accepts("diff")
        .option(
            Option.text("model", "A model that reads the diff too, as provider/model").alias("m"))
        .example("git diff main | code-reviewer")
        .servesMcp()
        .tool(
            "rules",
            "Lists what the reviewer looks for.",
            _ -> RULES.stream().map(Rule::name).toList())
        .does(CodeReviewer::review);
  }

  static Object review(Context ctx) {
    var findings = findings(ctx.input());
    var answer = Answer.of(findings).with("files", files(ctx.input()).size());
    if (!files(ctx.input()).isEmpty()
        && files(ctx.input()).stream().noneMatch(it -> it.contains("est"))) {
      answer = answer.warning("Nothing in this diff looks like a test.");
    }
    if (!ctx.option("model").isBlank()) {
      ctx.progress("asking " + ctx.option("model"));
      var opinion =
          ctx.llm(ctx.option("model"))
              .told("You review diffs. Name defects only, a line each, with file and line.")
              .ask(ctx.input());
      answer = answer.with("opinion", opinion);
    }
    return answer;
  }

  static Set<String> files(String diff) {
    var files = new TreeSet<String>();
    diff.lines().filter(it -> it.startsWith("+++ b/")).forEach(it -> files.add(it.substring(6)));
    return files;
  }

  static List<Finding> findings(String diff) {
    var findings = new ArrayList<Finding>();
    var file = "";
    int line = 0;
    for (var text : diff.split("\n")) {
      if (text.startsWith("+++ b/")) {
        file = text.substring(6).strip();
      } else if (text.startsWith("@@")) {
        line = Integer.parseInt(text.replaceFirst(".*\\+(\\d+).*", "$1")) - 1;
      } else if (!text.startsWith("-") && !text.startsWith("\\")) {
        line++;
        if (text.startsWith("+")) {
          for (var rule : RULES) {
            if (rule.pattern().matcher(text.substring(1)).find()) {
              findings.add(new Finding(file, line, rule.name(), text.substring(1).strip()));
            }
          }
        }
      }
    }
    return findings;
  }

  static void main(String... args) {
    agent().run(args);
  }
}
