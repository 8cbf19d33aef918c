package dev.retinue.runtime.cli;

import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.port.Reaper;
import dev.retinue.process.Removal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/// Removes the folders of runs that a former daemon left behind, once nothing is at work in them.
///
/// @param processes the folder of all of them
public record LeftoverFolders(Path processes) implements Reaper {
  /// A run, and how often it was begun.
  private static final Pattern NAME = Pattern.compile("(.+)-\\d+");

  @Override
  public void reap(List<Run> occupied) {
    if (!Files.isDirectory(processes)) {
      return;
    }
    try (var folders = Files.newDirectoryStream(processes)) {
      for (var folder : folders) {
        var name = NAME.matcher(folder.getFileName().toString());
        if (name.matches() && RunId.find(name.group(1)).isPresent()) {
          remove(folder);
        }
      }
    } catch (IOException e) {
      // They take space, and harm nobody: no reason not to begin.
    }
  }

  private static void remove(Path folder) {
    try {
      Removal.of(folder);
    } catch (IOException e) {
      // The next start tries it again.
    }
  }
}
