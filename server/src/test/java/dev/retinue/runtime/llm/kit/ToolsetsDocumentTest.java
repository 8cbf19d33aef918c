package dev.retinue.runtime.llm.kit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Permissions;
import dev.retinue.core.craft.Kit;
import dev.retinue.runtime.llm.tool.Tool;
import dev.retinue.testing.Repository;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/// The table of `docs/toolsets.md` is what models are told.
final class ToolsetsDocumentTest {
  private static final Pattern ROW =
      Pattern.compile("\\| (?:`\\w+`)? ?\\| `(\\w+)` \\| (.*?) ?\\| (yes|no) \\| (yes|no) \\|");

  @TempDir private Path folder;

  @Test
  void every_tool_stands_there_as_it_is() throws Exception {
    var rows = new ArrayList<String>();
    var matcher = ROW.matcher(Repository.text(Repository.ROOT.resolve("docs/toolsets.md")));
    while (matcher.find()) {
      rows.add(
          String.join(
              " ",
              matcher.group(1),
              matcher.group(2).replace("`", ""),
              matcher.group(3),
              matcher.group(4)));
    }
    try (var bench = new KitBench(folder.toRealPath(), Permissions.NONE)) {
      bench.hire(all());
      assertThat(rows)
          .containsExactlyElementsOf(
              bench.tools().stream().map(ToolsetsDocumentTest::row).toList());
    }
  }

  private static Kit[] all() {
    return List.of(
            Kit.Kind.FILESYSTEM,
            Kit.Kind.SHELL,
            Kit.Kind.FETCH,
            Kit.Kind.THINK,
            Kit.Kind.TODO,
            Kit.Kind.MEMORY,
            Kit.Kind.USER_PROMPT)
        .stream()
        .map(Kit::new)
        .toArray(Kit[]::new);
  }

  private static String row(Tool tool) {
    var schema = JsonMapper.shared().readTree(tool.spec().schema());
    var names = String.join(", ", schema.path("properties").propertyNames());
    return String.join(
        " ",
        tool.spec().name(),
        names,
        tool.readsOnly() ? "no" : "yes",
        tool.isRepeatable() ? "yes" : "no");
  }
}
