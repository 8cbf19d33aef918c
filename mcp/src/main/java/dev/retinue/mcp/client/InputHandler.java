package dev.retinue.mcp.client;

import dev.retinue.mcp.InputRequest;
import dev.retinue.mcp.rpc.Json;
import tools.jackson.databind.node.ObjectNode;

/// Answers what a server asks: with the result of the request as it travels. It may take its time,
/// and several questions may come at once.
public interface InputHandler {
  /// For a client that declares no capability, and so is asked nothing.
  InputHandler NOBODY =
      question -> {
        throw new IllegalStateException("There is nobody to answer " + question.method());
      };

  ObjectNode answer(InputRequest question) throws Exception;

  /// A form that was filled in.
  static ObjectNode accepted(ObjectNode content) {
    var answer = Json.object().put("action", "accept");
    answer.set("content", content);
    return answer;
  }

  /// A person who said no.
  static ObjectNode declined() {
    return Json.object().put("action", "decline");
  }

  /// A person who did not say anything.
  static ObjectNode dismissed() {
    return Json.object().put("action", "cancel");
  }
}
