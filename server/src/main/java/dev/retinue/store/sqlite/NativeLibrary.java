package dev.retinue.store.sqlite;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.store.files.PrivateFiles;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URLConnection;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.zip.CRC32;
import org.sqlite.SQLiteJDBCLoader;
import org.sqlite.util.LibraryLoaderUtil;
import org.sqlite.util.OSInfo;

/// SQLite itself, unpacked once into a folder of ours. The driver would unpack it into the
/// temporary folder at each start, and leave it there when it is killed.
final class NativeLibrary {
  private static boolean loaded;

  private NativeLibrary() {}

  /// Loads the library, which a JVM can do once; later calls find it loaded.
  static synchronized void load(Path folder) {
    if (loaded) {
      return;
    }
    try {
      var library = unpacked(folder);
      var path = PrivateFiles.folderOf(library).toString();
      System.setProperty("org.sqlite.lib.path", path);
      System.setProperty("org.sqlite.lib.name", library.getFileName().toString());
      // Where the driver looks for leftovers of its own, at every start.
      System.setProperty("org.sqlite.tmpdir", path);
      loaded = SQLiteJDBCLoader.initialize();
    } catch (RetinueException e) {
      throw e;
    } catch (Exception e) {
      throw new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE,
          "SQLite could not be loaded from %s; is there room for it, is the folder writable, and its disk not mounted noexec?"
              .formatted(folder),
          e);
    }
  }

  /// The library's file, whole; written if it is not there or torn.
  static synchronized Path unpacked(Path folder) throws IOException {
    PrivateFiles.makeFolders(folder);
    PrivateFiles.protect(folder, PrivateFiles.FOLDER);
    var library = folder.toAbsolutePath().resolve(fileName());
    if (isWhole(library)) {
      return library;
    }
    // Of many first starts at once one unpacks; the lock ends with the process that holds it.
    try (var lock =
            FileChannel.open(
                folder.resolve("lock"),
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                PrivateFiles.attributes(PrivateFiles.FILE));
        var _ = lock.lock()) {
      if (!isWhole(library)) {
        unpack(library);
      }
    }
    return library;
  }

  /// Our name does not begin like the driver's own, which it deletes as leftovers.
  private static String fileName() {
    return "sqlitejdbc-%s-%s-%s"
        .formatted(
            SQLiteJDBCLoader.getVersion(),
            OSInfo.getNativeLibFolderPathForCurrentOS().replace('/', '-'),
            LibraryLoaderUtil.getNativeLibName());
  }

  private static void unpack(Path library) throws IOException {
    var part = library.resolveSibling(library.getFileName() + ".part");
    Files.deleteIfExists(part);
    PrivateFiles.createNew(part, PrivateFiles.FOLDER);
    try (var file = FileChannel.open(part, StandardOpenOption.WRITE);
        var content = resource().getInputStream()) {
      // A disk that is nearly full takes a part of it without a word.
      for (var bytes = ByteBuffer.wrap(content.readAllBytes()); bytes.hasRemaining(); ) {
        file.write(bytes);
      }
      file.force(true);
    }
    Files.move(part, library, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    PrivateFiles.force(PrivateFiles.folderOf(library));
  }

  private static boolean isWhole(Path library) throws IOException {
    if (!Files.isRegularFile(library)) {
      return false;
    }
    try (var content = Files.newInputStream(library)) {
      return checksum(content) == expectedChecksum();
    }
  }

  /// The jar's list of contents has it, so that nothing needs to be unpacked to know it.
  private static long expectedChecksum() throws IOException {
    var resource = resource();
    try (var content = resource.getInputStream()) {
      return resource instanceof JarURLConnection jar
          ? jar.getJarEntry().getCrc()
          : checksum(content);
    }
  }

  private static long checksum(InputStream content) throws IOException {
    var crc = new CRC32();
    crc.update(content.readAllBytes());
    return crc.getValue();
  }

  private static URLConnection resource() throws IOException {
    var name =
        LibraryLoaderUtil.getNativeLibResourcePath() + "/" + LibraryLoaderUtil.getNativeLibName();
    var url = SQLiteJDBCLoader.class.getResource(name);
    if (url == null) {
      throw new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE,
          "There is no SQLite for this machine (%s %s); run Retinue on Linux, macOS or Windows, x86-64 or ARM64."
              .formatted(OSInfo.getOSName(), OSInfo.getArchName()));
    }
    var connection = url.openConnection();
    // A jar that the JVM keeps open for this would be open for ever.
    connection.setUseCaches(false);
    return connection;
  }
}
