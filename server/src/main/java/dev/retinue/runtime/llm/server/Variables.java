package dev.retinue.runtime.llm.server;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Masked;
import dev.retinue.core.RetinueException;
import dev.retinue.core.SecretNames;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The values that a server is given: `${NAME}` in them is a variable of the daemon, and
/// `${NAME:-other}` the other text where there is none. What they are is in no sentence.
public final class Variables {
  private static final Pattern VARIABLE =
      Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]{0,200})(?::-([^}]{0,4000}))?}");

  /// Shorter ones are words that may stand anywhere.
  private static final int SHORTEST_SECRET = 6;

  private final Map<String, String> environment;

  /// The longest first: one may be a part of another.
  private final Set<String> secrets =
      new TreeSet<>(Comparator.comparingInt(String::length).reversed().thenComparing(it -> it));

  /// Those of them that are keys by their names. Others, folders for instance, may stand in what a
  /// tool finds.
  private final Set<String> keys =
      new TreeSet<>(Comparator.comparingInt(String::length).reversed().thenComparing(it -> it));

  /// @param environment of the daemon
  public Variables(Map<String, String> environment) {
    this.environment = environment;
  }

  /// The same map with the values as they are meant.
  ///
  /// @param server whose they are, for a sentence
  public Map<String, String> resolved(String server, Map<String, String> written) {
    var resolved = new HashMap<String, String>();
    written.forEach((name, value) -> resolved.put(name, resolved(server, name, value)));
    return resolved;
  }

  /// Whether a value names a variable: then it is not what is meant.
  public static boolean isIn(String value) {
    return VARIABLE.matcher(value).find();
  }

  private String resolved(String server, String name, String value) {
    var text =
        VARIABLE
            .matcher(value)
            .replaceAll(
                match -> {
                  var found = environment.get(match.group(1));
                  if (found == null && match.group(2) == null) {
                    throw new RetinueException(
                        ErrorCode.INVALID_INPUT,
                        "'%s' of the tool server '%s' names the variable %s, which the daemon does not have; set it where the daemon is started."
                            .formatted(name, server, match.group(1)));
                  }
                  var meant = found == null ? match.group(2) : found;
                  secret(match.group(1), meant);
                  return Matcher.quoteReplacement(meant);
                });
    SecretNames.secretsIn(name, text).forEach(it -> secret(name, it));
    return text;
  }

  private void secret(String name, String text) {
    if (text.length() >= SHORTEST_SECRET) {
      secrets.add(text);
      if (SecretNames.isSecret(name) && !SecretNames.isWord(text)) {
        keys.add(text);
        // What is written in the configuration is known already, and only here what it means.
        Masked.know(text);
      }
    }
  }

  /// Text of a server without what it was given.
  String masked(String text) {
    return Masked.of(without(secrets, text));
  }

  /// What a tool found, without the keys that its server was given.
  String withoutKeys(String text) {
    return without(keys, text);
  }

  private static String without(Set<String> secrets, String text) {
    var masked = text;
    for (var secret : secrets) {
      masked = masked.replace(secret, "***");
    }
    return masked;
  }
}
