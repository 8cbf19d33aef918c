package dev.retinue.llm.openai;

import dev.retinue.llm.Access;
import dev.retinue.llm.Model;
import dev.retinue.llm.ModelException;
import dev.retinue.llm.Prompt;
import dev.retinue.llm.Reply;
import dev.retinue.llm.wire.Wire;

/// A model behind Chat Completions, as OpenAI and everybody who is compatible with it speaks them.
public final class ChatModel implements Model {
  private final Wire wire;
  private final Access access;
  private final String model;

  /// What was learned of it; whoever reads an older one only asks once more than needed.
  private volatile Manner manner;

  public ChatModel(Wire wire, Access access, String model, Manner manner) {
    this.wire = wire;
    this.access = access;
    this.model = model;
    this.manner = manner;
  }

  /// A request that is refused for its manner was not answered, and is made again in another.
  @Override
  public Reply ask(Prompt prompt, Listener listener) throws InterruptedException {
    while (true) {
      var asked = manner;
      try {
        return ask(prompt, listener, asked);
      } catch (ModelException e) {
        manner = asked.after(e).orElseThrow(() -> e);
      }
    }
  }

  private Reply ask(Prompt prompt, Listener listener, Manner asked) throws InterruptedException {
    var body = ChatRequest.of(model, prompt, asked);
    var question = new Wire.Question("/chat/completions", access.bearer(), body);
    var decoder = new ChatAnswer(access, model, listener);
    return wire.ask(access, question, prompt.settings(), decoder);
  }
}
