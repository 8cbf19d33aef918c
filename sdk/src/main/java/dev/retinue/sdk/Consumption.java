package dev.retinue.sdk;

import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What the models of a call have used. A price that is not known makes the sum unknown.
final class Consumption {
  private long input;
  private long output;
  private int answers;
  private @Nullable BigDecimal cost = BigDecimal.ZERO;

  synchronized void add(long inputTokens, long outputTokens, @Nullable BigDecimal price) {
    answers++;
    input += inputTokens;
    output += outputTokens;
    cost = cost == null || price == null ? null : cost.add(price);
  }

  synchronized boolean isEmpty() {
    return answers == 0;
  }

  synchronized Map<String, Object> json() {
    var all = new TreeMap<String, Object>();
    all.put("input_tokens", input);
    all.put("output_tokens", output);
    if (cost != null) {
      all.put("cost_usd", cost);
    }
    return all;
  }
}
