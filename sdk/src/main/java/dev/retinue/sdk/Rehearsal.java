package dev.retinue.sdk;

import dev.retinue.mcp.rpc.Json;
import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/// Plays a short conversation with nobody, so that a cache of the JVM knows all classes that the
/// first answer needs. The agent's own work is not done, and nothing is checked, asked or written.
final class Rehearsal {
  private static final String PROPERTY = "retinue.sdk.rehearsal";

  private static final String LINES =
      """
      {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"rehearsal","version":"1"}}}
      {"jsonrpc":"2.0","method":"notifications/initialized"}
      {"jsonrpc":"2.0","id":2,"method":"tools/list","params":{}}
      {"jsonrpc":"2.0","id":3,"method":"ping"}
      {"jsonrpc":"2.0","id":4,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}
      {"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"NAME","arguments":ARGUMENTS}}
      """;

  private Rehearsal() {}

  static boolean isOn() {
    return Boolean.getBoolean(PROPERTY);
  }

  /// The way of `--mcp` from its first word to its end, and that of one piece of work.
  static int play(Spec spec, World world) {
    System.clearProperty(PROPERTY);
    Help.text(spec);
    Describe.json(spec).toPrettyString();
    var idle = idle(spec);
    new Command(idle, stage(world, "x"), false).run(List.of("--output-format=json"));
    var said = LINES.replace("NAME", spec.name()).replace("ARGUMENTS", arguments(spec).toString());
    return new Command(idle, stage(world, said), false).run(List.of("--mcp"));
  }

  /// Some that fit, so that the whole way of a call is known.
  private static ObjectNode arguments(Spec spec) {
    var arguments = Json.object();
    if (spec.contextRequired()) {
      arguments.put("context", "x");
    }
    for (var option : spec.options()) {
      if (option.required()) {
        switch (option.type()) {
          case STRING ->
              arguments.put(
                  option.name(), option.choices().isEmpty() ? "x" : option.choices().getFirst());
          case INTEGER, NUMBER -> arguments.put(option.name(), 1);
          case BOOLEAN -> arguments.put(option.name(), true);
          case LIST -> arguments.putArray(option.name());
        }
      }
    }
    return arguments;
  }

  private static World stage(World world, String heard) {
    var nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    return new World(
        Map.of("SFA_NO_LOG", "1", "HOME", world.home().toString()),
        new ByteArrayInputStream(heard.getBytes(StandardCharsets.UTF_8)),
        false,
        nowhere,
        nowhere,
        world.clock(),
        world.directory());
  }

  private static Spec idle(Spec spec) {
    return new Spec(
        spec.name(),
        spec.version(),
        spec.description(),
        spec.trust(),
        spec.contextRequired(),
        spec.accepts(),
        true,
        spec.options(),
        spec.takes(),
        List.of(),
        List.of(),
        spec.tools(),
        spec.retention(),
        spec.examples(),
        _ -> "");
  }
}
