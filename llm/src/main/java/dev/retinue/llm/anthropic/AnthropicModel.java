package dev.retinue.llm.anthropic;

import dev.retinue.llm.Access;
import dev.retinue.llm.Model;
import dev.retinue.llm.Prompt;
import dev.retinue.llm.Reply;
import dev.retinue.llm.wire.Wire;
import java.util.HashMap;

/// A model behind Anthropic Messages.
public final class AnthropicModel implements Model {
  private static final String VERSION = "2023-06-01";

  private final Wire wire;
  private final Access access;
  private final String model;
  private final boolean bearer;

  /// A model by its name.
  ///
  /// @param bearer whether the key is a token rather than a key of the API
  public AnthropicModel(Wire wire, Access access, String model, boolean bearer) {
    this.wire = wire;
    this.access = access;
    this.model = model;
    this.bearer = bearer;
  }

  @Override
  public Reply ask(Prompt prompt, Listener listener) throws InterruptedException {
    var headers = new HashMap<String, String>();
    headers.put("anthropic-version", VERSION);
    var key = access.key();
    if (key != null) {
      headers.put(bearer ? "Authorization" : "x-api-key", bearer ? "Bearer " + key : key);
    }
    var question = new Wire.Question("/v1/messages", headers, AnthropicRequest.of(model, prompt));
    var decoder = new AnthropicAnswer(access, model, listener);
    return wire.ask(access, question, prompt.settings(), decoder);
  }
}
