package dev.retinue.runtime.llm.kit.web;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntSupplier;

/// Decides which addresses may be fetched. A name is looked up once, and what is connected to is
/// the very address that was looked at.
///
/// @param world what is there, and what the operator lets everybody reach of it
/// @param allow the only ones; none means all that are public
/// @param deny those that may not be, whatever else is said
/// @param home networks that may be fetched although they are not public
public record Gate(World world, List<String> allow, List<String> deny, List<String> home) {
  private static final Set<String> SCHEMES = Set.of("http", "https");
  private static final int LONGEST = 8_000;
  private static final int MOST_PORT = 65_535;

  public Gate {
    allow = List.copyOf(allow);
    deny = List.copyOf(deny);
    home = List.copyOf(home);
  }

  /// In a world in which only what is public can be reached.
  Gate(Resolver resolver, List<String> allow, List<String> deny, List<String> home) {
    this(new World(resolver, List.of(), () -> 0), allow, deny, home);
  }

  /// What is there to be fetched.
  ///
  /// @param resolver finds the addresses of a name
  /// @param reachable hosts and networks that may be fetched although they are not public
  /// @param port at which Retinue listens; less than 1 as long as it does not
  public record World(Resolver resolver, List<String> reachable, IntSupplier port) {
    /// Only what is public.
    public static final World PUBLIC = new World(Resolver.SYSTEM, List.of(), () -> 0);

    public World {
      reachable = List.copyOf(reachable);
    }
  }

  /// Finds the addresses of a name.
  @FunctionalInterface
  public interface Resolver {
    Resolver SYSTEM = Lookup::find;

    List<InetAddress> find(String host) throws UnknownHostException;
  }

  /// Where to go.
  ///
  /// @param addresses all that may be connected to
  record Target(URI uri, String host, int port, List<InetAddress> addresses) {
    boolean secure() {
      return "https".equals(scheme(uri));
    }
  }

  /// The way to it, or a refusal.
  Target require(String written) {
    var uri = uri(written);
    var host = host(uri);
    int usual = "https".equals(scheme(uri)) ? 443 : 80;
    var addresses = addresses(host);
    var denied = Hosts.of(deny);
    var allowed = Hosts.of(allow);
    if (denied.hasName(host) || addresses.stream().anyMatch(denied::hasAddress)) {
      throw refusal(host, "is among those that your file blocks.");
    }
    if (!allowed.isEmpty() && !addresses.stream().allMatch(it -> allowed.has(host, it))) {
      throw refusal(host, "is not among those that your file allows.");
    }
    int port = uri.getPort() < 0 ? usual : uri.getPort();
    // One bad address is enough: nobody who means well has it beside good ones.
    if (!addresses.stream().allMatch(it -> isOut(it) || mayBeReached(host, it, port))) {
      throw refusal(
          host,
          "leads to this machine or its neighbours, which cannot be fetched; only the operator can allow that.");
    }
    return new Target(uri, host, port, addresses);
  }

  /// A name at home is somebody's who answers for all of them: a file says only which networks.
  private boolean mayBeReached(String host, InetAddress address, int port) {
    int ours = world.port().getAsInt();
    return Reach.of(world.reachable()).has(host, address, port, ours)
        || Reach.of(networks(home)).has(host, address, port, ours);
  }

  private static List<String> networks(List<String> written) {
    return written.stream().filter(it -> Hosts.of(List.of(it)).names().isEmpty()).toList();
  }

  /// Our own public addresses are not out in the world either.
  private static boolean isOut(InetAddress address) {
    try {
      return Addresses.isPublic(address) && NetworkInterface.getByInetAddress(address) == null;
    } catch (SocketException e) {
      return false;
    }
  }

  private static URI uri(String written) {
    var uri =
        find(written)
            .orElseThrow(
                () ->
                    refusal(
                        written,
                        "is no address of the web; write it as https://example.org/page."));
    if (uri.getRawUserInfo() != null) {
      throw refusal(written, "has a name or a password in it; leave them out.");
    }
    return uri;
  }

  private static Optional<URI> find(String written) {
    try {
      return Optional.of(written)
          .filter(it -> it.length() <= LONGEST)
          .map(it -> URI.create(it.strip()))
          .filter(it -> SCHEMES.contains(scheme(it)) && it.getHost() != null)
          .filter(it -> it.getPort() <= MOST_PORT);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static String scheme(URI uri) {
    return uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
  }

  private static String host(URI uri) {
    var host = uri.getHost();
    return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
  }

  private List<InetAddress> addresses(String host) {
    var literal = Network.find(host);
    if (literal.isPresent() && host.indexOf('/') < 0) {
      return List.of(literal.get().address());
    }
    if (isNumber(host)) {
      throw refusal(host, "is an unusual way to write an address; write its name.");
    }
    try {
      var found = world.resolver().find(host);
      if (!found.isEmpty()) {
        return found;
      }
    } catch (UnknownHostException e) {
      // The same sentence.
    }
    throw refusal(host, "is not known.");
  }

  /// Some systems read 2130706433, 0x7f.1 and 0177.0.0.1 as addresses, and others do not.
  private static boolean isNumber(String host) {
    var plain = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    var last = plain.substring(plain.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    return plain.isEmpty() || plain.contains(":") || last.matches("[0-9]+|0x[0-9a-f]*");
  }

  private static RetinueException refusal(String what, String why) {
    return new RetinueException(
        ErrorCode.INVALID_INPUT, "'%s' %s".formatted(Excerpt.of(what, 200), why));
  }
}
