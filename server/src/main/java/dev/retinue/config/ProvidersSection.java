package dev.retinue.config;

import dev.retinue.config.Thinking.OwnProvider;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// The section `providers`: where else models can be asked.
final class ProvidersSection {
  private static final int LONGEST_KEY = 8192;
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_-]{0,63}");
  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,199}");
  private static final Set<String> SCHEMES = Set.of("http", "https");

  private static final Key<Thinking.Api> API =
      Key.of(
          "api",
          Kinds.oneOf(Thinking.Api.class),
          Thinking.Api.OPENAI_CHAT,
          "How it wants to be asked; nearly all others speak `openai-chat`.");
  private static final Key<URI> ADDRESS =
      Key.required(
          "base-url",
          new Unrepeated<>(
              "an address that begins with http:// or https://",
              ProvidersSection::address,
              "write it as https://models.example.org/v1"),
          "Its address before the paths of the API; for those of OpenAI it mostly ends with `/v1`.");
  private static final Key<String> KEY_VARIABLE =
      Key.optional(
          "key-env",
          new Unrepeated<>(
              "the name of a variable",
              text -> Optional.of(text).filter(it -> VARIABLE.matcher(it).matches()),
              "write the name alone, without '$', and a key itself in 'key'"),
          "The variable of the daemon that holds its key.");
  private static final Key<Thinking.Secret> KEY =
      Key.optional(
          "key",
          new SecretText(LONGEST_KEY),
          "The key itself, in place of `key-env`; it is shown nowhere.");

  private ProvidersSection() {}

  static Key<List<OwnProvider>> key() {
    var shape = new Shape<>(List.of(API, ADDRESS, KEY_VARIABLE, KEY), ProvidersSection::provider);
    return Key.of(
        "providers",
        new Members<>(shape.notBoth(KEY_VARIABLE, KEY), ProvidersSection::checkName),
        List.of(),
        "Where models can be asked beside the providers that are known, each under its name.");
  }

  private static OwnProvider provider(Values values) {
    return new OwnProvider(
        values.name(),
        values.require(API),
        values.require(ADDRESS),
        values.find(KEY_VARIABLE).orElse(null),
        values.find(KEY).orElse(null));
  }

  /// What stands before the name of a host may be a password, and would be told in sentences.
  private static Optional<URI> address(String text) {
    try {
      var address = new URI(text);
      return Optional.of(address)
          .filter(it -> it.getScheme() != null && SCHEMES.contains(it.getScheme()))
          .filter(it -> it.getHost() != null && it.getUserInfo() == null)
          .filter(it -> it.getQuery() == null && it.getFragment() == null);
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  private static void checkName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "The name of a provider has at most 64 lower-case letters, digits, '-' and '_': '%s' does not."
              .formatted(Excerpt.of(name)));
    }
  }
}
