package dev.retinue.store.sqlite;

import dev.retinue.core.RetinueException;
import dev.retinue.testing.Program;
import dev.retinue.testing.Repository;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A program that writes one note after the other and says what came of each, for tests that kill
/// it or take its disk away.
final class NotesProgram {
  static final Migrations GROWN = new Migrations("dev/retinue/store/grown", 3);

  private NotesProgram() {}

  /// The folder, the folder of the native library, the schema, and how many notes to write.
  public static void main(String[] args) {
    var migrations = args[2].equals("grown") ? GROWN : Notes.MIGRATIONS;
    Runnable onFatal = () -> System.out.println("fatal");
    try (var database =
        SqliteDatabase.open(Notes.file(Path.of(args[0])), Path.of(args[1]), migrations, onFatal)) {
      var notes = new Notes(database);
      System.out.println("open");
      for (int i = 1; i <= Integer.parseInt(args[3]); i++) {
        try {
          notes.add("note " + i);
          System.out.println("ack " + i);
        } catch (RetinueException e) {
          System.out.println("refused " + i + ": " + e.getMessage());
        }
      }
    }
  }

  /// The program about to be run, by `wrapper` if there is one, with a temporary folder of its own.
  static Program in(Path folder, Path nativeFolder, String schema, int notes, Object... wrapper) {
    var command = new ArrayList<Object>(List.of(wrapper));
    command.addAll(
        List.of(
            Repository.JDK.resolve("bin/java"),
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "-Djava.io.tmpdir=" + temporary(folder),
            "-cp",
            System.getProperty("java.class.path"),
            NotesProgram.class.getName(),
            folder,
            nativeFolder,
            schema,
            notes));
    return Program.of(command.toArray());
  }

  static Path temporary(Path folder) {
    return folder.resolve("tmp");
  }

  /// The numbers of the notes that were said to be durable.
  static List<String> acknowledged(String output) {
    return output
        .lines()
        .filter(line -> line.startsWith("ack "))
        .map(line -> line.replace("ack", "note"))
        .toList();
  }
}
