package dev.retinue.cli;

import dev.retinue.store.files.DataPlace;
import java.nio.file.Path;
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
    return place != null ? place : DataPlace.of(System.getenv(), System.getProperty("os.name", ""));
  }
}
