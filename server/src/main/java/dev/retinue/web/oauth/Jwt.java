package dev.retinue.web.oauth;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.mcp.rpc.Codec;
import dev.retinue.mcp.rpc.RpcException;
import java.nio.charset.StandardCharsets;
import java.security.PublicKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A token as it is written, taken apart. Nothing that it says is true yet.
///
/// @param keyId which key of the issuer it says signed it; null if it does not say
@SuppressWarnings("ArrayRecordComponent") // Nobody compares them.
record Jwt(
    Algorithm algorithm, @Nullable String keyId, JsonNode claims, String signed, String signature) {
  /// Longer ones do not come through the header of a request.
  static final int LONGEST = 8 * 1024;

  /// Whether this may be one of an issuer rather than one of ours.
  static boolean looksLikeOne(String token) {
    return token.startsWith("eyJ") && token.indexOf('.') > 0;
  }

  static Jwt read(String token) {
    if (token.length() > LONGEST) {
      throw refused("it is longer than %d characters".formatted(LONGEST));
    }
    var parts = token.split("\\.", -1);
    if (parts.length != 3) {
      throw refused("it is no signed JWT");
    }
    var header = object(parts[0]);
    if (header.has("crit")) {
      throw refused("it wants extensions to be understood that are not");
    }
    var word = header.path("alg").asString("");
    var algorithm =
        Algorithm.find(word)
            .orElseThrow(() -> refused("it is not signed by RS256, PS256, ES256 or EdDSA"));
    var signed = token.substring(0, token.lastIndexOf('.'));
    bytes(parts[2]);
    return new Jwt(
        algorithm, header.path("kid").asString(null), object(parts[1]), signed, parts[2]);
  }

  private static ObjectNode object(String part) {
    try {
      if (Codec.parse(bytes(part)) instanceof ObjectNode object) {
        return object;
      }
    } catch (RpcException _) {
      // No JSON, too deep, or a key twice.
    }
    throw refused("it is no signed JWT");
  }

  private static byte[] bytes(String part) {
    try {
      return Base64.getUrlDecoder().decode(part);
    } catch (IllegalArgumentException e) {
      throw refused("it is no signed JWT");
    }
  }

  boolean isSignedBy(PublicKey key) {
    return algorithm.verify(key, signed.getBytes(StandardCharsets.US_ASCII), bytes(signature));
  }

  static RetinueException refused(String why) {
    return new RetinueException(
        ErrorCode.UNAUTHORIZED, "This access token does not count: %s.".formatted(why));
  }

  Optional<String> text(String claim) {
    var node = claims.path(claim);
    return node.isString() && !node.asString().isBlank()
        ? Optional.of(node.asString())
        : Optional.empty();
  }

  /// Issuers write one text, or several in a list.
  List<String> texts(String claim) {
    var node = claims.path(claim);
    if (node.isString()) {
      return List.of(node.asString());
    }
    var all = new ArrayList<String>();
    node.forEach(
        it -> {
          if (it.isString()) {
            all.add(it.asString());
          }
        });
    return all;
  }

  /// Seconds since 1970, as JSON has them.
  Optional<Instant> time(String claim) {
    var node = claims.path(claim);
    if (!node.isNumber()) {
      return Optional.empty();
    }
    double seconds = node.asDouble();
    return seconds < 0 || seconds > 1e11
        ? Optional.empty()
        : Optional.of(Instant.ofEpochSecond((long) seconds));
  }

  boolean has(String claim) {
    return claims.has(claim);
  }
}
