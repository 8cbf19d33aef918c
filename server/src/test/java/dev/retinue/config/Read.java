package dev.retinue.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Reads configurations that are not in a file.
final class Read {
  static final Set<String> RUNTIMES = Set.of("scripted", "llm", "program", "coder");
  static final Known KNOWN =
      new Known(RUNTIMES, Set.of("lifecycle", "relay"), Set.of("anthropic", "google", "openai"));
  private static final Path FOLDER = Path.of("/there/is/no/such/folder");

  private Read() {}

  static Configuration configuration(String yaml) {
    return configuration(yaml.getBytes(StandardCharsets.UTF_8));
  }

  static Configuration configuration(byte[] yaml) {
    return configuration(yaml, FOLDER, List.of());
  }

  /// @param folder where the file would be
  /// @param options what would be said above it
  static Configuration configuration(byte[] yaml, Path folder, List<Given> options) {
    var layout = Layout.of(KNOWN, folder, Map.of());
    return new Configuration.Reader(Optional.empty(), "retinue.yaml", layout)
        .read(yaml, new Sources(null, Map.of(), options));
  }

  static Configuration file(Path file) {
    return Configuration.read(new Sources(file, Map.of(), List.of()), KNOWN);
  }

  /// What is said about a file that is wrong.
  static String refusal(String yaml) {
    return refusal(yaml.getBytes(StandardCharsets.UTF_8));
  }

  static String refusal(byte[] yaml) {
    var refusal = catchThrowableOfType(RetinueException.class, () -> configuration(yaml));
    if (refusal == null) {
      throw new AssertionError("it was read without a word");
    }
    assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_INPUT);
    return refusal.getMessage();
  }
}
