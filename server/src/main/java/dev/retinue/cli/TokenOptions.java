package dev.retinue.cli;

import dev.retinue.toolset.TokenWish;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// What a token allows, as it is said on the command line.
final class TokenOptions {
  @Option(
      names = "--scope",
      paramLabel = "<scope>",
      description =
          "What it allows: read (look at its own), watch (look at everybody's), run (look, start and"
              + " stop), admin (all of it, everybody's, and make tokens). A new token has 'run'.")
  private @Nullable String scope;

  @Option(
      names = "--toolset",
      split = ",",
      paramLabel = "<name>",
      description = "Only the tools of this toolset. May be said again.")
  private @Nullable List<String> toolsets;

  @Option(
      names = "--agent",
      split = ",",
      paramLabel = "<name>",
      description = "Only this agent, and those of its file. May be said again.")
  private @Nullable List<String> agents;

  @Option(
      names = "--root",
      paramLabel = "<folder>",
      description = "Only in this folder, inside those of the setting 'roots'. May be said again.")
  private @Nullable List<Path> roots;

  @Option(names = "--rate", paramLabel = "<n>", description = "So many requests a second.")
  private @Nullable Integer rate;

  @Option(
      names = "--concurrency",
      paramLabel = "<n>",
      description = "So many trees of runs at work at once; others wait in line.")
  private @Nullable Integer concurrency;

  @Option(
      names = "--per-day",
      paramLabel = "<USD>",
      description = "It may spend so much on one day, by UTC.")
  private @Nullable BigDecimal perDay;

  @Option(
      names = "--per-month",
      paramLabel = "<USD>",
      description = "It may spend so much in one month, by UTC.")
  private @Nullable BigDecimal perMonth;

  @Option(
      names = "--expires",
      paramLabel = "<time>",
      description = "It ends by itself after 30d, 12h, or at 2027-01-31 or 2027-01-31T12:00:00Z.")
  private @Nullable String expires;

  TokenWish wish(Set<String> clear) {
    return new TokenWish(
        scope,
        toolsets,
        agents,
        roots == null ? null : roots.stream().map(TokenOptions::absolute).toList(),
        rate,
        concurrency,
        perDay,
        perMonth,
        expires,
        clear);
  }

  private static String absolute(Path folder) {
    return folder.toAbsolutePath().normalize().toString();
  }
}
