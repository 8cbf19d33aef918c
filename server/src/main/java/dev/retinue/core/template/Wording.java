package dev.retinue.core.template;

import java.util.List;
import java.util.Map;
import java.util.Set;

/// The text of a template, with places for what the caller gives. What is put there is data: it is
/// never looked at again, whatever stands in it.
public record Wording(List<Piece> pieces) {
  /// A part of it.
  public sealed interface Piece {}

  /// What stands there as it is.
  public record Text(String text) implements Piece {}

  /// The place of an argument.
  public record Place(String argument) implements Piece {}

  /// What stands there only if an argument was given, or only if it was not.
  public record Block(String argument, boolean given, List<Piece> pieces) implements Piece {
    public Block {
      pieces = List.copyOf(pieces);
    }
  }

  public Wording {
    pieces = List.copyOf(pieces);
  }

  /// @param values of the arguments, by name
  /// @param given the names of those that are more than nothing
  String filled(Map<String, String> values, Set<String> given) {
    var out = new StringBuilder();
    fill(pieces, values, given, out);
    return out.toString().strip();
  }

  private static void fill(
      List<Piece> pieces, Map<String, String> values, Set<String> given, StringBuilder out) {
    for (var piece : pieces) {
      switch (piece) {
        case Text(var text) -> out.append(text);
        case Place(var argument) -> out.append(values.getOrDefault(argument, ""));
        case Block(var argument, var wanted, var inside) -> {
          if (given.contains(argument) == wanted) {
            fill(inside, values, given, out);
          }
        }
      }
    }
  }
}
