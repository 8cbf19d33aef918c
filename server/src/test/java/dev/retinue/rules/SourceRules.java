package dev.retinue.rules;

import dev.retinue.testing.Repository;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The rules that source files keep.
final class SourceRules {
  static final int LONGEST = 400;

  /// What is refused so has no `LimitHit`.
  private static final Pattern NAMELESS_LIMIT =
      Pattern.compile(
          "new RetinueException\\(\\s*(ErrorCode\\.)?LIMIT_EXCEEDED|put\\(\\s*\"code\",\\s*\"LIMIT_EXCEEDED\"");

  private SourceRules() {}

  static List<Path> tooLong(Stream<Path> files) {
    return files.filter(file -> Repository.text(file).lines().count() > LONGEST).toList();
  }

  /// Files that refuse by a limit and do not say which, whose and when it frees.
  static List<Path> limitsWithoutAName(Stream<Path> files) {
    return files
        .filter(file -> file.toString().contains("/src/main/"))
        .filter(file -> !file.endsWith("rpc/RpcError.java"))
        .filter(file -> NAMELESS_LIMIT.matcher(Repository.text(file)).find())
        .toList();
  }

  /// Packages whose `package-info.java` lacks the sentence or `@NullMarked`, or is not there.
  static List<Path> packagesWithoutTheirWord(Stream<Path> files) {
    return files
        .filter(file -> file.toString().endsWith(".java"))
        .filter(file -> file.toString().contains("/src/"))
        .map(Path::getParent)
        .distinct()
        .filter(folder -> !hasItsWord(folder) && !hasItsWord(testedBy(folder)))
        .sorted()
        .toList();
  }

  /// Tests stand in the package that they test, and its word is theirs.
  private static Path testedBy(Path folder) {
    return Path.of(folder.toString().replace("/src/test/", "/src/main/"));
  }

  private static boolean hasItsWord(Path folder) {
    var info = folder.resolve("package-info.java");
    if (!Files.exists(info)) {
      return false;
    }
    var text = Repository.text(info);
    boolean sentence =
        text.lines()
            .takeWhile(line -> line.startsWith("///"))
            .reduce("", String::concat)
            .endsWith(".");
    return sentence && text.lines().anyMatch("@NullMarked"::equals);
  }
}
