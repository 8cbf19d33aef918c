package dev.retinue.sdk;

import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.schema.RecordSchema;
import dev.retinue.mcp.schema.Validator;

/// Walks the way of a call once, with nothing of the agent's own, while its client reads the list
/// of tools: a JVM takes a way slowly that it has never gone.
final class Readiness {
  private Readiness() {}

  /// As simple as the parameters of most tools.
  record Sample(String text, int number, boolean flag) {}

  static void begin(Household house) {
    Thread.ofVirtual().name("mcp-readiness").start(() -> walk(house));
  }

  private static void walk(Household house) {
    house.lineage().sessionId();
    var schema = RecordSchema.of(Sample.class);
    var given = Json.object().put("text", "").put("number", 1).put("flag", true);
    new Validator(schema.json()).violations(given);
    Wire.json(schema.decode(given, Sample.class));
  }
}
