package dev.retinue.core.port;

import dev.retinue.core.audit.AuditLine;
import dev.retinue.core.audit.Deed;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where the audit trail is kept. Nothing in it is ever changed; only its beginning can be cut off.
public interface AuditLog {
  /// Keeps nothing.
  AuditLog NONE =
      new AuditLog() {
        @Override
        public void append(Deed deed) {}

        @Override
        public Page page(Query query) {
          return new Page(List.of(), null);
        }

        @Override
        public List<AuditLine> after(long number, int most) {
          return List.of();
        }

        @Override
        public long cut(Instant before, Deed deed) {
          return 0;
        }
      };

  /// Keeps the entry of what was done, if no change took it along.
  void append(Deed deed);

  /// Entries, the newest first.
  Page page(Query query);

  /// The entries that follow this one, the oldest first.
  List<AuditLine> after(long number, int most);

  /// Removes entries from before that time from the beginning, some of them at once, and notes in
  /// the trail up to where: so what is left can still be checked. Says how many went.
  ///
  /// @param deed the entry of the cut
  long cut(Instant before, Deed deed);

  /// Which entries to list; null wherever any will do.
  ///
  /// @param subject an id of a run, session, token or agent, or the beginning of one
  /// @param before the `next` of the page before
  record Query(
      @Nullable Instant since,
      @Nullable String caller,
      @Nullable String action,
      @Nullable String subject,
      @Nullable String outcome,
      @Nullable Long before,
      int most) {
    public Query page(@Nullable Long place, int size) {
      return new Query(since, caller, action, subject, outcome, place, size);
    }
  }

  /// A page of entries.
  ///
  /// @param next where the next page begins, or null after the last. A page may have fewer entries
  ///   than were asked for although there is another: it looks only so far at once.
  record Page(List<AuditLine> lines, @Nullable Long next) {}
}
