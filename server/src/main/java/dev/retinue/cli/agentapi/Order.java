package dev.retinue.cli.agentapi;

import dev.retinue.mcp.rpc.Json;
import java.util.ArrayList;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// What somebody sends with `POST /message`.
///
/// @param raw whether it is keys of a terminal, and not words for the agent
record Order(String content, boolean raw) {
  private static final Set<String> KNOWN = Set.of("content", "type", "$schema");

  /// Reads it, or says all that is wrong with it.
  static Order of(byte[] body) {
    var json = json(body);
    if (!json.isObject()) {
      throw Problem.misfit(new Problem.Wrong("body", "expected object"));
    }
    var wrong = new ArrayList<Problem.Wrong>();
    for (var name : json.propertyNames()) {
      if (!KNOWN.contains(name)) {
        wrong.add(new Problem.Wrong("body." + name, "unexpected property"));
      }
    }
    var content = text(json, "content", wrong);
    var type = text(json, "type", wrong);
    if (json.path("type").isString() && !Set.of("user", "raw").contains(type)) {
      wrong.add(new Problem.Wrong("body.type", "expected value to be one of \"user, raw\""));
    }
    if (!wrong.isEmpty()) {
      throw Problem.misfit(wrong.toArray(Problem.Wrong[]::new));
    }
    return new Order(content, type.equals("raw"));
  }

  private static JsonNode json(byte[] body) {
    if (body.length == 0) {
      throw new Problem(400, "request body is required");
    }
    try {
      return Json.WIRE.readTree(body);
    } catch (JacksonException e) {
      throw new Problem(400, "request body is not valid JSON");
    }
  }

  private static String text(JsonNode json, String name, ArrayList<Problem.Wrong> wrong) {
    var value = json.get(name);
    if (value == null) {
      wrong.add(
          new Problem.Wrong("body", "expected required property %s to be present".formatted(name)));
    } else if (!value.isString()) {
      wrong.add(new Problem.Wrong("body." + name, "expected string"));
    } else {
      return value.stringValue();
    }
    return "";
  }
}
