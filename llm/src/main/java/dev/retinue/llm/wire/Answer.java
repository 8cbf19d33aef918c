package dev.retinue.llm.wire;

import dev.retinue.llm.Access;
import dev.retinue.llm.Model.Listener;
import dev.retinue.llm.ModelException;
import dev.retinue.llm.ModelException.Kind;
import dev.retinue.llm.Reply;
import dev.retinue.llm.Reply.Stop;
import dev.retinue.llm.Tokens;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// An answer while it comes, and what those of all providers have in common.
public abstract class Answer implements Decoder {
  protected final Access access;
  protected final Growing growing;
  private String model;
  private Tokens tokens = Tokens.NONE;
  private @Nullable Stop stop;

  /// Nothing has come yet.
  ///
  /// @param model the one that was asked, until somebody says that another one answers
  protected Answer(Access access, String model, Listener listener) {
    this.access = access;
    this.model = model;
    this.growing = new Growing(listener);
  }

  /// Remembers who answers.
  ///
  /// @param name the field that says who answers, where there is one
  protected final void answeredBy(JsonNode name) {
    if (name.isString() && !name.stringValue().isBlank()) {
      model = name.stringValue();
    }
  }

  @Override
  public final Tokens tokens() {
    return tokens;
  }

  /// What was used so far; later numbers take the place of earlier ones.
  protected final void used(Tokens now) {
    tokens = now;
  }

  protected final void stopped(Stop why) {
    stop = why;
  }

  protected final ModelException failure(Kind kind, String what) {
    return new ModelException(kind, access.masked("%s %s.".formatted(access.provider(), what)));
  }

  /// Throws if this says that there will be no answer.
  protected final void refuseErrors(JsonNode event) {
    var error = event.path("error");
    if (error.isObject() || (error.isString() && !error.stringValue().isEmpty())) {
      throw Refusals.inStream(access, event);
    }
  }

  @Override
  public void done() {
    // Most say before why they end.
  }

  @Override
  public final boolean isComplete() {
    return stop != null;
  }

  @Override
  public final Reply reply() {
    if (stop == null) {
      throw failure(Kind.BROKEN, "broke off its answer");
    }
    // Some say that they have stopped when they wait for their tools.
    var why = stop == Stop.DONE && growing.hasCalls() ? Stop.TOOLS : stop;
    return new Reply(growing.parts(), why, tokens, model);
  }
}
