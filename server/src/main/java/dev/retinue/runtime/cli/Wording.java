package dev.retinue.runtime.cli;

import dev.retinue.runtime.form.Repair;

/// The words in which programs are given their work.
public final class Wording {
  /// Said to a session that goes on after an interruption.
  public static final String GO_ON =
      "You were interrupted. Go on with your contract, and finish it.";

  private static final String ONCE_MORE =
      "Give the whole answer once more, corrected: one JSON value that fits the schema, and nothing else.";

  private static final String ANSWER =
      "\n\nYour last message must be one JSON value that fits this JSON Schema, and nothing else:\n\n";

  /// Before what somebody says in a conversation.
  static final String MESSAGE = "Message:\n\n";

  private Wording() {}

  /// Whether a session goes on with what it was given before, and not because somebody says more:
  /// then what it is told is said as it stands.
  public static boolean goesOn(Profile.Task task) {
    return task.session() != null
        && (task.contract().equals(GO_ON) || Repair.isMessage(task.contract()));
  }

  /// Said to a program whose answer does not fit.
  ///
  /// @param goesOn whether it knows its contract, and what it answered
  static String repair(Repair repair, String contract, boolean goesOn) {
    return goesOn ? repair.message(ONCE_MORE) : repair.anew(contract);
  }

  /// Never a bare contract: what begins with a slash would be a command to some programs.
  public static String contract(Profile.Task task) {
    return task.contract().startsWith(MESSAGE)
        ? task.contract()
        : "Contract:\n\n" + task.contract();
  }

  /// The contract and the form of its answer, for programs that have no option for that.
  public static String contractWithSchema(Profile.Task task) {
    return contract(task) + (task.schema() == null ? "" : ANSWER + task.schema());
  }

  /// What the agent is told before, and then the contract, for programs that have no option for
  /// that.
  public static String instructed(Profile.Task task, String contract) {
    // What it was told once stands in its session.
    return task.instructions().isBlank() || task.session() != null
        ? contract
        : task.instructions() + "\n\n" + contract;
  }
}
