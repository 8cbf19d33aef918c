package dev.retinue.web;

import static dev.retinue.web.TestApi.OWNER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.RunId;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.testing.Repository;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What docs/api.md says can be done, can be done.
final class ApiDocumentTest {
  private static final String TEXT = Repository.text(Repository.ROOT.resolve("docs/api.md"));
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `([A-Z]+ /api[^`]*)` \\|");
  private static final Pattern WORD = Pattern.compile("(?:'[^']*'|\"[^\"]*\"|[^\\s'\"])+");

  @TempDir private Path folder;
  private TestApi api;
  private final Map<String, String> variables = new HashMap<>();

  @BeforeEach
  void open() {
    api = new TestApi(folder);
    variables.put("RETINUE", "http://localhost:" + api.port());
    variables.put("AUTH", "Authorization: Bearer owner");
  }

  @AfterEach
  void close() {
    api.close();
  }

  @Test
  void its_table_has_every_request_there_is_and_no_other() {
    var rows = new TreeSet<String>();
    ROW.matcher(TEXT).results().forEach(row -> rows.add(row.group(1)));
    var routes = new TreeSet<String>();
    api.routes().forEach(route -> routes.add(route.method() + " " + route.path().text()));
    assertThat(rows).isEqualTo(routes);
  }

  @Test
  void every_example_is_answered() {
    var delivered = api.play(OWNER, "deliver tea\ncomplete done");
    api.staff().awaitEnd(delivered);
    variables.put("DELIVERED", delivered.text());
    int count = 0;
    for (var line : TEXT.lines().filter(it -> it.startsWith("curl ")).toList()) {
      if (line.contains("$NEED")) {
        ask();
      }
      var answer = api.send(request(words(line)));
      assertThat(answer.status()).as(line + "\n" + answer.body()).isEqualTo(200);
      if (line.endsWith("/api/sessions")) {
        variables.put("SESSION", Json.WIRE.readTree(answer.body()).path("id").asString());
      }
      if (line.endsWith("/api/agents") && line.contains(" -d ")) {
        variables.put("ID", Json.WIRE.readTree(answer.body()).path("id").asString());
      }
      if (line.contains("DELETE")) {
        variables.put("ID", delivered.text());
      }
      count++;
    }
    assertThat(count).isGreaterThan(10);
  }

  private void ask() {
    var asking = api.play(OWNER, "ask Go on?\ncomplete done");
    var run = api.staff().await(asking, it -> !it.needs().isEmpty());
    variables.put("ID", asking.text());
    variables.put("NEED", run.needs().getFirst().id());
    assertThat(RunId.of(asking.text())).isEqualTo(asking);
  }

  private static HttpRequest.Builder request(List<String> words) {
    var request = HttpRequest.newBuilder(URI.create(words.getLast()));
    var method = "GET";
    var body = BodyPublishers.noBody();
    for (int i = 1; i < words.size() - 1; i++) {
      switch (words.get(i)) {
        case "-H" -> {
          var header = words.get(++i).split(": ", 2);
          request.header(header[0], header[1]);
        }
        case "-d" -> {
          body = BodyPublishers.ofString(words.get(++i));
          method = "POST";
        }
        case "-X" -> method = words.get(++i);
        case "--compressed" -> request.header("Accept-Encoding", "gzip");
        default -> throw new AssertionError("This test does not know " + words.get(i));
      }
    }
    return request.method(method, body);
  }

  /// As a shell takes it apart: no variable inside single quotes.
  private List<String> words(String line) {
    var words = new ArrayList<String>();
    WORD.matcher(line).results().forEach(word -> words.add(word(word.group())));
    return words;
  }

  private String word(String quoted) {
    var word = new StringBuilder();
    var parts = Pattern.compile("'([^']*)'|\"([^\"]*)\"|([^'\"]+)").matcher(quoted);
    while (parts.find()) {
      if (parts.group(1) != null) {
        word.append(parts.group(1));
      } else {
        word.append(filled(parts.group(2) == null ? parts.group(3) : parts.group(2)));
      }
    }
    return word.toString();
  }

  private String filled(String text) {
    return Pattern.compile("\\$([A-Z]+)")
        .matcher(text)
        .replaceAll(
            name -> {
              var value = variables.get(name.group(1));
              if (value == null) {
                throw new AssertionError("Nobody says what $" + name.group(1) + " is");
              }
              return Matcher.quoteReplacement(value);
            });
  }
}
