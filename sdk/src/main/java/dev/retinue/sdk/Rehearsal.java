package dev.retinue.sdk;

import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/// Plays a short conversation with nobody, so that a cache of the JVM knows all classes that the
/// first answers need. The agent's own work is not done, and nothing is checked or asked. All that
/// is written is a log in the folder where it is played, which is of the rehearsal alone.
final class Rehearsal {
  private static final String PROPERTY = "retinue.sdk.rehearsal";

  private static final String MODERN =
      """
      "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"rehearsal","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}"""
          .strip();

  private static final String LINES =
      """
      {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"rehearsal","version":"1"}}}
      {"jsonrpc":"2.0","method":"notifications/initialized"}
      {"jsonrpc":"2.0","id":2,"method":"tools/list","params":{}}
      {"jsonrpc":"2.0","id":3,"method":"ping"}
      {"jsonrpc":"2.0","id":4,"method":"server/discover","params":{MODERN}}
      {"jsonrpc":"2.0","id":5,"method":"tools/list","params":{MODERN}}
      """
          .replace("MODERN", MODERN);

  private static final String CALLS =
      """
      {"jsonrpc":"2.0","id":"NAME-6","method":"tools/call","params":{"name":"NAME","arguments":ARGUMENTS}}
      {"jsonrpc":"2.0","id":"NAME-7","method":"tools/call","params":{"name":"NAME","arguments":ARGUMENTS,MODERN}}
      """
          .replace("MODERN", MODERN);

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
    return new Command(idle, stage(world, conversation(spec)), false).run(List.of("--mcp"));
  }

  /// Every tool is called once in each era.
  static String conversation(Spec spec) {
    var said = new StringBuilder(LINES).append(calls(spec.name(), Offers.schema(spec)));
    spec.tools().forEach(tool -> said.append(calls(tool.name(), tool.parameters())));
    return said.toString();
  }

  private static String calls(String tool, ObjectNode schema) {
    return CALLS.replace("NAME", tool).replace("ARGUMENTS", Sample.of(schema).toString());
  }

  private static World stage(World world, String heard) {
    var nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    return new World(
        Map.of("SFA_LOG_FILE", "rehearsal.jsonl", "HOME", world.home().toString()),
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
        spec.tools().stream().map(Rehearsal::idle).toList(),
        spec.retention(),
        spec.examples(),
        reading(spec));
  }

  /// All that comes before its work.
  private static Work reading(Spec spec) {
    var takes = spec.takes();
    return takes == null ? _ -> "" : ctx -> ctx.options(takes);
  }

  private static Spec.Extra idle(Spec.Extra tool) {
    return new Spec.Extra(
        tool.name(), tool.description(), tool.schema(), tool.input(), ctx -> tool.given(ctx));
  }
}
