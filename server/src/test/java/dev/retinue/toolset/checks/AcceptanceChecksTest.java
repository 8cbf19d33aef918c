package dev.retinue.toolset.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.retinue.core.Check;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Verdict;
import dev.retinue.core.port.Checker;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What the server finds when it looks itself.
final class AcceptanceChecksTest {
  private static final String INTEGER_N =
      "{\"type\":\"object\",\"required\":[\"n\"],\"properties\":{\"n\":{\"type\":\"integer\"}}}";

  @TempDir private Path folder;
  private final Checker checks = new AcceptanceChecks();

  @Test
  void a_file_must_be_there_and_be_one() throws Exception {
    Files.createDirectories(folder.resolve("src"));
    Files.writeString(folder.resolve("src/report.md"), "All is well.");

    assertThat(judge(new Check.FileExists("src/report.md")))
        .isEqualTo(new Verdict("file_exists src/report.md", true, "as it should be"));
    assertThat(judge(new Check.FileExists("src/other.md")).detail())
        .isEqualTo("there is no such file");
    assertThat(judge(new Check.FileExists("src/report.md/x")).passed()).isFalse();
    assertThat(judge(new Check.FileExists("src")).detail()).isEqualTo("it is a folder");
  }

  @Test
  void a_text_is_found_wherever_it_stands() throws Exception {
    Files.writeString(folder.resolve("a.txt"), "aab".repeat(5_000) + "aabaaß" + "tail");

    assertThat(judge(new Check.FileContains("a.txt", "aabaaß")).passed()).isTrue();
    assertThat(judge(new Check.FileContains("a.txt", "tail")).passed()).isTrue();
    assertThat(judge(new Check.FileContains("a.txt", "tail.")).detail())
        .isEqualTo("the text is not in it");
    assertThat(judge(new Check.FileContains("b.txt", "a")).detail())
        .isEqualTo("there is no such file");
  }

  @Test
  void of_a_large_file_only_the_beginning_is_read() throws Exception {
    var large = folder.resolve("large");
    try (var out = Files.newOutputStream(large)) {
      var chunk = "x".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
      for (int i = 0; i < 17; i++) {
        out.write(chunk);
      }
      out.write("needle".getBytes(StandardCharsets.UTF_8));
    }
    assertThat(judge(new Check.FileContains("large", "needle")).detail())
        .isEqualTo("the text is not in its first 16 MiB");
  }

  @Test
  void no_link_leads_out_and_one_inside_is_followed(@TempDir Path elsewhere) throws Exception {
    Files.writeString(elsewhere.resolve("secret"), "secret");
    Files.writeString(folder.resolve("inside"), "here");
    Files.createSymbolicLink(folder.resolve("out"), elsewhere.resolve("secret"));
    Files.createSymbolicLink(folder.resolve("outside"), elsewhere);
    Files.createSymbolicLink(folder.resolve("in"), Path.of("inside"));

    assertThat(judge(new Check.FileExists("out")).detail())
        .isEqualTo("it leads out of the working directory");
    assertThat(judge(new Check.FileContains("outside/secret", "secret")).detail())
        .isEqualTo("it leads out of the working directory");
    assertThat(judge(new Check.FileContains("in", "here")).passed()).isTrue();
  }

  @Test
  void a_device_is_no_file() throws Exception {
    var verdict =
        checks
            .judge(
                List.of(new Check.FileContains("null", "x")),
                new Checker.Subject(Path.of("/dev"), null))
            .getFirst();
    assertThat(verdict)
        .isEqualTo(new Verdict("file_contains null", false, "it is no ordinary file"));
  }

  @Test
  void a_payload_must_be_json_that_fits() throws Exception {
    assertThat(judge(INTEGER_N, "{\"n\": 3}").passed()).isTrue();
    assertThat(judge(INTEGER_N, "{\"n\": \"3\"}").detail()).contains("'n' is \"3\"");
    assertThat(judge(INTEGER_N, "n = 3").detail()).startsWith("the payload is no JSON");
    assertThat(judge(INTEGER_N, " ").detail()).startsWith("the payload is no JSON");
    assertThat(judge(INTEGER_N, "{\"n\": 3} {\"n\": 4}").passed()).isFalse();
    assertThat(judge(INTEGER_N, null).detail()).isEqualTo("there is no payload");
    assertThat(judge(INTEGER_N, "\"" + "x".repeat(5 << 20) + "\"").detail())
        .isEqualTo("the payload has more than 4 MiB");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/etc/passwd", "../x", "a/../../x", "", " ", ".", "a/..", "a\0b"})
  void a_path_that_leads_elsewhere_is_refused_beforehand(String path) {
    assertThatExceptionOfType(RetinueException.class)
        .isThrownBy(() -> checks.require(new Check.FileExists(path)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a\0b", "\uD800"})
  void a_text_that_cannot_be_in_a_file_is_refused_beforehand(String text) {
    assertThatExceptionOfType(RetinueException.class)
        .isThrownBy(() -> checks.require(new Check.FileContains("a", text)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "[]", "7", "{\"type\":\"objekt\"}", "{\"$ref\":\"http://localhost/x\"}"})
  void what_is_no_schema_is_refused_beforehand(String schema) {
    assertThatExceptionOfType(RetinueException.class)
        .isThrownBy(() -> checks.require(new Check.PayloadSchema(schema)))
        .withMessageStartingWith("The schema of the check is no JSON Schema: ");
  }

  @Test
  void a_look_that_takes_too_long_is_given_up_and_the_others_count() throws Exception {
    Files.writeString(folder.resolve("a"), "a");
    var impatient = new AcceptanceChecks(Duration.ofMillis(200));
    var stuck = new CountDownLatch(1);
    var verdicts =
        impatient.judge(
            List.of(
                new Check.FileExists("a"),
                new Check.PayloadSchema(INTEGER_N),
                new Check.FileExists("a")),
            new Checker.Subject(folder, new Stuck(stuck)));
    stuck.countDown();

    assertThat(verdicts).extracting(Verdict::passed).containsExactly(true, false, false);
    assertThat(verdicts.get(1).detail()).startsWith("it could not be checked");
  }

  /// A payload that cannot be opened until somebody lets it.
  private record Stuck(CountDownLatch latch) implements Checker.Payload {
    @Override
    public long bytes() {
      return 1;
    }

    @Override
    public InputStream open() {
      boolean interrupted = false;
      while (true) {
        try {
          latch.await();
          if (interrupted) {
            Thread.currentThread().interrupt();
          }
          return InputStream.nullInputStream();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
  }

  private Verdict judge(Check check) throws InterruptedException {
    checks.require(check);
    return checks.judge(List.of(check), new Checker.Subject(folder, null)).getFirst();
  }

  private Verdict judge(String schema, @Nullable String payload)
      throws InterruptedException, IOException {
    var check = new Check.PayloadSchema(schema);
    checks.require(check);
    var bytes = payload == null ? null : payload.getBytes(StandardCharsets.UTF_8);
    Checker.Payload result = bytes == null ? null : new InMemory(bytes);
    return checks.judge(List.of(check), new Checker.Subject(folder, result)).getFirst();
  }

  @SuppressWarnings("ArrayRecordComponent") // Nobody compares them.
  private record InMemory(byte[] content) implements Checker.Payload {
    @Override
    public long bytes() {
      return content.length;
    }

    @Override
    public InputStream open() {
      return new ByteArrayInputStream(content);
    }
  }
}
