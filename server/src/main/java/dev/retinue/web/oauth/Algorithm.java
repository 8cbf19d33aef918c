package dev.retinue.web.oauth;

import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.util.Arrays;
import java.util.Optional;

/// The algorithms by which a token may be signed, and no other: none at all is none of these, nor
/// is any whose key signer and verifier share.
enum Algorithm {
  RS256("RS256", "SHA256withRSA", RSAPublicKey.class),
  PS256("PS256", "RSASSA-PSS", RSAPublicKey.class),
  ES256("ES256", "SHA256withECDSAinP1363Format", ECPublicKey.class),
  ED_DSA("EdDSA", "Ed25519", EdECPublicKey.class);

  private static final int SALT = 32;

  private final String word;
  private final String java;
  private final Class<? extends PublicKey> key;

  Algorithm(String word, String java, Class<? extends PublicKey> key) {
    this.word = word;
    this.java = java;
    this.key = key;
  }

  static Optional<Algorithm> find(String word) {
    return Arrays.stream(values()).filter(it -> it.word.equals(word)).findFirst();
  }

  String word() {
    return word;
  }

  /// Whether this key is one for it: a key of one kind never serves another.
  boolean fits(PublicKey other) {
    return key.isInstance(other);
  }

  boolean verify(PublicKey by, byte[] signed, byte[] signature) {
    try {
      var verifier = Signature.getInstance(java);
      if (this == PS256) {
        verifier.setParameter(
            new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, SALT, 1));
      }
      verifier.initVerify(by);
      verifier.update(signed);
      return verifier.verify(signature);
    } catch (GeneralSecurityException e) {
      // A signature that is not even one.
      return false;
    }
  }
}
