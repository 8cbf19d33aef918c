package dev.retinue.llm.openai;

import dev.retinue.llm.Access;
import dev.retinue.llm.Model;
import dev.retinue.llm.Prompt;
import dev.retinue.llm.Reply;
import dev.retinue.llm.wire.Wire;

/// A model behind OpenAI Responses. Nothing is kept there: all is sent each time.
public final class ResponsesModel implements Model {
  private final Wire wire;
  private final Access access;
  private final String model;

  public ResponsesModel(Wire wire, Access access, String model) {
    this.wire = wire;
    this.access = access;
    this.model = model;
  }

  @Override
  public Reply ask(Prompt prompt, Listener listener) throws InterruptedException {
    var question =
        new Wire.Question("/responses", access.bearer(), ResponsesRequest.of(model, prompt));
    var decoder = new ResponsesAnswer(access, model, listener);
    return wire.ask(access, question, prompt.settings(), decoder);
  }
}
