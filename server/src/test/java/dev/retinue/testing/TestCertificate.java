package dev.retinue.testing;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// A certificate for this machine that vouches for itself, made without any program.
public record TestCertificate(X509Certificate certificate, KeyPair keys) {
  private static final byte[] ECDSA = {
    0x06, 8, 0x2A, (byte) 0x86, 0x48, (byte) 0xCE, 0x3D, 4, 3, 2
  };
  private static final byte[] COMMON_NAME = {0x06, 3, 0x55, 4, 3};
  private static final byte[] OTHER_NAMES = {0x06, 3, 0x55, 0x1D, 0x11};
  private static final int SEQUENCE = 0x30;

  public static TestCertificate number(int serial) {
    try {
      var generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      var keys = generator.generateKeyPair();
      var content = content(serial, keys);
      var signature = Signature.getInstance("SHA256withECDSA");
      signature.initSign(keys.getPrivate());
      signature.update(content);
      var all = der(SEQUENCE, content, der(SEQUENCE, ECDSA), bits(signature.sign()));
      var made =
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(all));
      return new TestCertificate((X509Certificate) made, keys);
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static byte[] content(int serial, KeyPair keys) {
    var name = der(SEQUENCE, der(0x31, der(SEQUENCE, COMMON_NAME, der(0x0C, ascii("localhost")))));
    var names = der(SEQUENCE, der(0x82, ascii("localhost")), der(0x87, new byte[] {127, 0, 0, 1}));
    return der(
        SEQUENCE,
        der(0xA0, der(2, new byte[] {2})),
        der(2, BigInteger.valueOf(serial).toByteArray()),
        der(SEQUENCE, ECDSA),
        name,
        der(SEQUENCE, der(0x17, ascii("250101000000Z")), der(0x17, ascii("491231235959Z"))),
        name,
        keys.getPublic().getEncoded(),
        der(0xA3, der(SEQUENCE, der(SEQUENCE, OTHER_NAMES, der(4, names)))));
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] bits(byte[] signature) {
    return der(3, new byte[] {0}, signature);
  }

  private static byte[] der(int tag, byte[]... parts) {
    var inside = new ByteArrayOutputStream();
    for (var part : parts) {
      inside.writeBytes(part);
    }
    var all = new ByteArrayOutputStream();
    all.write(tag);
    int length = inside.size();
    if (length >= 256) {
      all.write(0x82);
      all.write(length >> 8);
    } else if (length >= 128) {
      all.write(0x81);
    }
    all.write(length & 0xff);
    all.writeBytes(inside.toByteArray());
    return all.toByteArray();
  }

  public void writeTo(Path certificateFile, Path keyFile) {
    try {
      write(certificateFile, "CERTIFICATE", certificate.getEncoded());
      write(keyFile, "PRIVATE KEY", keys.getPrivate().getEncoded());
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static void write(Path file, String kind, byte[] bytes) {
    var text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    try {
      Files.writeString(
          file, "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(kind, text, kind));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// For a client that trusts these alone.
  public static SSLContext trusting(TestCertificate... certificates) {
    try {
      var store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      for (var one : certificates) {
        store.setCertificateEntry(one.certificate.getSerialNumber().toString(), one.certificate);
      }
      var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      var context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new AssertionError(e);
    }
  }
}
