package dev.retinue.config.team.key;

import dev.retinue.config.Described;
import dev.retinue.config.Items;
import dev.retinue.config.Key;
import dev.retinue.config.Kinds;
import dev.retinue.config.Pairs;
import dev.retinue.config.Schemas;
import dev.retinue.config.Shape;
import dev.retinue.config.Single;
import dev.retinue.config.Values;
import dev.retinue.config.WebAddress;
import dev.retinue.config.yaml.Position;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.craft.Kit;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// How a file names an MCP server: a program, an address, or one that is named elsewhere.
public final class McpKeys {
  private static final int LONGEST = 4_000;
  private static final int LONGEST_NAME = 32;
  private static final Pattern OTHERS = Pattern.compile("[^A-Za-z0-9]+");
  private static final Pattern AROUND = Pattern.compile("^-+|-+$");
  private static final Set<String> TRANSPORTS = Set.of("streamable", "http", "sse");

  private static final Key<String> NAME =
      Key.optional(
          "name",
          Kinds.words(TeamKinds.LONGEST_NAME),
          "What stands before the names of its tools.");
  private static final Key<String> COMMAND =
      Key.optional("command", Kinds.words(LONGEST), "The program that is started.");
  private static final Key<List<String>> ARGUMENTS =
      Key.of(
          "args",
          new Items<>("a list of words", TeamKinds.word(LONGEST), ",", true),
          List.of(),
          "What stands behind it on its command line.");
  static final Key<Map<String, String>> ENVIRONMENT =
      Key.of(
          "env",
          new Pairs("a variable", Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,199}")),
          Map.of(),
          "What it sees besides what every program may; `${NAME}` is a variable of the daemon.");
  private static final Key<URI> URL =
      Key.required("url", WebAddress.kind(), "Where it is: Streamable HTTP.");
  private static final Key<Placed<String>> TRANSPORT =
      Key.optional(
          "transport_type",
          Placed.kind(
              new Described<>(
                  new Single<>(
                      "streamable or sse",
                      scalar -> Optional.of(scalar.text()).filter(TRANSPORTS::contains),
                      _ -> ""),
                  () -> Schemas.oneOf(TRANSPORTS))),
          "How it is spoken with; it is always asked by Streamable HTTP.");
  private static final Key<Map<String, String>> HEADERS =
      Key.of(
          "headers",
          new Pairs("a header", Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}")),
          Map.of(),
          "What is sent with every request; `${NAME}` is a variable of the daemon.");
  private static final List<Key<Position>> UNSUPPORTED_OF_REMOTE =
      List.of(Unsupported.key("oauth"));
  private static final Key<Remote> REMOTE =
      Key.optional(
          "remote",
          new Shape<>(
              Keys.of(List.of(URL, TRANSPORT, HEADERS), UNSUPPORTED_OF_REMOTE), McpKeys::remote),
          "An address, in place of `command`.");
  private static final Key<Placed<String>> REF =
      Key.optional(
          "ref",
          Placed.kind(Kinds.words(TeamKinds.LONGEST_NAME)),
          "A key of `mcps`, or one of the servers of the configuration.");
  private static final List<Key<Position>> UNSUPPORTED =
      Unsupported.keys("config", "version", "allow_private_ips", "working_dir", "lifecycle");

  static final List<Key<?>> ALL =
      Keys.of(List.of(NAME, COMMAND, ARGUMENTS, ENVIRONMENT, REMOTE, REF), UNSUPPORTED);

  private McpKeys() {}

  /// A server as it is written.
  ///
  /// @param server null where it is named elsewhere
  /// @param ref where that is
  public record Written(
      Kit.@Nullable Server server, @Nullable Placed<String> ref, List<Remark> remarks) {}

  private record Remote(URI url, Map<String, String> headers, List<Remark> remarks) {}

  private static Remote remote(Values values) {
    var sse =
        values.find(TRANSPORT).filter(it -> it.value().equals("sse")).stream()
            .map(
                it ->
                    new Remark(it.at(), "'sse' is not supported; it is asked by Streamable HTTP."));
    return new Remote(
        values.require(URL),
        values.require(HEADERS),
        Stream.concat(sse, Unsupported.among(UNSUPPORTED_OF_REMOTE, values, "'remote'").stream())
            .toList());
  }

  /// @param usual what it is called where it has no name
  static Written written(Values values, String usual) {
    var command = values.find(COMMAND);
    var remote = values.find(REMOTE);
    var ref = values.find(REF);
    long ways = Stream.of(command, remote, ref).filter(Optional::isPresent).count();
    if (ways != 1) {
      throw refusal(
          "An MCP server has exactly one of 'command', 'remote' and 'ref'; this has %d."
              .formatted(ways));
    }
    var remarks =
        Stream.concat(
                Unsupported.among(UNSUPPORTED, values, "a toolset of the type mcp").stream(),
                remote.stream().flatMap(it -> it.remarks().stream()))
            .toList();
    if (ref.isPresent()) {
      return new Written(null, ref.get(), remarks);
    }
    command.ifPresent(McpKeys::requireFullPath);
    var name = values.find(NAME).orElseGet(() -> named(usual, command, remote));
    return new Written(
        new Kit.Server(
            serverName(name),
            false,
            command.orElse(null),
            values.require(ARGUMENTS),
            values.require(ENVIRONMENT),
            remote.map(it -> it.url().toString()).orElse(null),
            remote.map(Remote::headers).orElseGet(Map::of)),
        null,
        remarks);
  }

  /// The same for those who read the schema.
  static void exactlyOne(ObjectNode section) {
    var ways = section.putArray("oneOf");
    for (var key : List.of(COMMAND, REMOTE, REF)) {
      ways.addObject().putArray("required").add(key.name());
    }
  }

  private static void requireFullPath(String command) {
    if (command.contains("/") && !command.startsWith("/")) {
      throw refusal("'command' must be a name on the PATH or a full path; write its full path.");
    }
  }

  private static String named(String usual, Optional<String> command, Optional<Remote> remote) {
    if (!usual.isEmpty()) {
      return usual;
    }
    return command
        .map(it -> it.substring(it.lastIndexOf('/') + 1))
        .orElseGet(() -> remote.map(it -> it.url().getHost()).orElse("mcp"));
  }

  /// A name that servers can have.
  static String serverName(String written) {
    var name = AROUND.matcher(OTHERS.matcher(written).replaceAll("-")).replaceAll("");
    var most =
        AROUND.matcher(name.substring(0, Math.min(name.length(), LONGEST_NAME))).replaceAll("");
    return most.isEmpty() || most.equals("none") ? "mcp" : most;
  }

  private static RetinueException refusal(String sentence) {
    return new RetinueException(ErrorCode.INVALID_INPUT, sentence);
  }
}
