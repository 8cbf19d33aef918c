package dev.retinue.sdk;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/// Where the Compose file of an agent stands, which has its secrets in it, and what it was when the
/// services were started.
record ServiceFolder(Path path) {
  Path file() {
    return path.resolve("compose.yaml");
  }

  /// As it was named before.
  Path former() {
    return path.resolve("docker-compose.yml");
  }

  private Path hashFile() {
    return path.resolve(".template-hash");
  }

  boolean hasFile() {
    return Files.isRegularFile(file());
  }

  boolean hasFormer() {
    return Files.isRegularFile(former());
  }

  /// Empty where nothing was started.
  String hash() throws IOException {
    return Files.isRegularFile(hashFile()) ? Files.readString(hashFile()).strip() : "";
  }

  /// What was started before is not known any more, until the new has been.
  void write(String text) throws IOException {
    PrivateFiles.createFolders(path);
    if (PrivateFiles.rights(path, "rwx------").length > 0) {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
    }
    Files.deleteIfExists(hashFile());
    PrivateFiles.replace(file(), text.getBytes(StandardCharsets.UTF_8));
    Files.deleteIfExists(former());
  }

  void writeHash(String hash) throws IOException {
    PrivateFiles.replace(hashFile(), hash.getBytes(StandardCharsets.UTF_8));
  }

  /// Nothing of it is used any more.
  void clear() throws IOException {
    Files.deleteIfExists(hashFile());
    Files.deleteIfExists(file());
    Files.deleteIfExists(former());
  }
}
