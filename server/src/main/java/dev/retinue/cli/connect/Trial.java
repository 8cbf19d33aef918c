package dev.retinue.cli.connect;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.mcp.client.ClientOptions;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.client.McpClientException;
import dev.retinue.mcp.rpc.RpcException;
import dev.retinue.process.ChildProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Does what a client will do: starts the server or goes to it, shakes hands, and asks for its
/// tools.
///
/// @param environment of this process
public record Trial(Map<String, String> environment) {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int LAST_WORDS = 600;

  /// What programs see of clients that hand nothing down but this.
  private static final Set<String> HANDED_DOWN =
      Set.of(
          "HOME",
          "LANG",
          "LC_ALL",
          "LC_CTYPE",
          "LOGNAME",
          "PATH",
          "SHELL",
          "TERM",
          "TMPDIR",
          "USER",
          "APPDATA",
          "LOCALAPPDATA",
          "PATHEXT",
          "SYSTEMROOT",
          "TEMP",
          "TMP",
          "USERPROFILE",
          "WINDIR");

  /// How many tools the client will find there.
  ///
  /// @param token what the variable of the token is to have; empty where none is needed
  public int tools(Client client, Entry entry, Optional<String> token) throws InterruptedException {
    return switch (entry) {
      case Entry.Stdio it -> started(client, it);
      case Entry.Http it -> reached(it, token);
    };
  }

  private int started(Client client, Entry.Stdio entry) throws InterruptedException {
    var words = new ArrayList<>(List.of(entry.command()));
    words.addAll(entry.arguments());
    try {
      var errors = Files.createTempFile("retinue-connect", ".err");
      try {
        var process =
            ChildProcess.startPiped(
                words, Path.of("").toAbsolutePath(), seen(client, entry), errors);
        try (var server =
            McpClient.over(process.getInputStream(), process.getOutputStream(), options())) {
          return server.listTools().size();
        } catch (McpClientException | RpcException e) {
          var said = lastWords(errors);
          var told = said.isEmpty() ? "" : "It said: " + said;
          throw failed("'%s'".formatted(String.join(" ", words)), e, told);
        } finally {
          ChildProcess.end(process);
        }
      } finally {
        Files.deleteIfExists(errors);
      }
    } catch (IOException e) {
      throw failed("'%s'".formatted(String.join(" ", words)), e, "");
    }
  }

  private Map<String, String> seen(Client client, Entry.Stdio entry) {
    var seen = new HashMap<>(environment);
    if (!client.sharesItsEnvironment()) {
      seen.keySet().removeIf(name -> !HANDED_DOWN.contains(name) && !entry.lent().contains(name));
    }
    seen.putAll(entry.environment());
    return seen;
  }

  private int reached(Entry.Http entry, Optional<String> token) {
    var options = token.map(options()::bearer).orElseGet(this::options);
    try (var server = McpClient.at(URI.create(entry.url()), options)) {
      return server.listTools().size();
    } catch (McpClientException | RpcException e) {
      throw failed(entry.url(), e, "Is a daemon there? 'retinue serve' starts one that stays.");
    }
  }

  private ClientOptions options() {
    return ClientOptions.named("retinue connect", "1").within(PATIENCE);
  }

  private static String lastWords(Path errors) throws IOException {
    var text = Files.readString(errors).strip();
    return text.substring(Math.max(0, text.length() - LAST_WORDS));
  }

  private static RetinueException failed(String what, Exception cause, String more) {
    return new RetinueException(
        ErrorCode.SERVICE_UNAVAILABLE,
        "%s does not answer as a server: %s.%s"
            .formatted(
                what,
                String.valueOf(cause.getMessage()).replaceAll("\\.$", ""),
                more.isEmpty() ? "" : " " + more),
        cause);
  }
}
