package dev.retinue.crash;

import dev.retinue.mcp.client.ClientOptions;
import dev.retinue.mcp.client.McpClient;
import java.io.IOException;
import java.nio.file.Path;

/// A front, `retinue mcp`, on whose pipes a client speaks.
record FrontProcess(Process process) implements AutoCloseable {
  /// In the folder of its client, as clients start it.
  static FrontProcess start(Path folder) throws IOException {
    var builder =
        new ProcessBuilder(
                Succession.LAUNCHER.toString(), "mcp", "--data", Succession.data(folder).toString())
            .directory(folder.toFile())
            .redirectError(ProcessBuilder.Redirect.appendTo(folder.resolve("front.err").toFile()));
    builder.environment().clear();
    builder.environment().putAll(Succession.environment(folder));
    return new FrontProcess(builder.start());
  }

  McpClient client(ClientOptions options) {
    return McpClient.over(process.getInputStream(), process.getOutputStream(), options);
  }

  /// Ends it as a power cut would; what it started lives on.
  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().join();
  }
}
