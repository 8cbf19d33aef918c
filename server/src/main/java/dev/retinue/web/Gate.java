package dev.retinue.web;

import dev.retinue.mcp.Caller;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Who comes in.
@FunctionalInterface
public interface Gate {
  /// The caller that this header `Authorization` stands for; nobody if it stands for none.
  Optional<Caller> enter(@Nullable String authorization);

  /// Why nobody is let in who was once, where that is known.
  default Optional<String> why(@Nullable String authorization) {
    return Optional.empty();
  }

  /// Lets everybody in, as one caller.
  static Gate open(Caller everybody) {
    return _ -> Optional.of(everybody);
  }

  /// The same, but whoever says that he is a run has to be it: what a run starts is below it.
  static Gate open(Caller everybody, Gate runs) {
    return authorization ->
        authorization != null && authorization.contains(" rtr_")
            ? runs.enter(authorization)
            : Optional.of(everybody);
  }
}
