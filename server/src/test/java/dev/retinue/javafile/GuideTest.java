package dev.retinue.javafile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Program;
import dev.retinue.testing.Repository;
import dev.retinue.testing.Traces;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every command of `docs/java-agents.md` says what stands below it there.
@EndToEnd
final class GuideTest {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(java|console)\n(.*?)^```$");
  private static final Pattern CLASS = Pattern.compile("(?m)^class (\\w+)");
  private static final Pattern NAME = Pattern.compile("Agent\\.named\\(\"(\\w+)\"\\)");

  @TempDir private Path folder;

  /// Whoever makes a cache stays when the agent has answered, and writes in what goes now.
  @AfterEach
  void endThoseWhoMakeCaches() {
    Traces.killAround(folder);
  }

  @Test
  void every_command_of_the_guide_says_what_stands_below_it() {
    var desk = Desk.in(folder);
    var text = Repository.text(Repository.ROOT.resolve("docs/java-agents.md"));
    int commands = 0;
    for (var block :
        (Iterable<java.util.regex.MatchResult>) BLOCK.matcher(text).results()::iterator) {
      if (block.group(1).equals("java")) {
        desk.write(file(block.group(2)), block.group(2));
      } else {
        commands += run(desk, block.group(2));
      }
    }
    assertThat(commands).isGreaterThan(6);
  }

  /// The name of the file of a program: that of its class, else of its agent, else it is the test.
  private static String file(String program) {
    var type = CLASS.matcher(program);
    var agent = NAME.matcher(program);
    if (type.find()) {
      return type.group(1) + ".java";
    }
    return agent.find()
        ? Character.toUpperCase(agent.group(1).charAt(0)) + agent.group(1).substring(1) + ".java"
        : "DoublerTest.java";
  }

  private static int run(Desk desk, String block) {
    var commands = new ArrayList<String>();
    var expected = new ArrayList<List<String>>();
    for (var line : block.lines().toList()) {
      if (line.startsWith("$ ")) {
        commands.add(line.substring(2));
        expected.add(new ArrayList<>());
      } else {
        expected.getLast().add(line);
      }
    }
    for (int i = 0; i < commands.size(); i++) {
      var ended = desk.at(Program.of("/bin/sh", "-c", commands.get(i))).run();
      assertThat(ended.out().lines().toList())
          .as("%s: %s", commands.get(i), ended.err())
          .isEqualTo(expected.get(i));
    }
    return commands.size();
  }
}
