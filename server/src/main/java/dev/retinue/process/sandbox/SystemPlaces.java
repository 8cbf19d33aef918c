package dev.retinue.process.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// What of the system itself every program may read, and what of that it may not.
final class SystemPlaces {
  /// Programs, libraries, settings, certificates, and how names are resolved.
  private static final List<String> READABLE =
      List.of(
          "/usr",
          "/bin",
          "/sbin",
          "/lib",
          "/lib32",
          "/lib64",
          "/libx32",
          "/etc",
          "/opt",
          "/nix",
          "/snap",
          "/sys",
          "/run/systemd/resolve",
          "/run/nscd",
          "/run/current-system",
          "/run/resolvconf",
          "/var/lib/ca-certificates");

  /// Whoever is root can read them; what he starts shall not.
  private static final List<String> SECRETS =
      List.of(
          "/etc/shadow",
          "/etc/shadow-",
          "/etc/gshadow",
          "/etc/gshadow-",
          "/etc/sudoers",
          "/etc/sudoers.d",
          "/etc/ssl/private",
          "/etc/letsencrypt",
          "/etc/wireguard",
          "/etc/NetworkManager/system-connections",
          "/etc/ssh/ssh_host_rsa_key",
          "/etc/ssh/ssh_host_ecdsa_key",
          "/etc/ssh/ssh_host_ed25519_key",
          "/etc/kubernetes",
          "/etc/rancher");

  private SystemPlaces() {}

  static List<Path> readable() {
    return READABLE.stream().map(Path::of).filter(Files::exists).toList();
  }

  /// Those that are there and that we could read.
  static List<Path> secrets() {
    return SECRETS.stream().map(Path::of).filter(Files::isReadable).toList();
  }

  /// The places with everything in them but secrets: where one is inside, its neighbours one by
  /// one.
  static Stream<Path> without(List<Path> secrets, Path place) {
    if (secrets.contains(place)) {
      return Stream.empty();
    }
    if (secrets.stream().noneMatch(it -> it.startsWith(place))) {
      return Stream.of(place);
    }
    try (var children = Files.list(place)) {
      return children.toList().stream().flatMap(child -> without(secrets, child));
    } catch (IOException e) {
      return Stream.empty();
    }
  }
}
