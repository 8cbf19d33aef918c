package dev.retinue.cli;

import dev.retinue.config.Settings;
import dev.retinue.core.Masked;
import dev.retinue.core.SecretNames;
import dev.retinue.core.tool.ToolServer;
import dev.retinue.runtime.llm.server.Variables;
import java.util.Map;
import java.util.regex.Pattern;

/// The secrets that the owner has given a daemon, so that they are masked wherever they come to be
/// seen, whatever they look like.
final class Secrets {
  private static final Pattern SECRET =
      Pattern.compile(".*(_KEYS?|_TOKEN|_SECRET|_PASSWORD|_PASSWD|_CREDENTIALS)");

  private Secrets() {}

  static void learn(Settings settings, Map<String, String> environment) {
    environment.forEach(
        (name, value) -> {
          if (SECRET.matcher(name).matches()) {
            know(value);
          }
        });
    for (var provider : settings.thinking().providers()) {
      var key = provider.key();
      if (key != null) {
        know(key.text());
      }
      var variable = provider.keyVariable();
      if (variable != null) {
        know(environment.getOrDefault(variable, ""));
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
      knowHeader(pair.substring(pair.indexOf('=') + 1).strip());
    }
  }

  /// Names and numbers are no secrets, nor is what only names a variable: what it means is learned
  /// where it is looked up.
  private static void learn(Map<String, String> values) {
    values.forEach(
        (name, value) -> {
          if (SecretNames.isSecret(name) && !Variables.isIn(value)) {
            SecretNames.secretsIn(name, value).forEach(Secrets::know);
          }
        });
  }

  /// As it is sent, and as it is written, which is how one finds it in the environment.
  private static void knowHeader(String written) {
    know(written);
    try {
      SecretNames.secretsIn("", Tracing.decoded(written)).forEach(Secrets::know);
    } catch (IllegalArgumentException e) {
      // It cannot be sent: whoever wants to send it says so.
    }
  }

  private static void know(String value) {
    var text = value.strip();
    if (!SecretNames.isWord(text)) {
      Masked.know(text);
    }
  }
}
