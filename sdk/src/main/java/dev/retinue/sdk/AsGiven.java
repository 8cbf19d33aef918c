package dev.retinue.sdk;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Arguments and variables as they really are. In a locale without UTF-8 (`LC_ALL=C`, as in many
/// containers and schedulers) a JVM loses every letter that is not plain ASCII; the system still
/// has them.
final class AsGiven {
  private AsGiven() {}

  private static boolean isLossy() {
    return !"UTF-8".equalsIgnoreCase(System.getProperty("sun.jnu.encoding"));
  }

  static List<String> arguments(String... args) {
    if (isLossy()) {
      var all = read("/proc/self/cmdline");
      if (all.size() > args.length) {
        return all.subList(all.size() - args.length, all.size());
      }
    }
    return List.of(args);
  }

  static Map<String, String> environment() {
    if (!isLossy()) {
      return System.getenv();
    }
    var environment = new LinkedHashMap<String, String>(System.getenv());
    for (var pair : read("/proc/self/environ")) {
      int end = pair.indexOf('=');
      if (end > 0) {
        environment.put(pair.substring(0, end), pair.substring(end + 1));
      }
    }
    return environment;
  }

  private static List<String> read(String file) {
    try {
      var text = new String(Files.readAllBytes(Path.of(file)), StandardCharsets.UTF_8);
      var whole = text.endsWith("\0") ? text.substring(0, text.length() - 1) : text;
      return text.isEmpty() ? List.of() : List.of(whole.split("\0", -1));
    } catch (IOException e) {
      return List.of();
    }
  }
}
