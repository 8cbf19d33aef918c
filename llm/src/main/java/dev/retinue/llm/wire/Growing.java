package dev.retinue.llm.wire;

import dev.retinue.llm.Model.Listener;
import dev.retinue.llm.Part;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The parts of an answer while they grow, in the order in which they began.
public final class Growing {
  private final Listener listener;
  private final List<Piece> pieces = new ArrayList<>();

  public Growing(Listener listener) {
    this.listener = listener;
  }

  private enum Kind {
    TEXT,
    REASONING,
    CALL
  }

  /// One of them. It is known by a key of its provider, a number for instance.
  private static final class Piece {
    final Kind kind;
    final Object key;
    final StringBuilder text = new StringBuilder();
    String id = "";
    String tool = "";
    @Nullable String seal;

    Piece(Kind kind, Object key) {
      this.kind = kind;
      this.key = key;
    }

    Part part(int number) {
      return switch (kind) {
        case TEXT -> new Part.Text(text.toString());
        case REASONING -> new Part.Reasoning(text.toString(), seal);
        case CALL ->
            new Part.Call(
                id.isEmpty() ? "call_" + number : id,
                tool,
                text.isEmpty() ? "{}" : text.toString(),
                seal);
      };
    }

    boolean isEmpty() {
      return kind != Kind.CALL && text.isEmpty() && seal == null;
    }
  }

  private Piece piece(Kind kind, Object key) {
    for (int i = pieces.size() - 1; i >= 0; i--) {
      var piece = pieces.get(i);
      if (piece.kind == kind && piece.key.equals(key)) {
        return piece;
      }
    }
    var piece = new Piece(kind, key);
    pieces.add(piece);
    return piece;
  }

  public void text(Object key, String more) {
    if (!more.isEmpty()) {
      piece(Kind.TEXT, key).text.append(more);
      listener.text(more);
    }
  }

  public void reasoning(Object key, String more) {
    if (!more.isEmpty()) {
      piece(Kind.REASONING, key).text.append(more);
      listener.reasoning(more);
    }
  }

  public void seal(Object key, String seal) {
    piece(Kind.REASONING, key).seal = seal;
  }

  /// A call begins, or is known better now.
  public void call(Object key, String id, String tool) {
    var piece = piece(Kind.CALL, key);
    piece.id = id.isEmpty() ? piece.id : id;
    piece.tool = tool.isEmpty() ? piece.tool : tool;
  }

  public void sealCall(Object key, String seal) {
    piece(Kind.CALL, key).seal = seal;
  }

  public void input(Object key, String more) {
    piece(Kind.CALL, key).text.append(more);
  }

  /// The input of a call as a whole, whatever was heard of it before.
  public void wholeInput(Object key, String input) {
    var piece = piece(Kind.CALL, key);
    piece.text.setLength(0);
    piece.text.append(input);
  }

  /// The id under which the last call of this key is known.
  public String idOf(Object key) {
    return piece(Kind.CALL, key).id;
  }

  public boolean hasCalls() {
    return pieces.stream().anyMatch(it -> it.kind == Kind.CALL);
  }

  public List<Part> parts() {
    var parts = new ArrayList<Part>();
    for (int i = 0; i < pieces.size(); i++) {
      if (!pieces.get(i).isEmpty()) {
        parts.add(pieces.get(i).part(i));
      }
    }
    return parts;
  }
}
