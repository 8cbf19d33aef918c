package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.testing.Repository;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// docs/commands.md and the commands tell the same.
class CommandsDocumentTest {
  private static final Pattern SECTION = Pattern.compile("(?m)^## `retinue ([a-z]+)[^`]*`\n");
  private static final Pattern IN_TABLE = Pattern.compile("`(--[a-z-]+)");
  private static final Pattern IN_HELP = Pattern.compile("(?m)^ +(?:-\\w, )?(--[a-z-]+)");
  private static final Pattern COMMAND = Pattern.compile("(?m)^  ([a-z]+) {2,}\\S");

  static Set<String> commands() {
    var help = help();
    return new TreeSet<>(found(COMMAND, help.substring(help.indexOf("Commands:"))));
  }

  @Test
  void every_command_is_described_and_no_other() {
    assertThat(sections().keySet()).containsExactlyInAnyOrderElementsOf(commands());
  }

  @ParameterizedTest
  @MethodSource("commands")
  void every_option_is_described_and_no_other(String command) {
    var inHelp = new TreeSet<>(found(IN_HELP, help(command)));
    inHelp.remove("--help");
    var rows =
        sections()
            .getOrDefault(command, "")
            .lines()
            .filter(line -> line.startsWith("|"))
            .map(line -> line.split("\\|", -1)[1])
            .collect(Collectors.joining("\n"));
    assertThat(found(IN_TABLE, rows)).containsExactlyInAnyOrderElementsOf(inHelp);
  }

  /// A paragraph that is broken by hand is broken once more where the screen ends.
  @ParameterizedTest
  @MethodSource("commands")
  void the_paragraphs_of_a_help_fill_its_lines(String command) {
    var lines = help(command).lines().toList();
    for (int i = lines.indexOf(""); i >= 0 && i + 1 < lines.size(); i++) {
      var line = lines.get(i);
      var next = lines.get(i + 1);
      if (!line.isBlank() && !line.startsWith(" ") && !next.isBlank()) {
        assertThat(line.length() + 1 + next.split(" ", 2)[0].length()).as(line).isGreaterThan(78);
      }
    }
  }

  @Test
  void the_exit_codes_are_those_of_the_program() throws Exception {
    var inProgram = new TreeSet<Integer>();
    for (var field : ExitCode.class.getFields()) {
      inProgram.add(field.getInt(null));
    }
    var inDocument =
        found(Pattern.compile("(?m)^\\| (\\d+) \\|"), document()).stream()
            .map(Integer::valueOf)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(inDocument).isEqualTo(inProgram);
  }

  private static Map<String, String> sections() {
    var document = document();
    var sections = new LinkedHashMap<String, String>();
    var parts = SECTION.split(document, -1);
    var names = found(SECTION, document);
    for (int i = 0; i < names.size(); i++) {
      sections.put(names.get(i), parts[i + 1]);
    }
    return sections;
  }

  private static String document() {
    return Repository.text(Repository.ROOT.resolve("docs/commands.md"));
  }

  private static List<String> found(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(it -> it.group(1)).toList();
  }

  private static String help(String... command) {
    var out = new ByteArrayOutputStream();
    var terminal = Terminal.on(InputStream.nullInputStream(), out, OutputStream.nullOutputStream());
    if (Arrays.asList(command).contains("mcp")) {
      new Mcp(terminal).run(List.of("--help"));
    } else {
      var words = new ArrayList<>(List.of(command));
      words.add("--help");
      new Commands(terminal).run(words);
    }
    terminal.flush();
    return out.toString(StandardCharsets.UTF_8);
  }
}
