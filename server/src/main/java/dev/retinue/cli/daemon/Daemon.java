package dev.retinue.cli.daemon;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A daemon that listens, and the token of its owner.
///
/// @param host an address of this machine at which it can be reached
public record Daemon(
    String host, int port, String token, String version, @Nullable String build, long pid) {

  /// Where something of it is. An address that has colons itself stands in brackets.
  public String url(String path) {
    return "http://%s:%d%s".formatted(host.contains(":") ? "[" + host + "]" : host, port, path);
  }

  /// What to tell somebody whose Retinue is another one: it works, but not as new as it could.
  ///
  /// @param ownBuild of that version; null where it is not known
  public Optional<String> advice(String ownVersion, @Nullable String ownBuild) {
    if (version.equals(ownVersion)) {
      boolean another = build != null && ownBuild != null && !build.equals(ownBuild);
      return another
          ? Optional.of(
              "the daemon is another build of Retinue %s than this, most likely an older build. It works on; to have this one, end it with 'kill %d': the next command starts it anew, and its runs go on."
                  .formatted(version, pid))
          : Optional.empty();
    }
    return Optional.of(
        "the daemon is Retinue %s, and this is %s. It works on; to have the newer one, end it with 'kill %d': the next command starts it anew, and its runs go on."
            .formatted(version, ownVersion, pid));
  }

  /// Without the token: this may be logged.
  @Override
  public String toString() {
    return "Retinue %s at %s (process %d)".formatted(version, url(""), pid);
  }
}
