package dev.retinue.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// By the names that people give to variables and headers: which of them stand for something
/// secret.
public final class SecretNames {
  /// Where one part of a name ends and the next begins.
  private static final Pattern BETWEEN = Pattern.compile("[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])");

  /// A part that speaks of a secret, also with what it is for before it: `apikey`, `PGPASSWORD`.
  private static final Pattern SECRET =
      Pattern.compile(
          "[a-z0-9]*(keys?|tokens?|secrets?|passw|passwds?|passwords?|passphrases?|credentials?|cookies?|auth)[0-9]*"
              + "|[a-z0-9]*(access|api|private|secret)key[a-z0-9]*"
              + "|authori[sz]ation|authentication|pwd");

  /// A name that ends with one of these speaks of something else: where it is, or what it is like.
  private static final Set<String> ABOUT =
      Set.of(
          "address",
          "algorithm",
          "audience",
          "dir",
          "directory",
          "disabled",
          "domain",
          "enabled",
          "endpoint",
          "expiry",
          "file",
          "folder",
          "format",
          "host",
          "hostname",
          "issuer",
          "kind",
          "length",
          "method",
          "mode",
          "name",
          "path",
          "port",
          "provider",
          "realm",
          "region",
          "scheme",
          "scope",
          "scopes",
          "timeout",
          "ttl",
          "type",
          "uri",
          "url",
          "user",
          "username",
          "version");

  /// No key that somebody has made. To mask it would be to mask it wherever it stands.
  private static final Pattern WORD = Pattern.compile("[A-Z]?[a-z]{1,14}|[A-Z]{1,15}");

  private SecretNames() {}

  /// Whether what has this name is secret.
  public static boolean isSecret(String name) {
    var parts = BETWEEN.split(name, -1);
    if (ABOUT.contains(parts[parts.length - 1].toLowerCase(Locale.ROOT))) {
      return false;
    }
    for (var part : parts) {
      if (SECRET.matcher(part.toLowerCase(Locale.ROOT)).matches()) {
        return true;
      }
    }
    return false;
  }

  /// What of a value is secret: all of it, what follows a scheme such as `Bearer`, and each of
  /// several cookies.
  ///
  /// @param name of the variable or header
  public static List<String> secretsIn(String name, String value) {
    var text = value.strip();
    // One of several lines has blanks of its own.
    if (text.indexOf('\n') >= 0) {
      return List.of(text);
    }
    var secrets = new ArrayList<>(List.of(text, text.substring(text.indexOf(' ') + 1).strip()));
    if (name.toLowerCase(Locale.ROOT).endsWith("cookie")) {
      for (var cookie : text.split(";", -1)) {
        secrets.add(cookie.substring(cookie.indexOf('=') + 1).strip());
      }
    }
    return secrets.stream().distinct().toList();
  }

  /// Whether a text could stand anywhere, whatever its name says.
  public static boolean isWord(String text) {
    return WORD.matcher(text).matches();
  }
}
