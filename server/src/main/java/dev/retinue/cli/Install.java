package dev.retinue.cli;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/// The distribution that this process was started from, as its launcher described it.
///
/// @param home the folder of `lib` and the launcher
/// @param stamp the digest of the build and the identity of the JDK: the end of every cache's name
record Install(Path home, String stamp) {

  static Install of(Properties properties) {
    var home = properties.getProperty("retinue.home");
    var stamp = properties.getProperty("retinue.stamp");
    if (home == null || stamp == null) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "this command needs to know where Retinue is installed: start it with the launcher,"
              + " retinue, not with java.");
    }
    return new Install(Path.of(home).toAbsolutePath().normalize(), stamp);
  }

  /// Which build of this version this is, as its launcher knows it: the first part of the stamp.
  static Optional<String> findBuild(Properties properties) {
    return Optional.ofNullable(properties.getProperty("retinue.stamp"))
        .map(it -> it.split("-", 2)[0])
        .filter(it -> !it.isEmpty());
  }

  /// What started this process, if it was a launcher.
  static Optional<Path> findLauncher(Properties properties) {
    boolean known =
        properties.containsKey("retinue.home") && properties.containsKey("retinue.stamp");
    return known ? Optional.of(of(properties).lastingLauncher()) : Optional.empty();
  }

  /// In a clone the one above the builds: each of those is replaced some day.
  private Path lastingLauncher() {
    var name = launcher().getFileName().toString();
    var clone = home.resolve("../..").normalize();
    boolean inClone =
        home.endsWith(Path.of("build", home.getFileName().toString()))
            && Files.exists(clone.resolve("pom.xml"));
    return inClone ? clone.resolve(name) : launcher();
  }

  Path jar() {
    return home.resolve("lib/retinue.jar");
  }

  /// What starts this installation again.
  Path launcher() {
    return home.resolve(File.separatorChar == '/' ? "retinue" : "retinue.cmd");
  }

  Path jvmFlags(EntryPoint entryPoint) {
    return home.resolve(entryPoint.flagsFile());
  }

  String cacheName(EntryPoint entryPoint) {
    return entryPoint.fileName() + "-" + stamp + ".aot";
  }

  /// The cache that the launcher takes: inside of the installation, or of this user.
  Optional<Path> findCache(EntryPoint entryPoint, Map<String, String> environment) {
    return Stream.concat(Stream.of(cachesInside()), cachesOfUser(environment).stream())
        .map(it -> it.resolve(cacheName(entryPoint)))
        .filter(Files::isRegularFile)
        .findFirst();
  }

  private Path cachesInside() {
    return home.resolve("cache");
  }

  private static Optional<Path> cachesOfUser(Map<String, String> environment) {
    return Optional.ofNullable(environment.get("XDG_CACHE_HOME"))
        .filter(folder -> !folder.isEmpty())
        .map(Path::of)
        .or(() -> Optional.ofNullable(environment.get("HOME")).map(user -> Path.of(user, ".cache")))
        .map(folder -> folder.resolve("retinue"));
  }

  /// Where new caches go. The second place is for an installation that its user must not write to.
  Path cacheFolder(Map<String, String> environment) {
    var inside = cachesInside();
    if (Files.isWritable(Files.exists(inside) ? inside : home)) {
      return inside;
    }
    return cachesOfUser(environment)
        .orElseThrow(
            () ->
                new RetinueException(
                    ErrorCode.INVALID_INPUT,
                    "%s cannot be written to, and there is no HOME: set XDG_CACHE_HOME to a folder for"
                            .formatted(home)
                        + " the caches."));
  }
}
