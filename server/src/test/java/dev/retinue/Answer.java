package dev.retinue;

import dev.retinue.cli.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What a command answered that was carried out in this process.
record Answer(int exitCode, String out, String err) {

  static Answer to(Object... words) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    var terminal = Terminal.on(InputStream.nullInputStream(), out, err);
    int exitCode = Main.run(Arrays.stream(words).map(Object::toString).toList(), terminal);
    terminal.flush();
    return new Answer(
        exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /// Of a command that must succeed.
  String ok() {
    if (exitCode != 0) {
      throw new AssertionError("it failed: " + this);
    }
    return out;
  }

  JsonNode json() {
    return JsonMapper.shared().readTree(ok());
  }
}
