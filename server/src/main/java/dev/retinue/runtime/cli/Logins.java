package dev.retinue.runtime.cli;

import dev.retinue.core.Digest;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.port.Work;
import dev.retinue.core.trace.TraceContext;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;

/// Where programs keep their sign-in and their settings, if not where their owner has his.
///
/// @param folder of those that last
record Logins(Path folder) {
  private static final int NAME_LENGTH = 32;

  /// What a program must see so that it keeps to the folder that is meant for it, and to the trace
  /// of its run.
  Map<String, String> environment(Profile profile, Work work, Scratch scratch) {
    var seen = new HashMap<>(TraceContext.variables(work.run()));
    seen.putAll(
        switch (work.agent().conduct().confinement().login()) {
          case OWNER -> Map.of();
          case CALLER -> in(profile, lasting(profile, work.run().commission().caller()));
          case RUN -> in(profile, scratch.folder().resolve("login"));
        });
    return seen;
  }

  /// One for each caller and program. The name of a caller may be anything, so it is not the name
  /// of a folder.
  private Path lasting(Profile profile, String caller) {
    return folder.resolve(Digest.of(caller).substring(0, NAME_LENGTH)).resolve(profile.name());
  }

  private static Map<String, String> in(Profile profile, Path folder) {
    try {
      create(folder);
      for (var seed : profile.seeds().entrySet()) {
        var file = folder.resolve(seed.getKey());
        // A link that leads nowhere is one too, and nothing is written through it.
        if (Files.notExists(file, LinkOption.NOFOLLOW_LINKS)) {
          create(folder.resolve(seed.getKey()).resolve("..").normalize());
          Files.writeString(file, seed.getValue());
        }
      }
    } catch (IOException e) {
      throw new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE,
          "The folder for the sign-in of %s cannot be made: %s".formatted(profile.name(), e),
          e);
    }
    var environment = new HashMap<>(profile.login(folder));
    environment.put("HOME", folder.toString());
    return environment;
  }

  private static void create(Path folder) throws IOException {
    if (FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
      var owner = PosixFilePermissions.fromString("rwx------");
      Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(owner));
    } else {
      Files.createDirectories(folder);
    }
  }
}
