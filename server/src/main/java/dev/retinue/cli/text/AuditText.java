package dev.retinue.cli.text;

import dev.retinue.core.audit.AuditEntry;
import dev.retinue.core.audit.AuditEntry.Outcome;
import dev.retinue.core.audit.AuditLine;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/// An entry of the audit trail on one line, for people.
public final class AuditText {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");
  private static final int LONGEST = 60;

  private AuditText() {}

  public static String line(AuditLine line, Style style) {
    var entry = line.entry();
    var outcome = "%-8s".formatted(entry.result().outcome().word());
    return "%s  %s  %-18s %s  %s  %s"
        .formatted(
            TIME.format(entry.at().atZone(ZoneId.systemDefault())),
            entry.result().outcome() == Outcome.OK ? outcome : style.red(outcome),
            entry.action(),
            Harmless.line(who(entry), LONGEST),
            Harmless.line(subject(entry), LONGEST),
            Harmless.line(rest(entry), 2 * LONGEST));
  }

  private static String who(AuditEntry entry) {
    var caller = entry.who().caller() == null ? "a stranger" : entry.who().caller();
    return entry.who().run() == null
        ? caller
        : "%s by %s".formatted(caller, Amounts.shortId(entry.who().run().text()));
  }

  private static String subject(AuditEntry entry) {
    var subject = entry.subject();
    var id = subject.id() == null ? "" : " " + subject.id();
    var named = subject.agent();
    var agent = named == null || named.isEmpty() ? "" : " (%s)".formatted(named);
    return subject.kind() + id + agent;
  }

  private static String rest(AuditEntry entry) {
    var origin = entry.origin();
    var text = new StringBuilder();
    add(text, entry.result().code() == null ? null : entry.result().code().name());
    add(text, "by " + origin.surface().word());
    add(text, origin.client());
    add(text, origin.address());
    add(text, origin.tool());
    entry.details().forEach((name, value) -> add(text, name + "=" + value));
    return text.toString();
  }

  private static void add(StringBuilder text, @Nullable String word) {
    if (word != null) {
      text.append(text.isEmpty() ? "" : " · ").append(word);
    }
  }
}
