package dev.retinue.cli.connect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.testing.Repository;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// docs/clients.md shows what `connect` prints.
class ClientsDocumentTest {
  private static final Entry STDIO = new Entry.Stdio("/path/to/retinue", Map.of(), List.of());
  private static final Entry HTTP = new Entry.Http("http://127.0.0.1:8101/mcp", Entry.TOKEN);

  @ParameterizedTest
  @EnumSource
  void each_client_is_shown_as_connect_shows_it(Client client) {
    var document = Repository.text(Repository.ROOT.resolve("docs/clients.md"));
    var places = new Places(Map.of("HOME", "/nowhere"), "Linux", Path.of("/nowhere"));
    var connection = Connection.of(client, Scope.USER, places, InstantSource.system());
    assertThat(document).contains(block(client.word(), connection.alone(STDIO)));
    if (client != Client.CLAUDE_DESKTOP) {
      assertThat(document).contains(block(client.word() + "-http", connection.alone(HTTP)));
    }
    assertThat(document).contains("## " + client.title() + "\n");
  }

  private static String block(String name, String text) {
    return "```%s\n%s```\n".formatted(name, text);
  }
}
