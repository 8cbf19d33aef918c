package dev.retinue.web;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A certificate with those that vouch for it, and its key, as they stand in two PEM files.
final class PemFiles {
  private static final int MOST_BYTES = 256 * 1024;
  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
  private static final String WITHOUT_PASSWORD = "retinue";

  private final Remote.Tls files;

  PemFiles(Remote.Tls files) {
    this.files = files;
  }

  /// When and how large they are: another stamp means that they may have changed.
  String stamp() {
    return stamp(files.certificate()) + " " + stamp(files.key());
  }

  private static String stamp(Path file) {
    try {
      return Files.getLastModifiedTime(file) + "/" + Files.size(file);
    } catch (IOException e) {
      return "gone";
    }
  }

  /// Both, if they belong together.
  KeyStore read() {
    var chain = chain();
    var key = key();
    if (!belongTogether(key, chain.getFirst().getPublicKey())) {
      throw refused("%s is not the key of %s".formatted(files.key(), files.certificate()), null);
    }
    try {
      var store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setKeyEntry(
          "retinue", key, password().toCharArray(), chain.toArray(Certificate[]::new));
      return store;
    } catch (GeneralSecurityException | IOException e) {
      throw refused("they cannot be used together: " + e.getMessage(), e);
    }
  }

  /// What is only in memory needs none, but has to have one.
  static String password() {
    return WITHOUT_PASSWORD;
  }

  private List<? extends Certificate> chain() {
    try (InputStream in = Files.newInputStream(files.certificate())) {
      var found = CertificateFactory.getInstance("X.509").generateCertificates(in);
      if (!found.isEmpty()) {
        return List.copyOf(found);
      }
      throw refused("there is no certificate in " + files.certificate(), null);
    } catch (IOException | GeneralSecurityException e) {
      throw refused(
          "%s cannot be read as a certificate: %s".formatted(files.certificate(), e.getMessage()),
          e);
    }
  }

  private PrivateKey key() {
    String text;
    try (InputStream in = Files.newInputStream(files.key())) {
      text = new String(in.readNBytes(MOST_BYTES), StandardCharsets.US_ASCII);
    } catch (IOException e) {
      throw refused("%s cannot be read: %s".formatted(files.key(), e.getMessage()), e);
    }
    var found = KEY.matcher(text);
    if (!found.find()) {
      throw refused(
          "%s has no unencrypted key of the form PKCS #8; 'openssl pkcs8 -topk8 -nocrypt' makes one"
              .formatted(files.key()),
          null);
    }
    var spec = new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(found.group(1)));
    return List.of("RSA", "EC", "Ed25519").stream()
        .flatMap(kind -> key(kind, spec).stream())
        .findFirst()
        .orElseThrow(
            () -> refused("%s has a key of a kind that is not known".formatted(files.key()), null));
  }

  private static Optional<PrivateKey> key(String kind, PKCS8EncodedKeySpec spec) {
    try {
      return Optional.of(KeyFactory.getInstance(kind).generatePrivate(spec));
    } catch (GeneralSecurityException e) {
      return Optional.empty();
    }
  }

  private static boolean belongTogether(PrivateKey key, PublicKey other) {
    var algorithm =
        switch (key.getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          default -> "Ed25519";
        };
    try {
      var signature = Signature.getInstance(algorithm);
      var text = "together".getBytes(StandardCharsets.US_ASCII);
      signature.initSign(key);
      signature.update(text);
      var signed = signature.sign();
      signature.initVerify(other);
      signature.update(text);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  /// Of a key nothing is ever told but where it is.
  private static RetinueException refused(String why, @Nullable Exception e) {
    return new RetinueException(
        ErrorCode.INVALID_INPUT, "The files of server.tls do not do: %s.".formatted(why), e);
  }
}
