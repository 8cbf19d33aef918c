package dev.retinue.llm.wire;

import dev.retinue.llm.Model.Listener;
import dev.retinue.llm.ModelException;
import dev.retinue.llm.Part;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The parts of an answer while they grow, in the order in which they began.
public final class Growing {
  /// How an id begins that we gave, because the provider gave none.
  public static final String OWN_ID = "own_";

  /// More than any answer has.
  private static final int MOST_PARTS = 10_000;

  private final Listener listener;
  private final Map<Place, Piece> pieces = new LinkedHashMap<>();
  private boolean calls;
  private @Nullable Object textAt;

  public Growing(Listener listener) {
    this.listener = listener;
  }

  private enum Kind {
    TEXT,
    REASONING,
    CALL
  }

  /// Where more of a part belongs. The key is the provider's, a number for instance.
  private record Place(Kind kind, Object key) {}

  /// One of the parts.
  private static final class Piece {
    final Kind kind;
    final StringBuilder text = new StringBuilder();
    String id = "";
    String tool = "";
    @Nullable String seal;

    Piece(Kind kind) {
      this.kind = kind;
    }

    Part part(Set<String> ids) {
      return switch (kind) {
        case TEXT -> new Part.Text(text.toString());
        case REASONING -> new Part.Reasoning(text.toString(), seal);
        case CALL ->
            new Part.Call(
                // Two calls of one id could not be told apart when their results come.
                id.isEmpty() || !ids.add(id) ? OWN_ID + UUID.randomUUID() : id,
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
    var piece = pieces.computeIfAbsent(new Place(kind, key), _ -> new Piece(kind));
    if (pieces.size() > MOST_PARTS) {
      throw new ModelException(
          ModelException.Kind.BROKEN, "The answer has more than %d parts.".formatted(MOST_PARTS));
    }
    return piece;
  }

  public void text(Object key, String more) {
    if (!more.isEmpty()) {
      if (textAt != null && !textAt.equals(key)) {
        listener.nextText();
      }
      textAt = key;
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

  /// Seals a thought, even one that is not told.
  public void seal(Object key, String seal) {
    if (!seal.isEmpty()) {
      piece(Kind.REASONING, key).seal = seal;
    }
  }

  /// A call begins, or is known better now.
  public void call(Object key, String id, String tool) {
    var piece = piece(Kind.CALL, key);
    piece.id = id.isEmpty() ? piece.id : id;
    piece.tool = tool.isEmpty() ? piece.tool : tool;
    calls = true;
  }

  public void sealCall(Object key, String seal) {
    if (!seal.isEmpty()) {
      piece(Kind.CALL, key).seal = seal;
    }
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

  /// The id under which a call is known; empty if it has none yet.
  public String idOf(Object key) {
    return piece(Kind.CALL, key).id;
  }

  /// Whether the input of a call is all there.
  public boolean hasWholeInput(Object key) {
    var text = piece(Kind.CALL, key).text;
    return !text.isEmpty() && text.charAt(text.length() - 1) == '}' && Inputs.isObject(text);
  }

  public boolean hasCalls() {
    return calls;
  }

  /// Whether anything was said, thought or called.
  public boolean isEmpty() {
    return pieces.isEmpty();
  }

  public List<Part> parts() {
    var parts = new ArrayList<Part>();
    var ids = new HashSet<String>();
    for (var piece : pieces.values()) {
      if (!piece.isEmpty()) {
        parts.add(piece.part(ids));
      }
    }
    return parts;
  }
}
