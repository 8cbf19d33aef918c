package dev.retinue.cli.serve;

import dev.retinue.config.Settings;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.mcp.transport.Hosts;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Stream;

/// Who can reach the daemon: where it listens, and under which names it answers. Whatever would let
/// others in without a token is refused.
///
/// @param address where to listen
/// @param name the name under which clients are told to come
/// @param hosts all names that it answers to
/// @param warnings what the owner should know of it
public record Reach(String address, String name, Hosts hosts, List<String> warnings) {
  private static final String LOOPBACK = "127.0.0.1";

  /// What a name stands for.
  @FunctionalInterface
  public interface Resolver {
    InetAddress[] resolve(String host) throws UnknownHostException;
  }

  public static Reach of(Settings.Server server, Resolver resolver) {
    var address = server.host().replaceAll("[\\[\\]]", "");
    var found = resolve(address, resolver);
    boolean local = Stream.of(found).allMatch(InetAddress::isLoopbackAddress);
    boolean everywhere = Stream.of(found).anyMatch(InetAddress::isAnyLocalAddress);
    if (!server.auth()) {
      requireClosed(server, local);
    }
    var names = new LinkedHashSet<>(Hosts.LOCAL.names());
    if (!everywhere) {
      names.add(inBrackets(address));
    }
    server.allowedHosts().forEach(host -> names.add(inBrackets(host)));
    return new Reach(
        address,
        name(server, address, everywhere),
        new Hosts(names),
        warnings(server, local, everywhere));
  }

  private static InetAddress[] resolve(String address, Resolver resolver) {
    try {
      return resolver.resolve(address);
    } catch (UnknownHostException e) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "nobody knows the address of the host '%s'; give --host (server.host) an address of this machine, such as 127.0.0.1."
              .formatted(address),
          e);
    }
  }

  private static void requireClosed(Settings.Server server, boolean local) {
    if (!local) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "to listen on %s without authentication is refused: whoever reaches this machine could start agents on it. Let callers have tokens (without --no-auth, server.auth: true), or listen on 127.0.0.1."
              .formatted(server.host()));
    }
    if (!server.allowedHosts().isEmpty()) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "server.allowed-hosts without authentication is refused: whoever comes under those names could start agents here. Let callers have tokens (without --no-auth, server.auth: true), or allow no hosts.");
    }
  }

  /// An address that means all of them is none to go to.
  private static String name(Settings.Server server, String address, boolean everywhere) {
    if (!everywhere) {
      return address;
    }
    return server.allowedHosts().isEmpty() ? LOOPBACK : server.allowedHosts().getFirst();
  }

  private static List<String> warnings(Settings.Server server, boolean local, boolean everywhere) {
    var warnings = new ArrayList<String>();
    if (!local) {
      warnings.add(
          "other machines can connect, and nothing is encrypted on the way; put a proxy with TLS in front of it, or use an SSH tunnel.");
    }
    if (everywhere && server.allowedHosts().isEmpty()) {
      warnings.add(
          "requests from other machines are refused as long as server.allowed-hosts does not have the name under which they come.");
    }
    return List.copyOf(warnings);
  }

  /// As it stands in the header `Host`.
  private static String inBrackets(String host) {
    return host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
  }

  /// Where something is, for those on this machine.
  public String ownUrl(int port, String path) {
    boolean everywhere = address.equals("0.0.0.0") || address.equals("::");
    return "http://%s:%d%s".formatted(everywhere ? LOOPBACK : inBrackets(address), port, path);
  }

  /// Where something is, for clients.
  public String url(int port, String path) {
    return "http://%s:%d%s".formatted(inBrackets(name), port, path);
  }
}
