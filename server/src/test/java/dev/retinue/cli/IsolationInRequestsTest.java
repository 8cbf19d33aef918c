package dev.retinue.cli;

import static dev.retinue.cli.Besides.json;
import static dev.retinue.cli.TwoCallers.ANNA;
import static dev.retinue.cli.TwoCallers.BERT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.cli.TwoCallers.Answer;
import dev.retinue.cli.TwoCallers.Things;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// The same as [IsolationTest] for ids that are said beside the path of a request. A new one has to
/// stand here, or this fails.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class IsolationInRequestsTest {
  /// Parameters and fields of bodies that are ids; what a run waits for has a name only there.
  private static final Pattern ID_IN_REQUEST =
      Pattern.compile(".*[?#](before|root|resume|run|session|subject|.*_id|.*thread.*|parent)");

  private static final Map<String, String> IN_REQUESTS =
      Map.ofEntries(
          Map.entry("GET /api/agents?root", "?root=RUN"),
          Map.entry("GET /api/agents?before", "?before=RUN"),
          Map.entry("GET /api/sessions?before", "?before=SESSION"),
          Map.entry("GET /api/sessions/{id}/messages?before", "?before=RUN"),
          Map.entry("GET /api/audit?before", "?before=RUN"),
          Map.entry("GET /api/audit?subject", "?subject=RUN"),
          Map.entry("GET /api/export?run", "?run=ENDED"),
          Map.entry("GET /api/export?session", "?session=SESSION"),
          Map.entry("POST /api/agents#resume", "{'contract':'x','resume':'ENDED'}"),
          Map.entry("POST /api/sessions/{id}/fork#run_id", "{'run_id':'ENDED'}"),
          Map.entry("POST /api/sessions/{id}/interrupt#run_id", "{'run_id':'RUN'}"));

  @TempDir private static Path folder;
  private TwoCallers house;
  private Things berts;
  private Things nobodys;
  private Things annas;

  @BeforeAll
  void open() throws InterruptedException {
    house = new TwoCallers(folder);
    berts = house.thingsOf(BERT);
    nobodys = berts.ofNobody();
    annas = house.thingsOf(ANNA);
  }

  @AfterAll
  void close() {
    house.close();
  }

  /// Ids that are said beside the path, by what the document says of requests: with each of them
  /// what has to be said in full, of things of one's own.
  @Test
  void no_parameter_of_a_route_tells_another_callers_ids_from_those_of_nobody() {
    var document = house.send(ANNA, "GET", "/api/openapi.json", "").json();
    var tried = new TreeSet<String>();
    for (var path : document.path("paths").properties()) {
      for (var method : path.getValue().properties()) {
        var key = method.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey();
        for (var parameter : method.getValue().path("parameters")) {
          if (parameter.path("in").asString("").equals("query")) {
            tried.add(key + "?" + parameter.path("name").asString(""));
          }
        }
        var body = method.getValue().at("/requestBody/content/application~1json/schema/properties");
        body.propertyNames().forEach(it -> tried.add(key + "#" + it));
      }
    }
    tried.removeIf(it -> !ID_IN_REQUEST.matcher(it).matches());
    assertThat(tried).containsExactlyInAnyOrderElementsOf(IN_REQUESTS.keySet());
    IN_REQUESTS.forEach(
        (key, said) -> {
          Function<Things, Answer> ask = its -> asked(key, said, its);
          var unknown = ask.apply(nobodys);
          assertThat(ask.apply(berts).without(berts)).as(key).isEqualTo(unknown.without(nobodys));
        });
  }

  private Answer asked(String key, String said, Things its) {
    var method = key.substring(0, key.indexOf(' '));
    var path = key.substring(key.indexOf(' ') + 1, Math.max(key.indexOf('?'), key.indexOf('#')));
    var own = path.startsWith("/api/sessions") ? annas.session() : annas.run();
    var filled =
        json(said)
            .replace("RUN", its.run())
            .replace("ENDED", its.ended())
            .replace("SESSION", its.session());
    boolean query = said.startsWith("?");
    var at = path.replace("{id}", own) + (query ? filled : "");
    return house.send(ANNA, method, at, query ? "" : filled);
  }
}
