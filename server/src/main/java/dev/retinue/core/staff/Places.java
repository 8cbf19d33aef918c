package dev.retinue.core.staff;

import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.port.Grants;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// In which folder a run works. Folders are compared as they really are, part by part, so that no
/// link and no `..` leads out of the roots.
final class Places {
  private static final int LONGEST = 4096;
  private static final String GIT = ".git";
  private static final String NOT_OF_TOKEN =
      "working_directory '%s' is not a folder inside those in which this may work; name one that is, or let one with the scope 'admin' add it to the roots of the token, which are inside the setting 'roots'.";

  private final Roots roots;
  private final Grants grants;

  Places(Roots roots, Grants grants) {
    this.roots = roots;
    this.grants = grants;
  }

  /// The folder asked for, else that of the run above, else that from which the caller speaks, else
  /// none.
  ///
  /// @param parent the run that asks, if it is one: it may only narrow what it has itself
  @Nullable String choose(Caller caller, @Nullable Run parent, @Nullable String asked) {
    var above = parent == null ? null : parent.commission().terms().workingDirectory();
    if (above != null) {
      var inherited = parse(above);
      return asked == null
          ? granted(caller, inherited, above).toString()
          : require(caller, asked, inherited, List.of(inherited)).toString();
    }
    var own = workplace(caller);
    if (asked == null) {
      boolean fits = own != null && isAllowed(own, allowed(own)) && isGranted(caller, own);
      return fits ? String.valueOf(own) : null;
    }
    return require(caller, asked, own, allowed(own)).toString();
  }

  /// A caller may have fewer folders than the configuration names, and never others.
  private Path granted(Caller caller, Path real, String asked) {
    if (!isGranted(caller, real)) {
      throw refused(NOT_OF_TOKEN, asked);
    }
    return real;
  }

  private boolean isGranted(Caller caller, Path real) {
    var few = grants.of(caller.id()).roots();
    return few.isEmpty()
        || few.stream()
            .map(Path::of)
            .map(Roots::real)
            .anyMatch(it -> it != null && real.startsWith(it));
  }

  /// The folder in which a run worked before, if it still is what it was: who could start it there
  /// can have it done there once more, also when he speaks from elsewhere.
  @Nullable String again(Caller caller, @Nullable String former) {
    if (former == null) {
      return null;
    }
    var path = parse(former);
    boolean same = path.equals(Roots.real(path)) && Files.isDirectory(path);
    if (!same || !isAllowed(path, List.of(path))) {
      throw refused("working_directory '%s' is not there any more.", former);
    }
    granted(caller, path, former);
    return former;
  }

  private static @Nullable Path workplace(Caller caller) {
    var directory = caller.workplace().directory();
    var real = directory == null ? null : Roots.real(directory);
    return real != null && Files.isDirectory(real) ? real : null;
  }

  private List<Path> allowed(@Nullable Path own) {
    var all = new ArrayList<>(roots.allowed());
    if (own != null && isOwnRoot(own)) {
      all.add(own);
    }
    return all;
  }

  private boolean isOwnRoot(Path real) {
    return !roots.isTooWide(real) && Files.exists(real.resolve(GIT));
  }

  private Path require(Caller caller, String asked, @Nullable Path from, List<Path> allowed) {
    var path = parse(asked);
    if (!path.isAbsolute() && from == null) {
      throw refused("working_directory '%s' must begin at the top of the file system.", asked);
    }
    var real = Roots.real(from == null ? path : from.resolve(path));
    if (real == null
        || !Files.isDirectory(real)
        || !isAllowed(real, allowed)
        || !isGranted(caller, real)) {
      throw refused(remedy(caller, allowed), asked);
    }
    return real;
  }

  private boolean isAllowed(Path real, List<Path> allowed) {
    return allowed.stream().anyMatch(real::startsWith)
        && !roots.isTooWide(real)
        && !roots.isInData(real);
  }

  /// The same whether it is missing or forbidden: nobody learns here what exists elsewhere.
  private String remedy(Caller caller, List<Path> allowed) {
    if (!grants.of(caller.id()).roots().isEmpty()) {
      return NOT_OF_TOKEN;
    }
    return allowed.isEmpty()
        ? "working_directory '%s' is refused: no folder is allowed so far. Name those in which agents may work in the setting 'roots'; an MCP client that starts 'retinue mcp' at the top of a git work tree needs no such setting for that."
        : "working_directory '%s' is not a folder inside those in which this may work; name one that is, or add its root to the setting 'roots'.";
  }

  private static Path parse(String asked) {
    if (asked.isBlank() || asked.length() > LONGEST) {
      throw refused("working_directory '%s' is not the name of a folder.", asked);
    }
    try {
      return Path.of(asked);
    } catch (InvalidPathException e) {
      throw refused("working_directory '%s' cannot be the name of a folder.", asked);
    }
  }

  private static RetinueException refused(String sentence, String asked) {
    return new RetinueException(
        ErrorCode.INVALID_INPUT, sentence.formatted(Excerpt.of(asked, 200)));
  }
}
