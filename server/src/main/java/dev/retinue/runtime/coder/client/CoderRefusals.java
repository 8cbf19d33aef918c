package dev.retinue.runtime.coder.client;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import java.util.Locale;
import java.util.StringJoiner;
import tools.jackson.databind.JsonNode;

/// What Coder refuses, in our words.
final class CoderRefusals {
  private static final int LONGEST = 300;
  private static final String TOKEN =
      "make a new token with 'coder tokens create' and set CODER_SESSION_TOKEN";

  private CoderRefusals() {}

  /// @param what was asked for, so that it fits after "Coder refused"
  static RetinueException ofApi(CoderAccess access, String what, Answer answer) {
    if (answer.isRedirect() || answer.isGood()) {
      return new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE,
          "What answers at %s is not the API of Coder; see whether CODER_URL is its address."
              .formatted(access.url()));
    }
    return switch (answer.status()) {
      case 401 ->
          new RetinueException(
              ErrorCode.UNAUTHORIZED,
              "Coder at %s does not accept the session token; %s.".formatted(access.url(), TOKEN));
      case 403 ->
          new RetinueException(
              ErrorCode.FORBIDDEN,
              "The session token may not do this: %s%s".formatted(what, said(answer)));
      case 406, 425 ->
          new RetinueException(
              ErrorCode.SERVICE_UNAVAILABLE,
              "The version of the template is still being imported by Coder; try again in a minute.");
      case 429 ->
          new RetinueException(
              ErrorCode.SERVICE_UNAVAILABLE,
              "Coder at %s takes no more requests at the moment; try again in a minute."
                  .formatted(access.url()));
      default ->
          new RetinueException(
              code(answer.status()), "Coder refused %s%s".formatted(what, said(answer)));
    };
  }

  static ErrorCode code(int status) {
    return switch (status) {
      case 400, 413, 422 -> ErrorCode.INVALID_INPUT;
      case 401 -> ErrorCode.UNAUTHORIZED;
      case 403 -> ErrorCode.FORBIDDEN;
      case 404, 410 -> ErrorCode.NOT_FOUND;
      case 409 -> ErrorCode.CONFLICT;
      case 406, 425, 429, 502, 503, 504 -> ErrorCode.SERVICE_UNAVAILABLE;
      default -> ErrorCode.INTERNAL_ERROR;
    };
  }

  /// Its own words, short; a page of HTML has none for us.
  private static String said(Answer answer) {
    var words = new StringJoiner("; ");
    add(words, answer.body().path("message"));
    add(words, answer.body().path("detail"));
    for (var validation : answer.body().path("validations")) {
      var field = validation.path("field").asString("");
      words.add("%s: %s".formatted(field, validation.path("detail").asString("")));
    }
    return words.length() == 0
        ? " with status %d.".formatted(answer.status())
        : ": %s.".formatted(ending(Excerpt.of(words.toString(), LONGEST)));
  }

  private static void add(StringJoiner words, JsonNode node) {
    if (node.isString() && !node.stringValue().isBlank()) {
      words.add(ending(node.stringValue().strip()));
    }
  }

  private static String ending(String text) {
    return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
  }

  /// What stands between us and an agent: a page of the proxy, or a word of the agent itself.
  static RetinueException ofApp(String agent, Answer answer) {
    if (answer.isRedirect() || answer.status() == 401) {
      return new RetinueException(
          ErrorCode.UNAUTHORIZED,
          "Coder does not let us through to agent '%s'; %s.".formatted(agent, TOKEN));
    }
    if (isAboutHosts(answer)) {
      return new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE,
          "The AgentAPI of agent '%s' refuses the name of its host; its template must start it with AGENTAPI_ALLOWED_HOSTS='*'."
              .formatted(agent));
    }
    if (answer.status() == 403) {
      return new RetinueException(
          ErrorCode.FORBIDDEN,
          "Coder does not let us through to agent '%s': paths to apps are disabled on this deployment, or the token lacks 'workspace:application_connect'."
              .formatted(agent));
    }
    if (answer.status() == 413 || answer.status() == 422) {
      return new RetinueException(
          ErrorCode.INVALID_INPUT,
          "The AgentAPI of agent '%s' does not take this (status %d); say it in fewer words."
              .formatted(agent, answer.status()));
    }
    return new RetinueException(
        ErrorCode.SERVICE_UNAVAILABLE,
        "The AgentAPI of agent '%s' does not answer (status %d); see with show_agent whether it is up, or restart it."
            .formatted(agent, answer.status()));
  }

  private static boolean isAboutHosts(Answer answer) {
    var said = answer.text() + answer.body().path("detail").asString("");
    return answer.status() == 400 && said.toLowerCase(Locale.ROOT).contains("invalid host header");
  }
}
