package dev.retinue.runtime.cli.relay;

import dev.retinue.core.RunEvent;
import dev.retinue.core.permission.Deed;
import dev.retinue.core.permission.Policy;
import dev.retinue.core.port.Work;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/// What was asked and given in a run so far, before a restart too.
public final class PastLeaves {
  private static final String NEED = "permission-";
  private static final String EXACTLY = "allowed_exactly_";
  private static final String RULE = "allowed_rule_";
  private static final int DIGEST = 12;
  private static final int PAGE = 500;
  private static final int MOST_GRANTED = 200;

  private final Map<String, Integer> asked = new HashMap<>();

  /// Those that were answered, and whose answers nobody has heard.
  private final Set<String> unheard = new HashSet<>();

  private final Set<String> exactly = new HashSet<>();
  private final Set<String> rules = new LinkedHashSet<>();

  public PastLeaves(Work work) {
    work.run().facts().forEach(this::recall);
    if (work.resumed()) {
      recall(work);
    }
  }

  private void recall(String fact, String value) {
    if (fact.startsWith(EXACTLY)) {
      exactly.add(fact.substring(EXACTLY.length()));
    } else if (fact.startsWith(RULE)) {
      rules.add(value);
    }
  }

  /// An answer was heard if any tool was answered after it: to ask once more does no harm.
  private void recall(Work work) {
    long after = 0;
    for (var page = work.history(after, PAGE); !page.isEmpty(); page = work.history(after, PAGE)) {
      for (var recorded : page) {
        switch (recorded.event()) {
          case RunEvent.Answered(var _, var need, var _) when need.startsWith(NEED) -> {
            unheard.add(need);
            asked.merge(need.substring(0, NEED.length() + DIGEST), 1, Integer::sum);
          }
          case RunEvent.ToolAnswered _ -> unheard.clear();
          default -> {}
        }
        after = recorded.sequence();
      }
    }
  }

  /// The name under which it is asked: the same as before where nobody heard the answer.
  public synchronized String need(Deed deed) {
    var prefix = NEED + deed.digest().substring(0, DIGEST);
    int before = asked.getOrDefault(prefix, 0);
    if (before > 0 && unheard.remove(prefix + "-" + before)) {
      return prefix + "-" + before;
    }
    asked.put(prefix, before + 1);
    return prefix + "-" + (before + 1);
  }

  public synchronized boolean allows(Deed deed) {
    return exactly.contains(deed.digest())
        || rules.stream().anyMatch(rule -> Policy.allows(rule, deed));
  }

  /// Allows exactly this from now on. What is to be kept of it; nothing if there is too much.
  public synchronized Map<String, String> allow(Deed deed) {
    if (exactly.size() >= MOST_GRANTED) {
      return Map.of();
    }
    exactly.add(deed.digest());
    return Map.of(EXACTLY + deed.digest(), deed.shown());
  }

  /// The same for what a rule names.
  public synchronized Map<String, String> allow(String rule) {
    if (rules.size() >= MOST_GRANTED) {
      return Map.of();
    }
    rules.add(rule);
    return Map.of(RULE + rules.size(), rule);
  }
}
