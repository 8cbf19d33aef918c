package dev.retinue.config.team;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Tells a sentence once, however often it is found to be true.
final class Told {
  private static final int MOST = 1_000;

  private final Consumer<String> log;
  private final Map<String, Boolean> known =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
          return size() > MOST;
        }
      };

  Told(Consumer<String> log) {
    this.log = log;
  }

  synchronized void tell(List<String> sentences) {
    for (var sentence : sentences) {
      if (known.put(sentence, true) == null) {
        log.accept(sentence);
      }
    }
  }
}
