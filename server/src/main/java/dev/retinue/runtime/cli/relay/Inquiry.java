package dev.retinue.runtime.cli.relay;

/// What a program wants to know of us.
public sealed interface Inquiry {
  /// Under which it waits for the answer.
  String id();

  /// What the rules say, before it does something.
  ///
  /// @param input the arguments as JSON
  record Consult(String id, String tool, String input) implements Inquiry {}

  /// Whether it may do something.
  record MayI(String id, String tool, String input) implements Inquiry {}

  /// Something that we do not know.
  record Unknown(String id, String what) implements Inquiry {}

  /// An earlier one needs no answer any more.
  record Withdrawn(String id) implements Inquiry {}
}
