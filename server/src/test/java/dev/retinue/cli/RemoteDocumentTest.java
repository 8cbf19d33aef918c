package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.cli.serve.Reach;
import dev.retinue.testing.Repository;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The configurations of docs/remote.md are ones, and none of them would be warned of.
final class RemoteDocumentTest {
  private static final Pattern EXAMPLE = Pattern.compile("(?s)```yaml\n(.*?)```");

  @TempDir private Path folder;

  @Test
  void every_example_can_be_started_with() throws IOException {
    var text = Repository.text(Repository.ROOT.resolve("docs/remote.md"));
    var examples = EXAMPLE.matcher(text).results().map(it -> it.group(1)).toList();
    assertThat(examples).hasSize(3);
    for (var example : examples) {
      var file = Files.writeString(folder.resolve("retinue.yaml"), example);
      var settings = ConfigOption.read(file, List.of(), Map.of("HOME", "/nowhere")).settings();
      var reach =
          Reach.of(settings.server(), host -> new InetAddress[] {InetAddress.ofLiteral(host)});
      assertThat(reach.warnings()).as(example).allMatch(it -> it.contains("server.allowed-hosts"));
      assertThat(reach.url(1, "/mcp")).startsWith("https://retinue.example.org");
      assertThat(reach.hosts().names()).contains("retinue.example.org");
    }
  }
}
