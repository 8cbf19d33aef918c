package dev.retinue.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.retinue.runtime.coder.fake.FakeCoder;
import dev.retinue.runtime.coder.fake.Mode;
import dev.retinue.runtime.coder.fake.Pace;
import dev.retinue.runtime.coder.fake.Stage;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Traces;
import dev.retinue.web.console.ConsoleFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The console in a real browser: each file has its daemon, and its tests say what they show.
@EndToEnd
class ConsolePagesTest {
  @TempDir private Path folder;

  @BeforeEach
  void needs_a_browser() {
    assumeTrue(ConsoleBrowser.isInstalled(), "there is no Chromium, or npm has no playwright-core");
  }

  @AfterEach
  void endWhatIsLeft() {
    Traces.kill(folder);
  }

  @Test
  void its_parts_that_need_no_browser_hold_what_they_promise() throws IOException {
    for (var asset : new ConsoleFiles().all()) {
      Files.write(folder.resolve(asset.name()), asset.bytes());
    }
    Files.writeString(folder.resolve("package.json"), "{\"type\": \"module\"}");
    var ended = ConsoleBrowser.play("parts", folder);
    assertThat(ended.exitCode()).as(ended.out() + ended.err()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"frame", "restart", "crowd", "picture", "pages", "runs", "live", "trouble"})
  void a_person_can_watch_and_steer(String file) {
    var ended = ConsoleBrowser.play(file, folder);
    assertThat(ended.exitCode()).as(ended.out() + ended.err()).isZero();
  }

  @Test
  void a_person_can_see_to_the_fleet() {
    try (var coder = FakeCoder.start(Mode.CURRENT).pace(Pace.BY_REQUEST)) {
      var shop =
          coder.requestsPerMinute(Integer.MAX_VALUE).project("Tea shop", "coder", "reviewer");
      coder.workspace("amy", shop, Stage.IDLE);
      coder.workspace("bob", shop, Stage.BUSY);
      coder.workspace("zoe", shop, Stage.STOPPED);
      var ended =
          ConsoleBrowser.play(
              "fleet",
              folder,
              Map.of("CODER_URL", coder.url(), "CODER_SESSION_TOKEN", coder.token()));
      assertThat(ended.exitCode()).as(ended.out() + ended.err()).isZero();
    }
  }
}
