package dev.retinue.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Program;
import dev.retinue.testing.Repository;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The real JBang starts an agent in one Java file, without a network.
@EndToEnd
final class JBangTest {
  private static final Path JBANG = Repository.ROOT.resolve(".cache/jbang");
  private static final Path SDK = Repository.DISTRIBUTION.resolve("lib/retinue-sdk.jar");

  /// By this JBang tells the script around it that its output is the command to run.
  private static final int COMMAND_FOLLOWS = 255;

  private static final String SHOUTER =
      """
      import dev.retinue.sdk.Agent;

      void main(String... args) {
        Agent.named("shouter").needsContext().does(ctx -> ctx.input().toUpperCase()).run(args);
      }
      """;

  @TempDir private Path folder;

  @BeforeEach
  void require() {
    assumeTrue(Files.exists(JBANG.resolve("installed")), "JBang is not installed");
  }

  private Program.Ended jbang(Object... args) {
    var java = Stream.of(Repository.JDK.resolve("bin/java"), "-cp", JBANG.resolve("lib") + "/*");
    var words = Stream.of("dev.jbang.Main", "--offline", "run");
    var command =
        program(Stream.of(java, words, Stream.of(args)).flatMap(it -> it).toArray()).run();
    assertThat(command.exitCode()).as(command.err()).isEqualTo(COMMAND_FOLLOWS);
    return program("sh", "-c", command.out().strip()).hearing("hi").run();
  }

  private Program program(Object... words) {
    return Program.of(words)
        .with("HOME", folder)
        .with("JBANG_DIR", folder.resolve("jbang"))
        .with("JAVA_HOME", Repository.JDK)
        .with("SFA_NO_LOG", "1")
        .in(folder);
  }

  @Test
  void an_agent_works_with_the_sdk_on_the_class_path() throws Exception {
    Files.writeString(folder.resolve("Shouter.java"), SHOUTER);
    assertThat(jbang("--cp", SDK, "Shouter.java")).isEqualTo(new Program.Ended(0, "HI\n", ""));
  }

  @Test
  void an_agent_may_name_the_sdk_itself() throws Exception {
    // JBang takes what follows a blank for the next one, and a clone may have one in its path.
    var lib = Files.createSymbolicLink(folder.resolve("lib"), SDK.getParent());
    var lines = List.of("//DEPS " + lib.resolve("retinue-sdk.jar"), "//JAVA 25+", SHOUTER);
    Files.write(folder.resolve("Shouter.java"), lines);
    assertThat(jbang("Shouter.java", "--output-format=json").out())
        .isEqualTo("{\"result\":\"HI\"}\n");
  }
}
