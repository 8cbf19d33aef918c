package dev.retinue.config;

import dev.retinue.core.Permissions;
import dev.retinue.core.Permissions.Otherwise;
import dev.retinue.core.RetinueException;
import dev.retinue.core.permission.Policy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The section `permissions`: rules about tools, of the operator or of an agent.
final class PermissionsSection {
  private static final Key<List<String>> ALLOW =
      rules("allow", "What is done without asking, unless it is denied or to be asked.");
  private static final Key<List<String>> ASK =
      rules("ask", "What somebody is asked about each time, unless it is denied.");
  private static final Key<List<String>> DENY =
      rules("deny", "What is never done, whatever anybody says.");
  private static final Key<Otherwise> OTHERWISE =
      Key.optional(
          "otherwise",
          Kinds.oneOf(Otherwise.class),
          "What becomes of that which no rule names and the program does not do by itself; else ask.");
  private static final Key<Duration> DEADLINE =
      Key.optional(
          "deadline",
          Kinds.duration(Duration.ofSeconds(1), Duration.ofDays(7)),
          "For how long somebody is asked before it counts as denied; else 10m.");

  private PermissionsSection() {}

  static Key<Permissions> key(String description) {
    return Key.section(
        "permissions",
        new Shape<>(
            List.of(ALLOW, ASK, DENY, OTHERWISE, DEADLINE), PermissionsSection::permissions),
        description);
  }

  private static Permissions permissions(Values values) {
    return new Permissions(
        values.require(ALLOW),
        values.require(ASK),
        values.require(DENY),
        values.find(OTHERWISE).orElse(null),
        values.find(DEADLINE).orElse(null),
        false);
  }

  private static Key<List<String>> rules(String name, String description) {
    return Key.of(name, Kinds.listOf("rules", rule()), List.of(), description);
  }

  private static Kind<String> rule() {
    return new Single<>(
        "a rule such as Read, Bash(git *) or Write(src/**)",
        scalar -> Optional.of(scalar.text()).filter(PermissionsSection::isRule),
        scalar ->
            scalar.text().contains("(") ? "end it with what the tool is used on in brackets" : "");
  }

  private static boolean isRule(String text) {
    try {
      Policy.require(text);
      return true;
    } catch (RetinueException e) {
      return false;
    }
  }
}
