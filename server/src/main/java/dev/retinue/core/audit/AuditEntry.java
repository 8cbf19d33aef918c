package dev.retinue.core.audit;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Origin;
import dev.retinue.core.RunId;
import java.time.Instant;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// One line of the audit trail.
///
/// @param number its place in the trail, from 1
/// @param action as [Action#word] says it; a later Retinue may know others
/// @param details small facts, never a secret
public record AuditEntry(
    long number,
    Instant at,
    Who who,
    String action,
    Subject subject,
    Result result,
    Origin origin,
    Map<String, String> details) {

  /// Who did it.
  ///
  /// @param caller nobody if that is not known
  /// @param run the run that spoke, if it was one
  public record Who(@Nullable String caller, @Nullable RunId run) {
    public static final Who NOBODY = new Who(null, null);
  }

  /// How it ended.
  ///
  /// @param code why it was refused or failed
  public record Result(Outcome outcome, @Nullable ErrorCode code) {
    public static final Result OK = new Result(Outcome.OK, null);

    /// What is not the fault of whoever asks has failed.
    public static Result of(ErrorCode code) {
      boolean failed = code == ErrorCode.INTERNAL_ERROR || code == ErrorCode.SERVICE_UNAVAILABLE;
      return new Result(failed ? Outcome.FAILED : Outcome.REFUSED, code);
    }
  }

  /// How something ends.
  public enum Outcome {
    OK,
    REFUSED,
    FAILED;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public AuditEntry {
    details = Collections.unmodifiableMap(new TreeMap<>(details));
  }

  public AuditEntry numbered(long place) {
    return new AuditEntry(place, at, who, action, subject, result, origin, details);
  }
}
