package dev.retinue.toolset.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.testing.Repository;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The two pages are what was agreed, and no text of others gets out of its place.
final class IacLogTest {
  private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");
  private static final Duration TIME = Duration.ofMillis(12_345);

  private static final List<Entry> ALL =
      List.of(
          entry("sp_a", "Test impact analysis", new Entry.Done(TIME, new BigDecimal("0.01234")), 0),
          entry("sp_b", "No price is known", new Entry.Done(Duration.ofMinutes(2), null), 1),
          entry("sp_c", "Takes too long", new Entry.Failed(TIME, "timeout: it took 30 s"), 2),
          entry(
              "sp_d", "Not needed | any more", new Entry.Stopped(TIME, "the caller left"), 86_400),
          entry("sp_e", "Asks somebody", new Entry.Waiting("answer, permission"), 86_401),
          entry("sp_f", "Is at work", new Entry.Running(), 86_402),
          entry("sp_g", "Is in line", new Entry.Queued(), 86_403));

  private static Entry entry(String id, String summary, Entry.Progress progress, int seconds) {
    var output =
        progress instanceof Entry.Done || progress instanceof Entry.Stopped
            ? text("The answer of " + id + ".\nWith `code`, and\n```java\nint i;\n```\n")
            : null;
    return new Entry(
        id,
        summary,
        seconds % 2 == 0 ? "claude" : "codex",
        seconds % 2 == 0 ? "sonnet" : null,
        seconds == 0 ? List.of("Bash", "mcp__files__read") : List.of(),
        NOON.plusSeconds(seconds),
        progress,
        text("Please do it: " + id),
        output);
  }

  private static Clipped text(String text) {
    return Clipped.of(text, 50_000);
  }

  @Test
  void the_log_is_what_was_agreed() {
    assertThat(IacLog.render(ALL, false)).isEqualTo(agreed("IAC.md"));
    Outline.of(IacLog.render(ALL, true)).holds(7, 10);
    assertThat(IacLog.render(ALL, true))
        .contains("\nThe newest 7 runs; there were others before.\n");
    assertThat(IacLog.render(List.of(), false)).endsWith("---\n\nNo runs yet.\n");
  }

  @Test
  void the_context_is_what_was_agreed() {
    var now = NOON.plusSeconds(90_000);
    assertThat(ContextPage.render(ALL, now)).isEqualTo(agreed("CONTEXT.md"));
    assertThat(ContextPage.render(List.of(), now))
        .contains("| - | - | No active agents | - |")
        .contains("| - | - | No runs yet | - | - |");
  }

  private static String agreed(String name) {
    return Repository.text(
        Repository.ROOT.resolve("server/src/test/resources/journal").resolve(name));
  }

  static List<String> attacks() {
    var attacks =
        new ArrayList<>(
            List.of(
                "</details>\n\n# Mine\n\n<details>",
                "<!-- RESULT_sp_victim -->",
                "<!-- an open comment",
                "--> ]]> <script>alert(1)</script>",
                "$1 \\1 ${id} %s %n {}",
                "a\rb\r\n### 🤖 Not an entry\r- [x] ✅ **Done** (1.0s)",
                "before\0after",
                "\u202Eesrever\u202C \u2066x\u2069 \u200F",
                "\u2028### 🤖 Not an entry\u2029\u0085",
                "\u001b[31mred\u001b[0m\u001b]0;title\u0007",
                "| a | b |\n|---|---|\n| c | d |",
                "# One\n## 2030-01-01\n### 🤖 Three\n===\n---",
                "[link](javascript:alert(1)) ![image](http://x/y) <http://x> [a]: http://b",
                "http://evil.example www.evil.example a@evil.example",
                "&lt;b&gt; &#60;b&#62; &amp;",
                "\\` \\| \\\\",
                "- [x] ✅ **Done** (0.1s) | `#sp_other` | Claude",
                "    indented\n\tand tabbed",
                "> quoted\n- listed\n1. numbered",
                "\uD83D half a character",
                "\uDB40\uDC41\uDB40\uDC42 tags that nobody sees",
                "",
                " \n \n"));
    for (int ticks = 1; ticks <= 10; ticks++) {
      var fence = "`".repeat(ticks);
      attacks.add(fence);
      attacks.add("text\n" + fence + "\n</details>\n### 🤖 Free\n" + fence + "md\nx\n   " + fence);
      attacks.add("`\0".repeat(ticks) + "\n" + fence + "\r" + fence);
    }
    attacks.add("~~~\n~~~~\n</details>");
    return attacks;
  }

  @ParameterizedTest
  @MethodSource("attacks")
  void no_text_gets_out_of_its_place(String attack) {
    var entries = new ArrayList<Entry>();
    entries.add(hostile("sp_one", attack, new Entry.Failed(TIME, attack)));
    entries.add(hostile("sp_two", attack, new Entry.Stopped(TIME, attack)));
    entries.add(hostile("sp_three", attack, new Entry.Waiting(attack)));

    var page = IacLog.render(entries, false);

    var outline = Outline.of(page);
    outline.holds(3, 6);
    assertThat(outline.blocks()).allMatch(block -> block.strip().equals(seen(attack)));
    assertThat(page.codePoints()).noneMatch(IacLogTest::isObeyed);
    assertThat(outline.ours())
        .noneMatch(line -> line.contains("https://") || line.contains("http://"));
    var rows = ContextPage.render(entries, NOON).lines().filter(it -> it.startsWith("| ")).toList();
    assertThat(rows).hasSize(5);
    assertThat(rows)
        .allMatch(row -> cells(row) == 4 || cells(row) == 5)
        .noneMatch(it -> it.contains("<"));
    assertThat(ContextPage.render(entries, NOON).lines().filter(it -> it.startsWith("#")))
        .hasSize(3);
  }

  private static Entry hostile(String id, String attack, Entry.Progress progress) {
    return new Entry(
        id,
        attack,
        attack,
        attack,
        List.of(attack, attack),
        NOON,
        progress,
        text(attack),
        text(attack));
  }

  private static String seen(String attack) {
    return Markdown.clean(attack).strip();
  }

  private static int cells(String row) {
    return row.replace("\\|", "").length() - row.replace("\\|", "").replace("|", "").length() - 1;
  }

  private static boolean isObeyed(int character) {
    return (Character.isISOControl(character) && character != '\n' && character != '\t')
        || character == 0x2028
        || character == 0x2029
        || (character >= 0x202A && character <= 0x202E)
        || (character >= 0x2066 && character <= 0x2069)
        || (character >= 0xD800 && character <= 0xDFFF);
  }

  @Test
  void a_summary_is_one_short_line_that_can_still_be_read() {
    assertThat(Markdown.line("Fix user_service in a.b(c) – ready?", 80))
        .isEqualTo("Fix user_service in a.b(c) – ready?");
    assertThat(Markdown.line("a\n\tb   c", 80)).isEqualTo("a b c");
    assertThat(Markdown.line("x".repeat(100), 80)).isEqualTo("x".repeat(79) + "…");
    assertThat(Markdown.line("🤖".repeat(90), 80)).isEqualTo("🤖".repeat(79) + "…");
    assertThat(Markdown.line(" ".repeat(1_000_000) + "late", 80)).isEqualTo("…");
    assertThat(Markdown.line("</details> `a|b` [c](d)", 80))
        .isEqualTo("&lt;/details> \\`a\\|b\\` \\[c\\](d)");
  }

  @Test
  void of_a_long_text_both_ends_are_shown_and_the_rest_is_counted() throws Exception {
    var long_ = "a".repeat(2_500_000) + "x" + "b".repeat(2_500_000);
    for (var clipped :
        List.of(Clipped.of(long_, 50_000), Clipped.of(new java.io.StringReader(long_), 50_000))) {
      assertThat(clipped.text())
          .isEqualTo(
              "a".repeat(25_000)
                  + "\n\n[... 4,950,001 characters left out ...]\n\n"
                  + "b".repeat(25_000));
      assertThat(clipped.to(1000).text())
          .isEqualTo(
              "a".repeat(500)
                  + "\n\n[... 4,999,001 characters left out ...]\n\n"
                  + "b".repeat(500));
    }
    var exact = "c".repeat(50_000);
    assertThat(Clipped.of(exact, 50_000).text()).isEqualTo(exact);
    assertThat(Clipped.of(new java.io.StringReader(exact), 50_000).text()).isEqualTo(exact);
    var more = "d".repeat(25_000) + "e" + "f".repeat(25_000);
    assertThat(Clipped.of(new java.io.StringReader(more), 50_000))
        .isEqualTo(Clipped.of(more, 50_000));
    assertThat(Clipped.of("🤖🤖🤖", 4).text())
        .isEqualTo("🤖\n\n[... 2 characters left out ...]\n\n🤖");
    assertThat(Clipped.of("🤖🤖🤖", 3).beginning()).isEmpty();
  }

  @Test
  void a_page_without_a_price_shows_none() {
    assertThat(IacLog.render(ALL.subList(1, 2), false))
        .contains("**Done** (120.0s) |")
        .doesNotContain("$");
  }
}
