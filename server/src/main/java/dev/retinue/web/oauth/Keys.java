package dev.retinue.web.oauth;

import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.RSAPublicKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The keys that an issuer shows. Those that are not for signatures, or of a kind that nobody here
/// can use, are left out.
record Keys(List<Key> all) {
  private static final int MOST = 100;
  private static final int LEAST_RSA_BITS = 2048;
  private static final int ED25519_BYTES = 32;

  /// @param id null where the issuer gives none
  /// @param algorithm the only one that it is for; null for any that fits
  record Key(@Nullable String id, @Nullable String algorithm, PublicKey key) {}

  static Keys read(JsonNode document) {
    var found = new ArrayList<Key>();
    for (var json : document.path("keys")) {
      if (found.size() < MOST && json.path("use").asString("sig").equals("sig")) {
        find(json)
            .ifPresent(
                key ->
                    found.add(
                        new Key(
                            json.path("kid").asString(null),
                            json.path("alg").asString(null),
                            key)));
      }
    }
    return new Keys(List.copyOf(found));
  }

  /// Those that may have signed this token. One that names a key is looked at with no other.
  List<PublicKey> of(Jwt token) {
    return all.stream()
        .filter(it -> token.keyId() == null || token.keyId().equals(it.id()))
        .filter(it -> it.algorithm == null || it.algorithm.equals(token.algorithm().word()))
        .map(Key::key)
        .filter(token.algorithm()::fits)
        .toList();
  }

  private static Optional<PublicKey> find(JsonNode json) {
    try {
      return switch (json.path("kty").asString("")) {
        case "RSA" -> rsa(json);
        case "EC" -> elliptic(json);
        case "OKP" -> edwards(json);
        default -> Optional.empty();
      };
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Optional<PublicKey> rsa(JsonNode json) throws GeneralSecurityException {
    var modulus = number(json, "n");
    if (modulus.bitLength() < LEAST_RSA_BITS) {
      return Optional.empty();
    }
    return Optional.of(
        KeyFactory.getInstance("RSA")
            .generatePublic(new RSAPublicKeySpec(modulus, number(json, "e"))));
  }

  private static Optional<PublicKey> elliptic(JsonNode json) throws GeneralSecurityException {
    if (!json.path("crv").asString("").equals("P-256")) {
      return Optional.empty();
    }
    var parameters = AlgorithmParameters.getInstance("EC");
    parameters.init(new ECGenParameterSpec("secp256r1"));
    var curve = parameters.getParameterSpec(ECParameterSpec.class);
    var point = new ECPoint(number(json, "x"), number(json, "y"));
    return Optional.of(
        KeyFactory.getInstance("EC").generatePublic(new ECPublicKeySpec(point, curve)));
  }

  private static Optional<PublicKey> edwards(JsonNode json) throws GeneralSecurityException {
    var bytes = bytes(json, "x");
    if (!json.path("crv").asString("").equals("Ed25519") || bytes.length != ED25519_BYTES) {
      return Optional.empty();
    }
    // The last bit is that of the other coordinate, and all bytes stand the other way round.
    boolean odd = bytes[ED25519_BYTES - 1] < 0;
    bytes[ED25519_BYTES - 1] &= 0x7f;
    for (int i = 0; i < ED25519_BYTES / 2; i++) {
      byte other = bytes[ED25519_BYTES - 1 - i];
      bytes[ED25519_BYTES - 1 - i] = bytes[i];
      bytes[i] = other;
    }
    var point = new EdECPoint(odd, new BigInteger(1, bytes));
    return Optional.of(
        KeyFactory.getInstance("Ed25519")
            .generatePublic(new EdECPublicKeySpec(NamedParameterSpec.ED25519, point)));
  }

  private static BigInteger number(JsonNode json, String name) {
    return new BigInteger(1, bytes(json, name));
  }

  private static byte[] bytes(JsonNode json, String name) {
    return Base64.getUrlDecoder().decode(json.path(name).asString(""));
  }
}
