package dev.retinue.web.api;

import dev.retinue.mcp.schema.Description;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Looks at everything that Retinue needs, as `retinue doctor` does; that takes its time.
@FunctionalInterface
public interface Examination {
  List<Finding> findings() throws InterruptedException;

  /// One thing that was looked at.
  record Finding(
      String name,
      @Description("ok, warn or fail.") String level,
      String text,
      @Description("What to do about it, where there is something to do.")
          @Nullable String remedy) {}
}
