package dev.retinue.runtime.llm.hook;

import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// Which tools a hook wants to hear of: all, or those whose whole name a pattern fits. What is no
/// regular expression is taken as it stands, with `*` for any number of characters.
final class Matcher {
  private static final int LONGEST = 500;

  private Matcher() {}

  static Predicate<String> of(String pattern) {
    if (pattern.isBlank() || pattern.equals("*")) {
      return _ -> true;
    }
    if (pattern.length() > LONGEST) {
      return _ -> false;
    }
    try {
      return Pattern.compile(pattern).asMatchPredicate();
    } catch (PatternSyntaxException e) {
      var plain = Pattern.quote(pattern).replace("*", "\\E.*\\Q");
      return Pattern.compile(plain).asMatchPredicate();
    }
  }
}
