package dev.retinue.toolset;

import dev.retinue.core.Excerpt;
import dev.retinue.core.Masked;
import dev.retinue.mcp.schema.Description;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// One thing that is wrong with a file of agents, which is therefore not used.
public record LeftOut(
    @Description("Missing if it is about no file.") @Nullable String file,
    @Description("Counted from 1.") @Nullable Integer line,
    @Description("Counted from 1.") @Nullable Integer column,
    String sentence,
    @Description("The lines around it.") @Nullable List<Line> excerpt) {
  private static final int MOST = 100;
  private static final int AROUND = 2;
  private static final int LONGEST_LINE = 300;
  private static final long LONGEST_FILE = 1 << 20;

  private static final Pattern PLACED =
      Pattern.compile("(?<file>.+?):(?<line>[0-9]{1,9}):(?<column>[0-9]{1,9}): (?<sentence>.*)");
  private static final Pattern NAMED = Pattern.compile("(?<file>/.*?): (?<sentence>.*)");

  /// A line of such a file.
  public record Line(int number, String text) {}

  /// What these sentences of a roster say, each mistake by itself.
  public static List<LeftOut> of(List<String> troubles) {
    var texts = new HashMap<String, List<String>>();
    return troubles.stream().flatMap(String::lines).limit(MOST).map(it -> of(it, texts)).toList();
  }

  private static LeftOut of(String sentence, Map<String, List<String>> texts) {
    var placed = PLACED.matcher(sentence);
    if (placed.matches()) {
      var file = placed.group("file");
      int line = Integer.parseInt(placed.group("line"));
      return new LeftOut(
          file,
          line,
          Integer.parseInt(placed.group("column")),
          placed.group("sentence"),
          around(texts.computeIfAbsent(file, LeftOut::lines), line));
    }
    var named = NAMED.matcher(sentence);
    return named.matches()
        ? new LeftOut(named.group("file"), null, null, named.group("sentence"), null)
        : new LeftOut(null, null, null, sentence, null);
  }

  private static @Nullable List<Line> around(List<String> lines, int line) {
    var shown =
        IntStream.rangeClosed(line - AROUND, Math.min(line + AROUND, lines.size()))
            .filter(it -> it > 0)
            .mapToObj(it -> new Line(it, shown(lines.get(it - 1))))
            .toList();
    return shown.isEmpty() ? null : shown;
  }

  private static String shown(String line) {
    return Excerpt.of(Masked.of(line).replace("\t", "  "), LONGEST_LINE);
  }

  /// Of what is no plain file nothing is shown, nor of what cannot be read.
  private static List<String> lines(String file) {
    try {
      var path = Path.of(file);
      if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
          || Files.size(path) > LONGEST_FILE) {
        return List.of();
      }
      var text = new String(Files.readAllBytes(path), StandardCharsets.UTF_8);
      return new ArrayList<>(text.lines().toList());
    } catch (IOException | IllegalArgumentException e) {
      return List.of();
    }
  }
}
