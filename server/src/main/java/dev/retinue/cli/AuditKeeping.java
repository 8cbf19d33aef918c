package dev.retinue.cli;

import dev.retinue.core.Caller;
import dev.retinue.core.audit.Action;
import dev.retinue.core.audit.AuditRules;
import dev.retinue.core.audit.Subject;
import dev.retinue.core.staff.Audit;
import dev.retinue.store.files.AuditFile;
import java.time.Instant;
import java.util.Optional;

/// What a household itself notes in the audit trail, and for how long the trail is kept.
final class AuditKeeping {
  private static final long FILE_BYTES = 64L << 20;

  private final Audit audit;
  private AuditRules rules = AuditRules.USUAL;

  AuditKeeping(Audit audit) {
    this.audit = audit;
  }

  /// Notes that the house is open.
  ///
  /// @param configuration the digest of what is configured
  void begin(AuditRules decided, String configuration) {
    rules = decided;
    audit.keepPrompts(decided.prompts());
    audit.note(
        audit
            .deed(Caller.owner(), Action.HOUSE_START, Subject.HOUSE)
            .with("version", Version.number())
            .with("configuration", configuration)
            .with("process", Long.toString(ProcessHandle.current().pid())));
  }

  /// Where a copy of the trail is written, if it is anywhere.
  Optional<AuditFile> file() {
    return Optional.ofNullable(rules.file())
        .map(file -> new AuditFile(audit.log(), file, FILE_BYTES));
  }

  /// Notes how many runs the rules of retention let go, and lets old entries go.
  void cleaned(int runs, Instant now) {
    if (runs > 0) {
      var deed = audit.deed(Caller.owner(), Action.HOUSE_CLEAN, Subject.HOUSE);
      audit.note(deed.with("runs", Integer.toString(runs)));
    }
    audit.cut(now.minus(rules.keep()));
  }

  void end() {
    audit.end();
  }
}
