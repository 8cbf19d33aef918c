package dev.retinue.store.check;

import java.util.Locale;

/// Something that does not agree with the rest.
///
/// @param sentence what it is
/// @param remedy what to do about it
/// @param harmless whether nothing is lost or wrong because of it
public record Fault(Area area, String sentence, String remedy, boolean harmless) {
  static final String RESTORE =
      "Stop the daemon, and put the last good backup back: retinue restore <file.zip> --force";

  Fault(Area area, String sentence, String remedy) {
    this(area, sentence, remedy, false);
  }

  /// What is looked at.
  public enum Area {
    STORE,
    LINEAGE,
    LEDGER,
    SPENDING,
    BLOBS,
    AUDIT;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static Fault store(String sentence) {
    return new Fault(Area.STORE, sentence, RESTORE);
  }

  static Fault lineage(String sentence) {
    return new Fault(Area.LINEAGE, sentence, RESTORE);
  }

  static Fault ledger(String sentence) {
    return new Fault(
        Area.LEDGER,
        sentence,
        "Somebody changed the database, or it is a defect of Retinue: compare with a backup, and report it.");
  }

  static Fault spending(String sentence) {
    return new Fault(
        Area.SPENDING,
        sentence,
        "The book has less than was spent, so budgets of callers are too generous: compare with a backup, and report it.");
  }

  static Fault blob(String sentence) {
    return new Fault(
        Area.BLOBS,
        sentence,
        "Restore a backup into another folder and take it from there, or remove the run: DELETE /api/agents/<id>");
  }

  static Fault orphan(String sentence) {
    return new Fault(
        Area.BLOBS,
        sentence,
        "It does no harm; the daemon removes it when it cleans up, at its start and every six hours.",
        true);
  }

  static Fault audit(String sentence) {
    return new Fault(
        Area.AUDIT,
        sentence,
        "Compare with an export, with the copy of audit.file or with a backup: retinue audit verify <file>");
  }
}
