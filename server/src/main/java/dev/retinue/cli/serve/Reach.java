package dev.retinue.cli.serve;

import dev.retinue.config.RemoteSettings;
import dev.retinue.config.Settings;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.mcp.transport.Hosts;
import dev.retinue.web.Remote;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// Who can reach the daemon: where it listens, and under which names it answers. Whatever would let
/// others in without a token is refused.
///
/// @param address where to listen
/// @param name the name under which clients are told to come
/// @param hosts all names that it answers to
/// @param warnings what the owner should know of it
/// @param remote what holds for those who come from elsewhere
public record Reach(
    String address, String name, Hosts hosts, List<String> warnings, Remote remote) {
  private static final String LOOPBACK = "127.0.0.1";

  /// What a name stands for.
  @FunctionalInterface
  public interface Resolver {
    InetAddress[] resolve(String host) throws UnknownHostException;
  }

  public static Reach of(Settings.Server server, Resolver resolver) {
    server.remote().requireWhole();
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
    var url = server.remote().url();
    if (url != null) {
      names.add(url.getHost().toLowerCase(Locale.ROOT));
    }
    return new Reach(
        address,
        name(server, address, everywhere),
        new Hosts(names),
        warnings(server, local, everywhere),
        remote(server.remote()));
  }

  private static Remote remote(RemoteSettings settings) {
    var url = settings.url();
    var certificate = settings.tls().certificate();
    var key = settings.tls().key();
    return new Remote(
        url == null ? null : url.toString().replaceAll("/+$", ""),
        settings.issuer(),
        settings.proxies(),
        certificate == null || key == null ? null : new Remote.Tls(certificate, key));
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
    if (server.remote().url() != null) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "server.url without authentication is refused: whoever comes under that name could start agents here. Let callers have tokens (without --no-auth, server.auth: true), or name no address.");
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
    var remote = server.remote();
    if (!server.auth() && remote.issuer() != null) {
      warnings.add(
          "nobody is asked for a token, so server.oauth counts for nothing; start without --no-auth (server.auth: true).");
    }
    if (!remote.proxies().isEmpty() && remote.url() == null) {
      warnings.add(
          "server.trusted-proxies is set and server.url is not: links to results and to the console name this machine and not the proxy.");
    }
    if (!local && !remote.tls().isOn() && remote.proxies().isEmpty()) {
      warnings.add(
          "other machines can connect, and nothing is encrypted on the way; name a certificate (server.tls), put a proxy with TLS in front of it (server.trusted-proxies), or use an SSH tunnel.");
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

  /// The address for those on this machine: one that shows a certificate to others has a way in of
  /// its own for them.
  public String ownAddress() {
    return remote.tls() == null ? address : LOOPBACK;
  }

  /// Where something is, for those on this machine.
  public String ownUrl(int port, String path) {
    var own = ownAddress();
    boolean everywhere = own.equals("0.0.0.0") || own.equals("::");
    return "http://%s:%d%s".formatted(everywhere ? LOOPBACK : inBrackets(own), port, path);
  }

  /// Where something is, for clients.
  public String url(int port, String path) {
    return remote.url() == null
        ? "%s://%s:%d%s".formatted(scheme(), inBrackets(name), port, path)
        : remote.url() + path;
  }

  private String scheme() {
    return remote.tls() == null ? "http" : "https";
  }
}
