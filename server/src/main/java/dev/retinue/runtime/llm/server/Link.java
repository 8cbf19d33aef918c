package dev.retinue.runtime.llm.server;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import dev.retinue.core.tool.ToolServer;
import dev.retinue.core.trace.TraceContext;
import dev.retinue.mcp.client.ClientOptions;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.client.McpClientException;
import dev.retinue.mcp.client.Wanted;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.RpcException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// A connection to a server, until it breaks or is closed.
final class Link implements AutoCloseable {
  /// To begin may take longer than any call.
  private static final Duration TO_BEGIN = Opening.USUAL_LIMIT;

  private static final Duration TO_TELL = Duration.ofMillis(500);
  private static final Duration TO_ANSWER = Duration.ofSeconds(5);

  private final McpClient client;
  private final ToolServer server;
  private final Variables variables;
  private final Ears ears;
  private final InstantSource clock;
  private final Instant since;
  private final @Nullable Quarters quarters;
  private volatile Listing listing;
  private volatile @Nullable Instant brokenAt;

  private Link(
      McpClient client,
      ToolServer server,
      Variables variables,
      Ears ears,
      InstantSource clock,
      @Nullable Quarters quarters) {
    this.client = client;
    this.server = server;
    this.variables = variables;
    this.ears = ears;
    this.clock = clock;
    this.quarters = quarters;
    this.since = clock.instant();
    ears.asking();
    this.listing = Listing.of(client, server);
  }

  /// Starts the program or reaches the address, shakes hands, and asks for the tools.
  static Link open(ToolServer server, Grounds grounds, Seat seat, InstantSource clock)
      throws InterruptedException {
    var variables = new Variables(grounds.environment());
    return switch (server.reach()) {
      case ToolServer.Started program -> started(server, program, grounds, seat, variables, clock);
      case ToolServer.Reached there -> reached(server, there, variables, clock);
    };
  }

  private static Link started(
      ToolServer server,
      ToolServer.Started program,
      Grounds grounds,
      Seat seat,
      Variables variables,
      InstantSource clock)
      throws InterruptedException {
    var quarters = Quarters.open(grounds, server.name(), program, seat, variables);
    var child = quarters.child();
    try {
      var ears = new Ears();
      var client = McpClient.over(child.says(), child.hears(), options(server, ears));
      return begun(client, server, variables, ears, clock, quarters);
    } catch (RpcException | McpClientException e) {
      var why = variables.masked(e.getMessage() + last(quarters));
      quarters.close();
      throw trouble(server, why, e);
    } catch (RuntimeException e) {
      quarters.close();
      throw e;
    }
  }

  private static Link reached(
      ToolServer server, ToolServer.Reached there, Variables variables, InstantSource clock) {
    var headers = variables.resolved(server.name(), there.headers());
    try {
      var ears = new Ears();
      var options = options(server, ears);
      for (var header : headers.entrySet()) {
        options = options.header(header.getKey(), header.getValue());
      }
      var client = McpClient.at(there.url(), options);
      return begun(client, server, variables, ears, clock, null);
    } catch (RpcException | McpClientException | IllegalArgumentException e) {
      throw trouble(server, variables.masked(String.valueOf(e.getMessage())), e);
    }
  }

  private static Link begun(
      McpClient client,
      ToolServer server,
      Variables variables,
      Ears ears,
      InstantSource clock,
      @Nullable Quarters quarters) {
    try {
      var link = new Link(client, server, variables, ears, clock, quarters);
      link.watch();
      return link;
    } catch (RuntimeException e) {
      client.close();
      throw e;
    }
  }

  /// It declares nothing, so whatever a server asks of it is refused as the protocol says.
  private static ClientOptions options(ToolServer server, Ears ears) {
    var call = server.timeout();
    return ClientOptions.named("retinue", "1")
        .within(call.compareTo(TO_BEGIN) > 0 ? call : TO_BEGIN)
        .hearing(ears);
  }

  private static RetinueException trouble(ToolServer server, String why, RuntimeException cause) {
    return new RetinueException(
        ErrorCode.SERVICE_UNAVAILABLE,
        "The tool server '%s' does not begin: %s".formatted(server.name(), Excerpt.of(why, 800)),
        cause);
  }

  private void watch() {
    if (client.server().capabilities().path("tools").path("listChanged").asBoolean(false)) {
      try {
        client.listen(new Wanted(true, false, false, Set.of(), Set.of()));
      } catch (RpcException | McpClientException e) {
        // It tells nobody, or only some: whoever begins anew asks again.
      }
    }
    ears.then(this::list);
    if (quarters != null) {
      quarters.child().whenExited(this::lost);
    }
  }

  private void list() {
    try {
      listing = Listing.of(client, server);
    } catch (RpcException | McpClientException e) {
      // The former list stands.
    }
  }

  /// Its program has ended. What that has started may not have.
  private void lost() {
    broke();
    Thread.ofVirtual().name("tidy-tool-server").start(this::close);
  }

  /// It is of no use any more.
  synchronized void broke() {
    if (brokenAt == null) {
      brokenAt = clock.instant();
    }
  }

  Instant since() {
    return since;
  }

  Optional<Instant> brokenAt() {
    return Optional.ofNullable(brokenAt);
  }

  Listing listing() {
    return listing;
  }

  @Nullable Long pid() {
    return quarters == null || brokenAt != null ? null : quarters.child().pid();
  }

  /// Calls a tool, and waits for the answer as it came, however often the server says that it is
  /// still at it.
  ObjectNode call(String tool, ObjectNode input) throws InterruptedException, TimeoutException {
    var params = Json.object().put("name", tool);
    params.set("arguments", input);
    var here = TraceContext.current();
    if (here != null) {
      here.handedOn().forEach(params.putObject("_meta")::put);
    }
    var asking = new FutureTask<ObjectNode>(() -> client.request("tools/call", params));
    var thread = Thread.ofVirtual().name("call-tool").start(asking);
    try {
      return asking.get(server.timeout().toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException trouble
          ? trouble
          : new IllegalStateException("a call broke down", e.getCause());
    } finally {
      thread.interrupt(); // The server is told if nobody waits any more.
    }
  }

  /// Whether it answers anything at all.
  boolean answers() throws InterruptedException {
    var asking =
        Thread.ofVirtual()
            .name("ping-tool-server")
            .unstarted(
                () -> {
                  try {
                    client.ping();
                  } catch (RpcException e) {
                    // That is an answer, too.
                  } catch (McpClientException e) {
                    broke();
                  }
                });
    asking.start();
    boolean answered = asking.join(TO_ANSWER) && brokenAt == null;
    asking.interrupt();
    return answered;
  }

  /// How its program ended and what it said last, where that is known.
  String end() {
    return quarters == null ? "" : variables.masked(last(quarters));
  }

  private static String last(Quarters quarters) {
    var words = quarters.lastWords();
    var exit = quarters.exit(TO_TELL).map("; it ended with %d"::formatted).orElse("");
    return words.isEmpty() ? exit : "%s, and last complained: %s".formatted(exit, words);
  }

  String withoutKeys(String text) {
    return variables.withoutKeys(text);
  }

  String masked(String text) {
    return variables.masked(text);
  }

  void tidy() {
    if (quarters != null) {
      quarters.tidy();
    }
  }

  @Override
  public void close() {
    broke();
    ears.close();
    client.close();
    if (quarters != null) {
      quarters.close();
    }
  }
}
