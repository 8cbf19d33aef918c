package dev.retinue.config;

import dev.retinue.core.audit.AuditRules;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The section `audit`: who did what, and where that is told.
final class AuditSection {
  private static final Key<Duration> KEEP =
      Key.of(
          "keep",
          Kinds.duration(Duration.ofDays(1), Duration.ofDays(3650)),
          AuditRules.USUAL.keep(),
          "How long entries of the audit trail are kept.");
  private static final Key<Boolean> PROMPTS =
      Key.of(
          "prompts",
          Kinds.truth(),
          false,
          "Whether the audit trail has what callers say to agents, too; secrets that are known as such are masked even then.");

  private AuditSection() {}

  static Key<AuditRules> key(@Nullable Path home) {
    var file =
        Key.optional(
            "file",
            new Single<>(
                "the absolute path of a file; '~' is your own folder",
                scalar -> path(scalar.text(), home),
                _ -> "write an absolute path such as /var/log/retinue/audit.jsonl"),
            "A copy of the audit trail as lines of JSON, for programs that follow files; at 64 MiB it is put aside as `<file>.1`.");
    return Key.section(
        "audit",
        new Shape<>(
            List.of(KEEP, PROMPTS, file),
            values ->
                new AuditRules(
                    values.require(KEEP), values.require(PROMPTS), values.find(file).orElse(null))),
        "Who did what: what is noted, and for how long.");
  }

  private static Optional<Path> path(String text, @Nullable Path home) {
    try {
      var path =
          text.startsWith("~/") && home != null ? home.resolve(text.substring(2)) : Path.of(text);
      return Optional.of(path).filter(Path::isAbsolute).filter(it -> it.getFileName() != null);
    } catch (InvalidPathException _) {
      return Optional.empty();
    }
  }
}
