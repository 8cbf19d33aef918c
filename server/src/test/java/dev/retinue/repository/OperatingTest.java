package dev.retinue.repository;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Program;
import dev.retinue.testing.Repository;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What docs/operations.md tells people to type, typed.
@EndToEnd
class OperatingTest {
  private static final String DOCUMENT =
      Repository.text(Repository.ROOT.resolve("docs/operations.md"));
  private static final Pattern EXAMPLE = Pattern.compile("(?ms)^```sh\n(.*?)^```$");

  @TempDir Path folder;

  @Test
  void every_example_works_one_after_the_other() {
    var script =
        EXAMPLE
            .matcher(DOCUMENT)
            .results()
            .map(found -> found.group(1))
            .collect(Collectors.joining());
    assertThat(script.lines()).hasSizeGreaterThan(6);
    var ended =
        Program.of("sh", "-exc", script)
            .in(folder)
            .with("PATH", Repository.DISTRIBUTION + ":/usr/bin:/bin")
            .with("JAVA_HOME", Repository.JDK)
            .with("RETINUE_DATA", folder.resolve("data"))
            .run();
    assertThat(ended.exitCode()).as(ended.toString()).isZero();
    assertThat(ended.out())
        .contains("The token of 'ci' is revoked.", "Backed up ", "Restored ", "replaced-");
  }
}
