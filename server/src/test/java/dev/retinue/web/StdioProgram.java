package dev.retinue.web;

import dev.retinue.mcp.Caller;
import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.MemoryTaskStore;
import dev.retinue.mcp.Tool.TaskSupport;
import dev.retinue.mcp.ToolEntry;
import dev.retinue.mcp.era.Eras;
import dev.retinue.mcp.era.Stateful2025;
import dev.retinue.mcp.era.Stateless2026;
import dev.retinue.mcp.model.Implementation;
import dev.retinue.mcp.model.ToolInfo;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.transport.StdioServer;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.databind.node.ObjectNode;

/// A program that serves on its standard streams a tool that prints, as a library might.
final class StdioProgram {
  private StdioProgram() {}

  static void main(String[] args) throws IOException {
    // The way of the protocol is opened by its number; what others call standard output is not it.
    var out = new FileOutputStream(FileDescriptor.out);
    System.setOut(System.err);
    var server = new McpServer(Implementation.of("stdio", "1"), "For tests.");
    server.add(
        tool(
            "print",
            arguments -> {
              System.out.println("printed by a library");
              IO.println("printed by another");
              System.out.write('x');
              System.out.flush();
              return ToolResult.text(arguments.path("text").asString(""));
            }));
    server.add(
        tool(
            "stay",
            _ -> {
              System.err.println("stays");
              new CountDownLatch(1).await();
              return ToolResult.of();
            }));
    var clock = InstantSource.system();
    var key = new SecretKeySpec(new byte[32], "AES");
    var store = new MemoryTaskStore(clock, 10);
    var eras =
        new Eras(
            new Stateless2026(server, store, () -> key, clock), new Stateful2025(server, clock));
    new StdioServer(eras, Caller.named("stdio"), System.in, out).run();
  }

  private interface Body {
    ToolResult answer(ObjectNode arguments) throws Exception;
  }

  private static ToolEntry tool(String name, Body body) {
    var schema = (ObjectNode) Json.WIRE.readTree("{\"type\":\"object\"}");
    var info = new ToolInfo(name, null, "A test tool.", schema, null, null, null);
    return ToolEntry.of(info, TaskSupport.NEVER, (arguments, _) -> body.answer(arguments));
  }
}
