package dev.retinue.config;

import dev.retinue.config.yaml.YamlNode.Scalar;
import java.net.InetAddress;
import java.util.Optional;
import java.util.regex.Pattern;

/// Something in a network: a host, an address, or many of them.
final class Reachable {
  private static final Pattern PORT = Pattern.compile("(.+):([1-9][0-9]{0,4})");
  private static final Pattern HOST =
      Pattern.compile(
          "(?=.{1,253}$)(\\*\\.)?[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9])?(\\.[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9])?)*");
  private static final Pattern NUMBER = Pattern.compile("(.*\\.)?(0x[0-9a-fA-F]*|[0-9]+)");

  private Reachable() {}

  static Kind<String> kind() {
    return new Described<>(
        new Single<>(
            "a host such as wiki.intern, or a network such as 10.1.0.0/16",
            scalar -> Optional.of(scalar.text()).filter(it -> isOne(scalar)),
            _ -> "write a name, an address, a network, or one of the first two with its port"),
        () -> Schemas.type("string"));
  }

  private static boolean isOne(Scalar scalar) {
    var text = scalar.text();
    if (isNetwork(text) || isHost(text)) {
      return true;
    }
    var port = PORT.matcher(text);
    if (!port.matches() || Integer.parseInt(port.group(2)) > 65_535) {
      return false;
    }
    var host = port.group(1);
    boolean bracketed = host.startsWith("[") && host.endsWith("]");
    return bracketed
        ? isAddress(host.substring(1, host.length() - 1))
        : isHost(host) || (host.indexOf(':') < 0 && isAddress(host));
  }

  private static boolean isHost(String text) {
    return HOST.matcher(text).matches() && !NUMBER.matcher(text).matches();
  }

  private static boolean isAddress(String text) {
    return text.indexOf('/') < 0 && isNetwork(text);
  }

  private static boolean isNetwork(String text) {
    int slash = text.indexOf('/');
    try {
      var address = InetAddress.ofLiteral(slash < 0 ? text : text.substring(0, slash));
      int bits = slash < 0 ? 0 : Integer.parseInt(text.substring(slash + 1));
      return bits >= 0 && bits <= address.getAddress().length * 8;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
