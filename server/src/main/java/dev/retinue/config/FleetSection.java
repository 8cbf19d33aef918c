package dev.retinue.config;

import dev.retinue.config.FleetSettings.Backend;
import dev.retinue.config.FleetSettings.Interrupt;
import dev.retinue.config.FleetSettings.OwnDeployment;
import dev.retinue.config.yaml.YamlNode.Scalar;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// The section `fleet`: agents in workspaces of Coder.
final class FleetSection {
  private static final int LONGEST_PROJECT = 64;
  private static final int LONGEST_NAME = 32;
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_-]{0,63}");
  private static final Pattern SLUG = Pattern.compile("[a-z0-9](-?[a-z0-9]){0,31}");
  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,199}");
  private static final Set<String> SCHEMES = Set.of("http", "https");

  private static final Key<URI> URL =
      Key.required(
          "url",
          new Unrepeated<>(
              "an address that begins with http:// or https://",
              FleetSection::address,
              "write it as https://coder.example.org"),
          "Where Coder is.");
  private static final Key<String> TOKEN_VARIABLE =
      Key.required(
          "token-env",
          new Unrepeated<>(
              "the name of a variable",
              text -> Optional.of(text).filter(it -> VARIABLE.matcher(it).matches()),
              "write the name alone, without '$', and the token into that variable"),
          "The variable of the daemon that holds the session token.");
  private static final Key<Backend> BACKEND =
      Key.of(
          "backend",
          Kinds.oneOf(Backend.class),
          Backend.WORKSPACES,
          "What its agents are: workspaces with an AgentAPI, or chats of Coder's own agent.");
  private static final Key<List<OwnDeployment>> DEPLOYMENTS =
      Key.of(
          "deployments",
          new Members<>(
              new Shape<>(List.of(URL, TOKEN_VARIABLE, BACKEND), FleetSection::deployment),
              FleetSection::checkName),
          List.of(),
          "Deployments of Coder, each under its name, beside that of `CODER_URL`, which is called coder.");
  private static final Key<String> USUAL =
      Key.optional(
          "default",
          matching("the name of a deployment", NAME),
          "Which deployment is meant where none is named; else that of `CODER_URL`, or the first.");
  private static final Key<List<String>> PROJECTS =
      Key.of(
          "projects",
          Kinds.listOf("projects", Kinds.words(LONGEST_PROJECT)),
          List.of(),
          "The only projects whose agents are seen; else all whose templates take `ai_prompt` and `system_prompt`.");
  private static final Key<String> APP =
      Key.optional(
          "app",
          matching("the slug of an app", SLUG),
          "The app of a workspace that is the AgentAPI; else it is found by itself.");
  private static final Key<Interrupt> INTERRUPT =
      Key.of(
          "interrupt",
          Kinds.oneOf(Interrupt.class),
          Interrupt.CTRL_C,
          "The key that interrupts an agent.");
  private static final Key<Long> LONGEST =
      Key.of(
          "longest-name",
          Kinds.wholeNumber(1, LONGEST_NAME),
          (long) FleetSettings.USUAL.longestName(),
          "How many characters the name of a new agent may have.");

  private FleetSection() {}

  static Key<FleetSettings> key() {
    return Key.section(
        "fleet",
        new Shape<>(
            List.of(DEPLOYMENTS, USUAL, PROJECTS, APP, INTERRUPT, LONGEST), FleetSection::fleet),
        "Agents in workspaces of Coder.");
  }

  private static FleetSettings fleet(Values values) {
    return new FleetSettings(
        values.require(DEPLOYMENTS),
        values.find(USUAL).orElse(null),
        values.require(PROJECTS),
        values.find(APP).orElse(null),
        values.require(INTERRUPT),
        Math.toIntExact(values.require(LONGEST)));
  }

  private static OwnDeployment deployment(Values values) {
    return new OwnDeployment(
        values.name(),
        values.require(URL),
        values.require(TOKEN_VARIABLE),
        values.require(BACKEND));
  }

  private static Kind<String> matching(String expected, Pattern pattern) {
    return new Single<>(
        expected,
        scalar ->
            Optional.of(scalar)
                .filter(Scalar::isText)
                .map(Scalar::text)
                .filter(it -> pattern.matcher(it).matches()),
        scalar ->
            scalar.isText() ? "write lower-case letters, digits and '-'" : "put it in quotes");
  }

  /// What stands before the name of a host may be a password, and would be told in sentences.
  static Optional<URI> address(String text) {
    try {
      var address = new URI(text.strip());
      return Optional.of(address)
          .filter(
              it ->
                  it.getScheme() != null
                      && SCHEMES.contains(it.getScheme().toLowerCase(Locale.ROOT)))
          .filter(it -> it.getHost() != null && it.getUserInfo() == null)
          .filter(it -> it.getQuery() == null && it.getFragment() == null);
    } catch (URISyntaxException _) {
      return Optional.empty();
    }
  }

  private static void checkName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "The name of a deployment has at most 64 lower-case letters, digits, '-' and '_': '%s' does not."
              .formatted(Excerpt.of(name)));
    }
  }
}
