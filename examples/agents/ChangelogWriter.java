import dev.retinue.mcp.schema.*;
import dev.retinue.sdk.*;
import java.nio.file.Path;
import java.util.*;
import java.util.concurrent.TimeUnit;

/// Writes a changelog of the commits between two points of a git repository.
class ChangelogWriter {
  /// Headings, and the kinds of conventional commits that belong below each.
  static final Map<String, String> KINDS = new LinkedHashMap<>();

  static {
    KINDS.put("feat", "Added");
    KINDS.put("fix", "Fixed");
    KINDS.put("perf", "Faster");
    KINDS.put("docs", "Documents");
    KINDS.put("", "Changed");
  }

  record Range(
      @Description("Where it begins: a tag or a commit; the last tag if left out") @Default("\"\"")
          String from,
      @Description("Where it ends") @Default("\"HEAD\"") String to,
      @Description("The folder of the repository") @Default("\".\"") String repository,
      @Description("The heading of the page") @Default("\"Unreleased\"") String title) {}

  static Agent agent() {
    return Agent.named("changelog-writer")
        .describedAs(
            "Writes a changelog in Markdown from the commits between two points of a git repository.")
        .version("1.0.0")
        .trust(Trust.LOCAL)
        .takesNoContext()
        .takes(Range.class)
        .example("changelog-writer --from v1.2.0 --title 1.3.0")
        .servesMcp()
        .does(ChangelogWriter::write);
  }

  static Object write(Context ctx) throws Exception {
    var range = ctx.options(Range.class);
    var from = range.from().isBlank() ? lastTag(ctx, range) : range.from();
    var span = from.isBlank() ? range.to() : from + ".." + range.to();
    ctx.progress("reading the commits of " + span);
    var subjects =
        git(ctx, range, "log", "--no-merges", "--format=%s", "--end-of-options", span)
            .lines()
            .toList();
    var sections = new TreeMap<String, List<String>>();
    for (var subject : subjects) {
      var kind =
          subject.matches("(?i)(feat|fix|perf|docs)(\\(.*?\\))?!?:.*")
              ? subject.replaceFirst("[(!:].*", "").toLowerCase(Locale.ROOT)
              : "";
      var text = kind.isEmpty() ? subject : subject.replaceFirst("^[^:]*:\\s*", "");
      sections.computeIfAbsent(kind, _ -> new ArrayList<>()).add(text);
    }
    var page = new StringBuilder("## " + range.title() + "\n");
    KINDS.forEach(
        (kind, heading) -> {
          if (sections.containsKey(kind)) {
            page.append("\n### ").append(heading).append("\n\n");
            sections.get(kind).forEach(it -> page.append("- ").append(it).append('\n'));
          }
        });
    return Answer.of(page.toString()).with("commits", subjects.size()).with("range", span);
  }

  static String lastTag(Context ctx, Range range) throws Exception {
    return git(ctx, range, "tag", "--merged", range.to(), "--sort=-creatordate")
        .lines()
        .findFirst()
        .orElse("");
  }

  static String git(Context ctx, Range range, String... arguments) throws Exception {
    var command = new ArrayList<>(List.of("git", "-C", Path.of(range.repository()).toString()));
    command.addAll(List.of(arguments));
    var git = new ProcessBuilder(command).redirectErrorStream(true).start();
    git.getOutputStream().close();
    var output = new String(git.getInputStream().readNBytes(4_000_000));
    if (!git.waitFor(Math.max(1, ctx.remaining().toSeconds()), TimeUnit.SECONDS)) {
      git.destroyForcibly();
      throw new AgentException(3, "git did not end in time.");
    }
    if (git.exitValue() != 0) {
      throw new AgentException(1, "git says: " + output.strip());
    }
    return output;
  }

  static void main(String... args) {
    agent().run(args);
  }
}
