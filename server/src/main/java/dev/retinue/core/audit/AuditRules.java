package dev.retinue.core.audit;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What the owner has decided about the audit trail.
///
/// @param keep how long entries are kept
/// @param prompts whether it says what callers say to agents, too
/// @param file where a copy of it is written, for programs that follow files; null for nowhere
public record AuditRules(Duration keep, boolean prompts, @Nullable Path file) {
  public static final AuditRules USUAL = new AuditRules(Duration.ofDays(365), false, null);
}
