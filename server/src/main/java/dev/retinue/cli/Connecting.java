package dev.retinue.cli;

import dev.retinue.cli.connect.Client;
import dev.retinue.cli.connect.Entry;
import dev.retinue.cli.serve.Reach;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.ProviderKeys;
import dev.retinue.core.RetinueException;
import dev.retinue.store.files.DaemonRecord;
import dev.retinue.store.files.DataFolder;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// How clients get to the Retinue of this installation and data directory.
final class Connecting {
  private final DataOption data;
  private final Map<String, String> environment;

  Connecting(DataOption data, Map<String, String> environment) {
    this.data = data;
    this.environment = environment;
  }

  Entry stdio(Client client) {
    var launcher =
        Install.findLauncher(System.getProperties())
            .orElseThrow(
                () ->
                    new RetinueException(
                        ErrorCode.INVALID_INPUT,
                        "a client needs the launcher to start Retinue: run this with the launcher, retinue, not with java."));
    return stdio(client, launcher.toString());
  }

  Entry stdio(Client client, String launcher) {
    var variables = new TreeMap<String, String>();
    data.unusual().ifPresent(it -> variables.put("RETINUE_DATA", it.toString()));
    carry("RETINUE_CONFIG", variables);
    if (!client.sharesItsEnvironment()) {
      carry("JAVA_HOME", variables);
    }
    // A client that hands none down is told which keys it may: their names alone.
    var lent =
        client.keepsKeys()
            ? List.copyOf(ProviderKeys.pick(environment).keySet())
            : List.<String>of();
    return new Entry.Stdio(launcher, variables, lent);
  }

  private void carry(String variable, Map<String, String> variables) {
    var value = environment.get(variable);
    if (value != null && !value.isBlank()) {
      variables.put(variable, Path.of(value).toAbsolutePath().normalize().toString());
    }
  }

  Entry http(Client client) {
    if (client == Client.CLAUDE_DESKTOP) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "Claude Desktop starts servers itself, and takes the address of one only as a connector, in its own settings; connect it without --http.");
    }
    var server = ConfigOption.read(null, List.of(), environment).settings().server();
    var reach = Reach.of(server, InetAddress::getAllByName);
    int port =
        DaemonRecord.find(data.place())
            .flatMap(it -> Optional.ofNullable(it.port()))
            .orElse(server.port());
    return new Entry.Http(reach.ownUrl(port, "/mcp"), server.auth() ? Entry.TOKEN : null);
  }

  /// The owner's, if there is one yet.
  Optional<String> token() {
    return new DataFolder(data.place()).tokenFile().find();
  }
}
