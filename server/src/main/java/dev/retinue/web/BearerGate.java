package dev.retinue.web;

import dev.retinue.core.staff.Callers;
import dev.retinue.mcp.Caller;
import dev.retinue.toolset.Principal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Lets those in who have a token.
public final class BearerGate implements Gate {
  private static final String SCHEME = "bearer ";

  private final Callers callers;

  public BearerGate(Callers callers) {
    this.callers = callers;
  }

  @Override
  public Optional<Caller> enter(@Nullable String authorization) {
    return token(authorization).flatMap(callers::authenticate).map(Principal::new);
  }

  @Override
  public Optional<String> why(@Nullable String authorization) {
    return token(authorization).flatMap(callers::ended);
  }

  private static Optional<String> token(@Nullable String authorization) {
    return authorization == null
            || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
        ? Optional.empty()
        : Optional.of(authorization.substring(SCHEME.length()).strip());
  }
}
