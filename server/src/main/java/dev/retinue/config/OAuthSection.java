package dev.retinue.config;

import dev.retinue.config.yaml.YamlNode.Scalar;
import dev.retinue.core.Grant;
import dev.retinue.core.Issuer;
import dev.retinue.core.Money;
import java.io.File;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The section `server.oauth`: somebody else who says who calls.
final class OAuthSection {
  private static final int MANY = 1_000_000;

  /// What may stand in a scope, by RFC 6749.
  private static final Pattern SCOPE = Pattern.compile("[!#-\\[\\]-~]{1,200}");

  private static final Key<URI> ISSUER =
      Key.optional(
          "issuer",
          WebAddress.kind(),
          "The authorization server whose access tokens count, exactly as its tokens name it.");
  private static final Key<List<String>> AUDIENCE =
      Key.of(
          "audience",
          Kinds.listOf("audiences", Kinds.words(500)),
          List.of(),
          "For whom its tokens must be: one of these, exactly. Usually the address of `/mcp`.");
  private static final Key<URI> KEYS =
      Key.optional(
          "jwks-uri", WebAddress.kind(), "Where its keys are; else its own description says so.");

  private static final Key<List<String>> READ =
      scopes("read", Issuer.Scopes.USUAL.read(), "Its scopes that allow to look.");
  private static final Key<List<String>> WATCH =
      scopes(
          "watch",
          Issuer.Scopes.USUAL.watch(),
          "Its scopes that allow to look at what belongs to others, too.");
  private static final Key<List<String>> RUN =
      scopes("run", Issuer.Scopes.USUAL.run(), "Its scopes that allow to start and stop, too.");
  private static final Key<List<String>> ADMIN =
      scopes(
          "admin",
          Issuer.Scopes.USUAL.admin(),
          "Its scopes that allow everything, with what belongs to others, too.");
  private static final Key<Issuer.Scopes> SCOPES =
      Key.section(
          "scopes",
          new Shape<>(
              List.of(READ, WATCH, RUN, ADMIN),
              values ->
                  new Issuer.Scopes(
                      values.require(READ),
                      values.require(WATCH),
                      values.require(RUN),
                      values.require(ADMIN))),
          "What its scopes mean here.");

  private static final Key<Long> RATE =
      Key.optional(
          "rate", Kinds.wholeNumber(1, MANY), "How many requests a second, in the long run.");
  private static final Key<Long> CONCURRENCY =
      Key.optional(
          "concurrency", Kinds.wholeNumber(1, MANY), "How many trees of runs are at work at once.");
  private static final Key<Money> PER_DAY =
      Key.optional(
          "budget-per-day-usd", Kinds.money(MANY), "What it may spend on one day, by UTC.");
  private static final Key<Money> PER_MONTH =
      Key.optional(
          "budget-per-month-usd", Kinds.money(MANY), "What it may spend in one month, by UTC.");

  private OAuthSection() {}

  private static Key<List<String>> scopes(String name, List<String> usual, String description) {
    var one =
        new Single<>(
            "a scope without blanks",
            (Scalar scalar) -> Optional.of(scalar.text()).filter(it -> SCOPE.matcher(it).matches()),
            _ -> "write one scope for each item");
    return Key.of(name, Kinds.listOf("scopes", one), usual, description);
  }

  /// @param toolsets the names of the toolsets that there are
  /// @param home what `~` stands for
  static Key<Optional<Issuer>> key(Set<String> toolsets, @Nullable Path home) {
    var limits = limits(toolsets, home);
    return Key.section(
        "oauth",
        new Shape<>(
            List.of(ISSUER, AUDIENCE, KEYS, SCOPES, limits),
            values -> issuer(values, values.require(limits))),
        "Somebody else who says who calls: an authorization server (OAuth 2).");
  }

  private static Key<Grant> limits(Set<String> known, @Nullable Path home) {
    var toolsets =
        Key.of(
            "toolsets",
            Kinds.listOf("toolsets", Kinds.nameOf("a toolset", known)),
            List.<String>of(),
            "Which toolsets; else all.");
    var agents =
        Key.of(
            "agents",
            Kinds.listOf("agents", Kinds.words(100)),
            List.<String>of(),
            "Which agents; else all.");
    var roots =
        Key.of(
            "roots",
            new Items<>("a list of folders", new Folder(home), File.pathSeparator),
            List.<Path>of(),
            "In which folders its runs may work, inside `roots`; else all of these.");
    return Key.section(
        "limits",
        new Shape<>(
            List.of(toolsets, agents, roots, RATE, CONCURRENCY, PER_DAY, PER_MONTH),
            values ->
                new Grant(
                    values.require(toolsets),
                    values.require(agents),
                    values.require(roots).stream().map(Path::toString).toList(),
                    values.find(RATE).map(Math::toIntExact).orElse(null),
                    values.find(CONCURRENCY).map(Math::toIntExact).orElse(null),
                    values.find(PER_DAY).orElse(null),
                    values.find(PER_MONTH).orElse(null))),
        "What each of its callers may use.");
  }

  private static Optional<Issuer> issuer(Values values, Grant limits) {
    return values
        .find(ISSUER)
        .map(
            it ->
                new Issuer(
                    it.toString(),
                    values.require(AUDIENCE),
                    values.find(KEYS).orElse(null),
                    values.require(SCOPES),
                    limits));
  }
}
