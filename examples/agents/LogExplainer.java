import dev.retinue.sdk.*;
import java.util.*;
import java.util.regex.Pattern;

/// Makes sense of a log: which errors there are, how often, when first and last, and from where.
class LogExplainer {
  static final Pattern ERROR =
      Pattern.compile("(?i)\\b(error|exception|fatal|panic|severe|traceback)\\b");
  static final Pattern TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d:\\d\\d");
  static final Pattern FRAME = Pattern.compile("^\\s+at |^\\s+File \"|^\\s+\\d+: ");

  record Trouble(String what, int times, String first, String last, String where) {}

  static Agent agent() {
    return Agent.named("log-explainer")
        .describedAs(
            "Reads a log and says which errors it has, how often each, when, and from where.")
        .version("1.0.0")
        .trust(Trust.LOCAL)
        .needsContext()
        .accepts("log")
        .option(Option.integer("most", "How many kinds of errors to show").alias("n").orElse("10"))
        .option(Option.flag("remember", "Keeps what was found in the context store"))
        .option(Option.text("model", "A model that says what to do, as provider/model"))
        .example("log-explainer --context-file server.log")
        .servesMcp()
        .does(LogExplainer::explain);
  }

  static Object explain(Context ctx) {
    var troubles = troubles(ctx.input()).stream().limit(Math.max(1, ctx.integer("most"))).toList();
    var answer = Answer.of(troubles).with("lines", ctx.input().lines().count());
    if (troubles.isEmpty()) {
      return answer.warning("There is no error in this log.");
    }
    if (!ctx.option("model").isBlank()) {
      answer =
          answer.with(
              "advice",
              ctx.llm(ctx.option("model"))
                  .told("Say in three sentences what is wrong and what to do first.")
                  .ask(troubles.toString()));
    }
    if (ctx.flag("remember")) {
      var note =
          ctx.writeContext(
              Note.finding("log-" + troubles.getFirst().what(), troubles.toString()).tagged("log"));
      answer = answer.with("note", note.toString());
    }
    return answer;
  }

  static List<Trouble> troubles(String log) {
    var found = new LinkedHashMap<String, Trouble>();
    var lines = log.split("\n");
    for (int i = 0; i < lines.length; i++) {
      if (!ERROR.matcher(lines[i]).find() || FRAME.matcher(lines[i]).find()) {
        continue;
      }
      var times = TIME.matcher(lines[i]);
      var at = times.find() ? times.group() : "line " + (i + 1);
      var what = signature(lines[i]);
      var where =
          i + 1 < lines.length && FRAME.matcher(lines[i + 1]).find() ? lines[i + 1].strip() : "";
      found.merge(
          what,
          new Trouble(what, 1, at, at, where),
          (old, fresh) ->
              new Trouble(
                  what,
                  old.times() + 1,
                  old.first(),
                  fresh.last(),
                  old.where().isEmpty() ? fresh.where() : old.where()));
    }
    return found.values().stream()
        .sorted(Comparator.comparingInt(Trouble::times).reversed())
        .toList();
  }

  /// What is the same in all lines of one kind: without times, numbers and names in quotes.
  static String signature(String line) {
    var text =
        TIME.matcher(line)
            .replaceAll("")
            .replaceAll("[\"'][^\"']*[\"']", "…")
            .replaceAll("\\b(0x)?[0-9a-f]{8,}\\b|\\d+", "#")
            .replaceAll("\\s+", " ")
            .strip();
    return text.length() > 160 ? text.substring(0, 160) : text;
  }

  static void main(String... args) {
    agent().run(args);
  }
}
