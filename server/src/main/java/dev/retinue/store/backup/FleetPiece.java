package dev.retinue.store.backup;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.store.files.PrivateFiles;
import dev.retinue.store.files.Replacement;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// What agents of the fleet were told, as it stands in a backup: a line for each agent. What waits
/// for them is not in it, because later nobody knows what of it was given to them since.
final class FleetPiece {
  private static final long MOST_BYTES = 256L << 20;
  private static final Pattern LINE = Pattern.compile("([0-9a-f]{32}\\.json) (\\[.*])");
  private static final JsonMapper JSON = JsonMapper.shared();

  private FleetPiece() {}

  /// @param folder with a file for each agent; it need not be there
  static void write(Path folder, Path to) throws IOException {
    PrivateFiles.createNew(to, PrivateFiles.FILE);
    long written = 0;
    try (var out = Files.newBufferedWriter(to, StandardCharsets.UTF_8)) {
      for (var file : files(folder)) {
        var line = line(file);
        written += line.getBytes(StandardCharsets.UTF_8).length;
        if (written <= MOST_BYTES) {
          out.write(line);
        }
      }
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (var all = Files.list(folder)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }

  /// Nothing for one that is gone meanwhile, or that somebody wrote into.
  private static String line(Path file) {
    try {
      var line = "%s %s".formatted(file.getFileName(), JSON.readTree(Files.readAllBytes(file)));
      return LINE.matcher(line).matches() ? line + "\n" : "";
    } catch (IOException | JacksonException _) {
      return "";
    }
  }

  static void restore(Path from, Replacement replacement) throws IOException {
    if (Files.size(from) > MOST_BYTES) {
      throw damaged();
    }
    try (var lines = Files.newBufferedReader(from, StandardCharsets.UTF_8)) {
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        var found = LINE.matcher(line);
        if (!found.matches()) {
          throw damaged();
        }
        Files.writeString(replacement.createFleetFile(found.group(1)), found.group(2));
      }
    } catch (CharacterCodingException _) {
      throw damaged();
    }
  }

  private static RetinueException damaged() {
    return new RetinueException(
        ErrorCode.INVALID_INPUT,
        "The backup is damaged: what agents of the fleet were told cannot be read. Use another backup.");
  }
}
