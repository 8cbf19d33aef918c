package dev.retinue.process.sandbox;

import dev.retinue.process.Supervisor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/// Says what tiers its user has, one a line, to be run by another user than the tests.
final class TiersProgram {
  private TiersProgram() {}

  public static void main(String... args) throws IOException {
    var supervisor = new Supervisor(Path.of(args[0]), Map.of());
    try (var out = new FileOutputStream(args[1])) {
      for (var tier : new Sandbox(supervisor, Map.of()).tiers()) {
        var line = "%d %s %s%n".formatted(tier.level(), tier.there(), tier.text());
        out.write(line.getBytes(StandardCharsets.UTF_8));
      }
    }
  }
}
