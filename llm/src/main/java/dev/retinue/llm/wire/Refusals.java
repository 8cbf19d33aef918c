package dev.retinue.llm.wire;

import dev.retinue.llm.Access;
import dev.retinue.llm.ModelException;
import dev.retinue.llm.ModelException.Kind;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What a provider's refusal means. They say it in a status, a word and a sentence, and no two in
/// the same way.
public final class Refusals {
  private static final int LONGEST = 500;
  private static final int CONFLICT = 409;

  private static final Pattern CONTEXT =
      Pattern.compile(
          "context_length|context length|context window|context size|prompt is too long|too many tokens"
              + "|input token count|maximum number of tokens|request_too_large|input is too long");
  private static final Pattern NO_TOOLS =
      Pattern.compile(
          "(tools?|function)[ _-]?(use|call\\w*|choice)?\\W.{0,80}(not support|unsupported|not enabled)"
              + "|(not support|unsupported|no endpoints).{0,80}(tools?|function)\\b");
  private static final Pattern QUOTA =
      Pattern.compile(
          "insufficient_quota|insufficient quota|credit balance|billing|exceeded your current quota");
  private static final Pattern KEY =
      Pattern.compile("api key not valid|invalid api key|incorrect api key|api_key_invalid");

  private Refusals() {}

  /// Of an answer with a status that is none of success.
  static ModelException of(
      Access access, int status, JsonNode body, @Nullable Duration retryAfter) {
    var said = message(body);
    var kind = kind(status, words(body) + " " + said.toLowerCase(Locale.ROOT));
    var sentence = "%s answered %d: %s".formatted(access.provider(), status, shown(access, said));
    return new ModelException(kind, sentence, later(retryAfter, said), null);
  }

  /// Of an event in a stream that says that there will be no answer.
  public static ModelException inStream(Access access, JsonNode body) {
    var said = message(body);
    var words = words(body) + " " + said.toLowerCase(Locale.ROOT);
    int status = body.path("error").path("code").asInt(body.path("code").asInt(0));
    var kind = status > 0 ? kind(status, words) : kind(words);
    return new ModelException(
        kind,
        "%s broke off: %s".formatted(access.provider(), shown(access, said)),
        later(null, said),
        null);
  }

  private static @Nullable Duration later(@Nullable Duration told, String said) {
    return told != null ? told : Pauses.inWords(said).orElse(null);
  }

  private static String shown(Access access, String said) {
    var masked = access.masked(said).strip();
    return masked.length() > LONGEST ? masked.substring(0, LONGEST) + "…" : masked;
  }

  private static Kind kind(int status, String words) {
    if (QUOTA.matcher(words).find() || status == 402) {
      return Kind.QUOTA;
    }
    return switch (status) {
      case 401, 403 -> Kind.AUTH;
      case 408 -> Kind.TIMEOUT;
      case 413 -> Kind.CONTEXT;
      case 429 -> Kind.RATE_LIMIT;
      default ->
          status >= 500 || status == CONFLICT || status == 425 ? Kind.OVERLOADED : refused(words);
    };
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
    if (words.contains("invalid_request") || words.contains("invalid_prompt")) {
      return refused(words);
    }
    return CONTEXT.matcher(words).find() ? Kind.CONTEXT : Kind.OVERLOADED;
  }

  /// The words for programs.
  private static String words(JsonNode body) {
    var error = body.path("error");
    return (text(error, "type")
            + " "
            + text(error, "code")
            + " "
            + text(error, "status")
            + " "
            + text(body, "code"))
        .toLowerCase(Locale.ROOT);
  }

  private static String text(JsonNode json, String name) {
    return json.path(name).asString("");
  }

  private static String message(JsonNode body) {
    var error = body.path("error");
    for (var candidate :
        new JsonNode[] {error.path("message"), error, body.path("message"), body}) {
      if (candidate.isString() && !candidate.asString("").isBlank()) {
        return candidate.asString("");
      }
    }
    return body.isMissingNode() ? "nothing" : body.toString();
  }
}
