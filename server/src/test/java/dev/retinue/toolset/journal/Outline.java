package dev.retinue.toolset.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// A log as a reader of Markdown understands it: what is ours, and what is in blocks of code.
///
/// @param ours the lines outside of blocks, without empty ones
/// @param blocks what is in them
record Outline(List<String> ours, List<String> blocks) {
  private static final Pattern FENCE = Pattern.compile(" {0,3}(`{3,}|~{3,})[^`]*");
  private static final Pattern TAG = Pattern.compile("<details>|</details>");
  private static final Pattern TITLE =
      Pattern.compile("<summary>(Input|Output) \\([0-9,]+ characters\\)</summary>");
  private static final Pattern PLACEHOLDER = Pattern.compile("<!-- RESULT_sp_[a-z0-9]+ -->");

  static Outline of(String page) {
    var ours = new ArrayList<String>();
    var blocks = new ArrayList<String>();
    StringBuilder block = null;
    String fence = "";
    for (var line : page.split("\r\n|[\r\n]", -1)) {
      var matcher = FENCE.matcher(line);
      if (block != null) {
        if (line.matches(" {0,3}`{%d,}\\s*".formatted(fence.length()))) {
          blocks.add(block.toString());
          block = null;
        } else {
          block.append(line).append('\n');
        }
      } else if (matcher.matches()) {
        fence = matcher.group(1);
        block = new StringBuilder();
      } else if (!line.isBlank()) {
        ours.add(line);
      }
    }
    assertThat(block).as("a block that nobody ends").isNull();
    return new Outline(ours, blocks);
  }

  List<String> entries() {
    return ours.stream().filter(line -> line.startsWith("### ")).toList();
  }

  /// Nothing of the text of others is taken for ours.
  void holds(int entries, int blocksInAll) {
    assertThat(entries()).hasSize(entries).allMatch(line -> line.startsWith("### 🤖 "));
    assertThat(blocks).hasSize(blocksInAll);
    assertThat(ours.stream().filter("<details>"::equals)).hasSize(blocksInAll);
    assertThat(ours.stream().filter("</details>"::equals)).hasSize(blocksInAll);
    assertThat(ours.stream().filter(line -> line.startsWith("- ["))).hasSize(entries);
    for (var line : ours) {
      boolean known =
          TAG.matcher(line).matches()
              || TITLE.matcher(line).matches()
              || PLACEHOLDER.matcher(line).matches();
      assertThat(known || !line.contains("<")).as("no tag of others: %s", line).isTrue();
      assertThat(line)
          .as("what begins a line is ours")
          .matches("(?s)(#{1,3} |> |---|- \\[[ x]] |<|No runs yet|The newest ).*");
    }
  }
}
