package dev.retinue.runtime.cli;

import dev.retinue.runtime.form.Repair;

/// How it was left with a program that is gone.
sealed interface Parting {
  /// There is nothing more to do: its run has ended.
  record Over() implements Parting {}

  /// Something went wrong, and perhaps something can be done about it.
  record Troubled(Trouble trouble) implements Parting {}

  /// Nothing was heard of it any more.
  ///
  /// @param resumes whether it is to be started again
  record Stalled(String evidence, boolean resumes) implements Parting {}

  /// Its answer does not fit, and it is to be asked for once more.
  record Unfit(Repair repair) implements Parting {}
}
