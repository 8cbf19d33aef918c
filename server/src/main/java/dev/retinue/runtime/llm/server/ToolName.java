package dev.retinue.runtime.llm.server;

import dev.retinue.core.Digest;
import java.util.regex.Pattern;

/// What a model calls a tool: its server, two underscores, and its own name, in letters that every
/// provider takes. The same tool is always called the same.
final class ToolName {
  static final String BETWEEN = "__";

  private static final int LONGEST = 64;
  private static final int DIGEST = 8;
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_-]+");

  private ToolName() {}

  static String of(String server, String tool) {
    var whole = server + BETWEEN + tool;
    if (whole.length() <= LONGEST && PLAIN.matcher(tool).matches()) {
      return whole;
    }
    // Another tool may differ from it only in what has to go.
    var plain = whole.replaceAll("[^A-Za-z0-9_-]", "_");
    var digest = Digest.of(server, tool).substring(0, DIGEST);
    int end = Math.min(plain.length(), LONGEST - DIGEST - 1);
    return plain.substring(0, end) + "_" + digest;
  }
}
