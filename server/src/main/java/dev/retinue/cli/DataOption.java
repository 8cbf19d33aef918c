package dev.retinue.cli;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.store.files.DataPlace;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The option `--data`, as every command has it that needs the data directory.
final class DataOption {
  @Option(
      names = "--data",
      paramLabel = "<folder>",
      description =
          "The data directory. Default: RETINUE_DATA, or where this system keeps the data of"
              + " programs.")
  private @Nullable Path place;

  Path place() {
    return given().orElseGet(() -> place(System.getenv()));
  }

  /// What was said with the option, if anything was.
  Optional<Path> given() {
    if (place != null && place.toString().isBlank()) {
      // The folder in which somebody happens to be is not what a variable without a value means.
      throw new RetinueException(
          ErrorCode.INVALID_INPUT, "--data is empty; name a folder, or leave the option out.");
    }
    return Optional.ofNullable(place);
  }

  /// The place, if it has to be said to another program that is to use it too.
  Optional<Path> unusual() {
    var usual = new HashMap<>(System.getenv());
    usual.remove("RETINUE_DATA");
    var chosen = place().toAbsolutePath().normalize();
    try {
      return Optional.of(chosen).filter(it -> !it.equals(place(usual)));
    } catch (RetinueException e) {
      return Optional.of(chosen); // There is no usual one.
    }
  }

  private static Path place(Map<String, String> environment) {
    return DataPlace.of(environment, System.getProperty("os.name", ""));
  }
}
