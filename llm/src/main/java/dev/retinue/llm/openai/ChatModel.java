package dev.retinue.llm.openai;

import dev.retinue.llm.Access;
import dev.retinue.llm.Model;
import dev.retinue.llm.Prompt;
import dev.retinue.llm.Reply;
import dev.retinue.llm.wire.Wire;

/// A model behind Chat Completions, as OpenAI and everybody who is compatible with it speaks them.
public final class ChatModel implements Model {
  private final Wire wire;
  private final Access access;
  private final String model;

  public ChatModel(Wire wire, Access access, String model) {
    this.wire = wire;
    this.access = access;
    this.model = model;
  }

  @Override
  public Reply ask(Prompt prompt, Listener listener) throws InterruptedException {
    var question =
        new Wire.Question(
            "/chat/completions", ResponsesModel.bearer(access), ChatRequest.of(model, prompt));
    var decoder = new ChatAnswer(access, model, listener);
    return wire.ask(access, question, prompt.settings(), decoder);
  }
}
