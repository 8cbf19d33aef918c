package dev.retinue.runtime.llm.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.tool.ToolServer;
import dev.retinue.process.Enclosure;
import dev.retinue.process.Supervisor;
import dev.retinue.testing.TestClock;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostTest {
  @TempDir private Path folder;

  @Test
  void who_comes_when_all_is_closed_begins_nothing() {
    var environment = Map.<String, String>of();
    var grounds =
        new Grounds(
            new Supervisor(folder, environment),
            folder,
            environment,
            (_, _, _) -> Enclosure.LIMITS);
    try (var web = new ScriptedMcp()) {
      var spec =
          new ToolServer(
              "web",
              new ToolServer.Reached(web.url(), Map.of()),
              ToolServer.Share.RUN,
              ToolServer.USUAL_TIMEOUT,
              ToolServer.USUAL_IDLE,
              List.of());
      var post = new Post(spec, new Opening(grounds, new TestClock(), Opening.USUAL_LIMIT));
      post.close();
      var late = post.take(Seat.SHARED);
      assertThatThrownBy(late::prepare).hasMessageContaining("it has been closed");
      post.leave(late);
      assertThat(web.heard).isEmpty();
    }
  }
}
