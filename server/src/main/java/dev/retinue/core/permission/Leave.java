package dev.retinue.core.permission;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What somebody says who is asked for a permission.
public sealed interface Leave {
  /// Given, this time.
  record Once() implements Leave {}

  /// Given for as long as the run lasts.
  ///
  /// @param rule to what; null for exactly the same once more
  record Always(@Nullable String rule) implements Leave {}

  /// Not given.
  ///
  /// @param why what the agent is told; may be empty
  record Refused(String why) implements Leave {}

  Set<String> YES = Set.of("allow", "allowed", "approve", "yes", "true", "once");
  Set<String> NO = Set.of("deny", "denied", "reject", "no", "false");
  Pattern ALWAYS = Pattern.compile("always(?:\\s+(\\S.*))?", Pattern.DOTALL);
  Pattern WITH_REASON = Pattern.compile("(?i:deny|no)\\s*[:,]\\s*(.*)", Pattern.DOTALL);

  /// What is meant by these words, if they are any that count.
  static Optional<Leave> find(String answer) {
    var words = answer.strip();
    var word = words.toLowerCase(Locale.ROOT);
    if (YES.contains(word)) {
      return Optional.of(new Once());
    }
    if (NO.contains(word)) {
      return Optional.of(new Refused(""));
    }
    var always = ALWAYS.matcher(words);
    if (always.matches()) {
      return Optional.of(new Always(always.group(1)));
    }
    var reason = WITH_REASON.matcher(words);
    return reason.matches() ? Optional.of(new Refused(reason.group(1))) : Optional.empty();
  }

  /// The same, or a refusal that says which words count.
  static Leave require(String answer) {
    var leave =
        find(answer)
            .orElseThrow(
                () ->
                    new RetinueException(
                        ErrorCode.INVALID_INPUT,
                        "A permission is answered with 'allow', 'always' (for as long as the run lasts), 'always' and a rule, 'deny', or 'deny:' and why; not with '%s'."
                            .formatted(Excerpt.of(answer))));
    if (leave instanceof Always(var rule) && rule != null) {
      Policy.require(rule);
    }
    return leave;
  }

  /// Its first word, as forms offer it.
  default String word() {
    return switch (this) {
      case Once _ -> "allow";
      case Always _ -> "always";
      case Refused _ -> "deny";
    };
  }
}
