package dev.retinue.cli;

import dev.retinue.config.Settings;
import dev.retinue.core.Masked;
import dev.retinue.core.tool.ToolServer;
import java.util.Map;
import java.util.regex.Pattern;

/// The secrets that the owner has given a daemon, so that they are masked wherever they come to be
/// seen, whatever they look like.
final class Secrets {
  private static final Pattern SECRET =
      Pattern.compile(".*(_KEYS?|_TOKEN|_SECRET|_PASSWORD|_PASSWD|_CREDENTIALS)");
  private static final Pattern NAMED =
      Pattern.compile("(?i).*(key|token|secret|passw|credential|cookie|authoriz|auth(?!or)).*");

  private Secrets() {}

  static void learn(Settings settings, Map<String, String> environment) {
    environment.forEach(
        (name, value) -> {
          if (isSecret(name)) {
            Masked.know(value.strip());
          }
        });
    for (var provider : settings.thinking().providers()) {
      var key = provider.key();
      if (key != null) {
        Masked.know(key.text());
      }
      var variable = provider.keyVariable();
      if (variable != null) {
        Masked.know(environment.getOrDefault(variable, ""));
      }
    }
    for (var server : settings.supervision().toolServers()) {
      switch (server.reach()) {
        case ToolServer.Started started -> learn(started.environment());
        case ToolServer.Reached reached -> learn(reached.headers());
      }
    }
    var headers = environment.getOrDefault(settings.watching().traces().headersVariable(), "");
    for (var pair : headers.split(",", -1)) {
      var value = pair.substring(pair.indexOf('=') + 1).strip();
      Masked.know(value.substring(value.lastIndexOf("%20") + (value.contains("%20") ? 3 : 1)));
    }
  }

  /// By its name, as people choose it.
  private static boolean isSecret(String name) {
    return SECRET.matcher(name).matches();
  }

  /// Names and numbers are no secrets; of one that follows a word such as `Bearer`, it is.
  private static void learn(Map<String, String> values) {
    values.forEach(
        (name, value) -> {
          if (NAMED.matcher(name).matches()) {
            Masked.know(value.strip());
            // One of several lines has blanks of its own.
            if (value.indexOf('\n') < 0) {
              Masked.know(value.substring(value.indexOf(' ') + 1).strip());
            }
          }
        });
  }
}
