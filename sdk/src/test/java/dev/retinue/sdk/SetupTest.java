package dev.retinue.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.mcp.rpc.Json;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What `--setup` asks a person, and where it keeps the answers.
class SetupTest {
  @TempDir Path folder;

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int setup(String typed) {
    var agent =
        Agent.named("a")
            .env(Variable.required("TOKEN", "A token"), Variable.optional("REGION", "A region"));
    var world =
        new World(
            Map.of("HOME", folder.toString(), "SFA_CONFIG", config().toString()),
            new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8)),
            true,
            new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            InstantSource.system(),
            folder);
    return new Command(agent.spec(), world, false).run(List.of("--setup"));
  }

  private Path config() {
    return folder.resolve("config.json");
  }

  @Test
  void answers_are_kept_for_the_agent_alone_beside_what_is_there() throws IOException {
    Files.writeString(config(), "{\"models\":{\"default\":\"x/y\"}}");
    assertThat(setup("abc\n\n")).isZero();
    assertThat(Json.WIRE.readTree(Files.readString(config())))
        .isEqualTo(
            Json.WIRE.readTree(
                "{\"models\":{\"default\":\"x/y\"},\"agents\":{\"a\":{\"env\":{\"TOKEN\":\"abc\"}}}}"));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(config())))
        .isEqualTo("rw-------");
  }

  @Test
  void what_is_still_missing_is_named() {
    assertThat(setup("\n\n")).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("Still missing: TOKEN.");
  }

  @Test
  void a_file_that_cannot_be_read_is_not_written_over() throws IOException {
    var broken = "{\"apiKeys\":{\"openai\":\"kept\"},";
    Files.writeString(config(), broken);
    assertThat(setup("abc\n\n")).isEqualTo(2);
    assertThat(config()).hasContent(broken);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("mend it first");
  }
}
