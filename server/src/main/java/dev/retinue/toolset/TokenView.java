package dev.retinue.toolset;

import dev.retinue.core.Credential;
import dev.retinue.core.Money;
import dev.retinue.mcp.schema.Description;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A token as it is shown: everything but the token.
public record TokenView(
    String name,
    @Description("read, watch, run or admin.") String scope,
    @Description(
            "active, ending (another was made in its place, and it still counts), expired or"
                + " revoked.")
        String state,
    @Description("The toolsets that it may use; none for all.") List<String> toolsets,
    @Description("The agents that it may use; none for all.") List<String> agents,
    @Description("The folders in which its runs may work; none for those of the configuration.")
        List<String> roots,
    @Description("How many requests a second; null for the usual ones.") @Nullable Integer rate,
    @Description("How many trees of runs at work at once; null for the usual share.")
        @Nullable Integer concurrency,
    @Description("What it may spend on one day, by UTC.") @Nullable BigDecimal budgetPerDayUsd,
    @Description("What it may spend in one month, by UTC.") @Nullable BigDecimal budgetPerMonthUsd,
    String createdAt,
    @Nullable String expiresAt,
    @Nullable String revokedAt) {

  public static TokenView of(Credential credential, Instant now) {
    var terms = credential.terms();
    var grant = terms.grant();
    return new TokenView(
        credential.name(),
        credential.scope().word(),
        state(credential, now),
        grant.toolsets(),
        grant.agents(),
        grant.roots(),
        grant.rate(),
        grant.concurrency(),
        usd(grant.perDay()),
        usd(grant.perMonth()),
        credential.createdAt().toString(),
        text(terms.expiresAt()),
        text(credential.revokedAt()));
  }

  private static String state(Credential credential, Instant now) {
    if (credential.revoked(now)) {
      return "revoked";
    }
    if (credential.terms().expired(now)) {
      return "expired";
    }
    return credential.revokedAt() == null ? "active" : "ending";
  }

  private static @Nullable BigDecimal usd(@Nullable Money money) {
    return money == null ? null : money.usd();
  }

  private static @Nullable String text(@Nullable Instant time) {
    return time == null ? null : time.toString();
  }
}
