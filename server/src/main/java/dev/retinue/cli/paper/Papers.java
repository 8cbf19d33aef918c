package dev.retinue.cli.paper;

import dev.retinue.cli.Commands;
import dev.retinue.cli.Terminal;
import dev.retinue.cli.Version;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import picocli.AutoComplete;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// Run by the build: writes manual pages, completion and the manifest of the bundle into a folder,
/// and later, when the bundle is there, the entry for the registry.
public final class Papers {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private Papers() {}

  /// `papers <folder> <distribution>`, or `registry <file> <bundle> [<address of the bundle>]`.
  public static void main(String[] args) throws IOException {
    switch (args[0]) {
      case "papers" -> write(Path.of(args[1]), Path.of(args[2]));
      case "registry" ->
          register(Path.of(args[1]), Path.of(args[2]), args.length > 3 ? args[3] : "");
      default -> throw new IllegalArgumentException("There is no paper '%s'".formatted(args[0]));
    }
  }

  private static void write(Path folder, Path distribution) throws IOException {
    var commands = new Commands(Terminal.silent(InputStream.nullInputStream())).all();
    var man = Files.createDirectories(folder.resolve("share/man/man1"));
    for (var command : ManPage.all(commands)) {
      Files.writeString(
          man.resolve(ManPage.name(command) + ".1"), new ManPage(command, Version.number()).text());
    }
    var completion = Files.createDirectories(folder.resolve("share/completion"));
    Files.writeString(completion.resolve("retinue.bash"), AutoComplete.bash("retinue", commands));
    var only = Files.isDirectory(distribution.resolve("runtime")) ? platform() : null;
    put(folder.resolve("manifest.json"), new Registration(Version.number()).bundle(only));
  }

  /// What Node calls the system that a runtime was made for, which is this one.
  private static String platform() {
    var system = System.getProperty("os.name", "");
    return system.startsWith("Windows") ? "win32" : system.startsWith("Mac") ? "darwin" : "linux";
  }

  private static void register(Path file, Path bundle, String release) throws IOException {
    var digest = release.isBlank() ? null : digest(bundle);
    put(
        file,
        new Registration(Version.number()).registry(release.isBlank() ? null : release, digest));
  }

  private static String digest(Path file) throws IOException {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(Files.readAllBytes(file)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private static void put(Path file, JsonNode json) throws IOException {
    Files.writeString(file, JSON.writeValueAsString(json) + "\n");
  }
}
