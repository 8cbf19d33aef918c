package dev.retinue.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A program that plays its prompt, installed under the name of a real one. What it can play stands
/// at the top of `programs/player.sh`.
public final class Player {
  private Player() {}

  /// Puts it into a folder that is to be on the `PATH`.
  ///
  /// @param name whose lines it speaks: `codex` or `claude`
  public static Path install(Path bin, String name) throws IOException {
    Files.createDirectories(bin);
    var program = bin.resolve(name);
    try (var script = Player.class.getResourceAsStream("/programs/player.sh")) {
      Files.write(program, Objects.requireNonNull(script).readAllBytes());
    }
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    var sleep = bin.resolve("sleep");
    if (!Files.exists(sleep)) {
      Files.createSymbolicLink(sleep, Program.find("sleep").orElseThrow());
    }
    return program;
  }

  /// A prompt that makes it do this, in this order.
  public static String script(String... steps) {
    return Stream.of(steps).map(step -> "play " + step).collect(Collectors.joining("\n"));
  }
}
