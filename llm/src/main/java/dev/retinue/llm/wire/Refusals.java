package dev.retinue.llm.wire;

import dev.retinue.llm.Access;
import dev.retinue.llm.ModelException;
import dev.retinue.llm.ModelException.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What a provider's refusal means. They say it in a status, a word and a sentence, and no two in
/// the same way.
public final class Refusals {
  private static final int LONGEST = 500;

  private static final Pattern CONTEXT =
      Pattern.compile(
          "context.?length|context window|context.?size|context limit|context the overflows"
              + "|maximum (model|prompt) length|prompt is too long|input is too long"
              + "|too many tokens|input token count|maximum number of tokens|request_too_large");
  private static final Pattern NO_TOOLS =
      Pattern.compile(
          "(tools?|function)[ _-]?(use|call\\w*|choice)?\\W.{0,80}(not support|unsupported|not enabled)"
              + "|(not support|unsupported|no endpoints).{0,80}(tools?|function)\\b"
              + "|tool choice requires|tools param requires");
  private static final Pattern QUOTA =
      Pattern.compile(
          "insufficient.?(quota|balance|credits)|credit balance|any credits|all available credits"
              + "|billing|exceeded your current quota");
  private static final Pattern KEY =
      Pattern.compile("api key not valid|invalid api key|incorrect api key|api_key_invalid");

  private Refusals() {}

  /// Of an answer with a status that is none of success.
  static ModelException of(
      Access access, int status, JsonNode body, @Nullable Duration retryAfter) {
    if (status / 100 == 3) {
      return new ModelException(
          Kind.INVALID,
          "%s at %s sends on to another address, and the key goes to none but its own; set the right address."
              .formatted(access.provider(), access.shown()));
    }
    var said = message(body);
    var later = later(retryAfter, said);
    var kind = kind(status, words(body, said), later);
    var sentence = "%s answered %d: %s".formatted(access.provider(), status, shown(access, said));
    return new ModelException(kind, sentence, later, null);
  }

  /// Of an event in a stream that says that there will be no answer.
  public static ModelException inStream(Access access, JsonNode body) {
    var said = message(body);
    var words = words(body, said);
    var later = later(Pauses.detail(body).orElse(null), said);
    int status = body.path("error").path("code").asInt(body.path("code").asInt(0));
    var kind = status >= 400 ? kind(status, words, later) : kind(words);
    var sentence = "%s broke off: %s".formatted(access.provider(), shown(access, said));
    return new ModelException(kind, sentence, later, null);
  }

  private static @Nullable Duration later(@Nullable Duration told, String said) {
    return told != null ? told : Pauses.inWords(said).orElse(null);
  }

  private static String shown(Access access, String said) {
    var masked = access.masked(said).strip();
    if (masked.length() <= LONGEST) {
      return masked.matches("(?s).*[.!?…]") ? masked : masked + ".";
    }
    int end = Character.isHighSurrogate(masked.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
    return masked.substring(0, end) + "…";
  }

  private static Kind kind(int status, String words, @Nullable Duration later) {
    if (status == 402 || (QUOTA.matcher(words).find() && !passesSoon(status, words, later))) {
      return Kind.QUOTA;
    }
    return switch (status) {
      case 401, 403 -> Kind.AUTH;
      case 408 -> Kind.TIMEOUT;
      case 413 -> Kind.CONTEXT;
      case 429 -> Kind.RATE_LIMIT;
      case 409, 425 -> Kind.OVERLOADED;
      case 404 -> refused(words) == Kind.INVALID ? Kind.UNKNOWN : refused(words);
      default -> status >= 500 ? Kind.OVERLOADED : refused(words);
    };
  }

  /// Google calls it a quota when somebody asks too often in a minute, and says when to come again.
  private static boolean passesSoon(int status, String words, @Nullable Duration later) {
    return status == 429
        && later != null
        && words.contains("resource_exhausted")
        && !words.contains("perday");
  }

  private static Kind refused(String words) {
    if (CONTEXT.matcher(words).find()) {
      return Kind.CONTEXT;
    }
    if (KEY.matcher(words).find()) {
      return Kind.AUTH;
    }
    return NO_TOOLS.matcher(words).find() ? Kind.NO_TOOLS : Kind.INVALID;
  }

  private static Kind kind(String words) {
    if (QUOTA.matcher(words).find()) {
      return Kind.QUOTA;
    }
    if (words.contains("rate_limit") || words.contains("resource_exhausted")) {
      return Kind.RATE_LIMIT;
    }
    if (words.contains("authentication_error") || words.contains("permission_error")) {
      return Kind.AUTH;
    }
    if (words.contains("invalid_request") || words.contains("invalid_prompt")) {
      return refused(words);
    }
    return CONTEXT.matcher(words).find() ? Kind.CONTEXT : Kind.OVERLOADED;
  }

  /// The words for programs, and those for people.
  private static String words(JsonNode body, String said) {
    var error = body.path("error");
    var words = new StringBuilder();
    for (var name : List.of("type", "code", "status")) {
      words.append(error.path(name).asString("")).append(' ');
    }
    words.append(body.path("code").asString("")).append(' ').append(said);
    // Google's, in which it says how long it is that one may not ask.
    for (var detail : error.path("details")) {
      for (var violation : detail.path("violations")) {
        words.append(' ').append(violation.path("quotaId").asString(""));
      }
    }
    return words.toString().toLowerCase(Locale.ROOT);
  }

  private static String message(JsonNode body) {
    var error = body.path("error");
    for (var said : List.of(error.path("message"), error, body.path("message"), body)) {
      if (said.isString() && !said.stringValue().isBlank()) {
        return said.stringValue();
      }
    }
    return body.isMissingNode() ? "nothing" : body.toString();
  }
}
