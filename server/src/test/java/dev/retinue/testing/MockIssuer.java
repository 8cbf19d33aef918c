package dev.retinue.testing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.retinue.mcp.rpc.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// An authorization server that makes access tokens for tests, over real HTTP: it shows who it is
/// and its keys, which can change, be gone, or be something else.
public final class MockIssuer implements AutoCloseable {
  public static final String AUDIENCE = "https://retinue.test/mcp";

  private final HttpServer http;
  private final Map<String, KeyPair> keys = new ConcurrentHashMap<>();
  private final AtomicInteger fetched = new AtomicInteger();
  private volatile int status = 200;
  private volatile String filler = "";
  private volatile @Nullable CountDownLatch silence;

  private MockIssuer(HttpServer http) {
    this.http = http;
  }

  public static MockIssuer start() {
    try {
      var http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      var issuer = new MockIssuer(http);
      http.createContext(
          "/.well-known/openid-configuration", it -> issuer.answer(it, issuer.description()));
      // A tenant whose description is that of another.
      http.createContext(
          "/tenant/.well-known/openid-configuration",
          it -> issuer.answer(it, issuer.description()));
      http.createContext(
          "/keys",
          it -> {
            issuer.fetched.incrementAndGet();
            issuer.answer(it, issuer.keySet());
          });
      http.start();
      issuer.addKey("rsa", "RSA");
      return issuer;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void answer(HttpExchange exchange, ObjectNode body) throws IOException {
    var wait = silence;
    if (wait != null) {
      awaitEnd(wait);
    }
    var bytes = (body + filler).getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    try (var out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }

  private static void awaitEnd(CountDownLatch silence) {
    try {
      silence.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public String url() {
    return "http://127.0.0.1:" + http.getAddress().getPort();
  }

  /// How often somebody asked for its keys.
  public int fetched() {
    return fetched.get();
  }

  /// From here on it answers so.
  public void answerWith(int code) {
    status = code;
  }

  /// From here on it takes what is asked and answers nothing.
  public void fallSilent() {
    silence = new CountDownLatch(1);
  }

  /// From here on there is so much behind each answer.
  public void pad(int bytes) {
    filler = " ".repeat(bytes);
  }

  /// Makes a key and publishes it.
  ///
  /// @param kind `RSA`, `EC` or `Ed25519`
  public void addKey(String id, String kind) {
    try {
      var generator = KeyPairGenerator.getInstance(kind);
      if (kind.equals("RSA")) {
        generator.initialize(2048);
      } else if (kind.equals("EC")) {
        generator.initialize(new ECGenParameterSpec("secp256r1"));
      }
      keys.put(id, generator.generateKeyPair());
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  public void removeKey(String id) {
    keys.remove(id);
  }

  /// The public key as its bytes: what somebody would sign with who takes it for a secret.
  public byte[] publicKey(String id) {
    return Objects.requireNonNull(keys.get(id)).getPublic().getEncoded();
  }

  private ObjectNode description() {
    return Json.object().put("issuer", url()).put("jwks_uri", url() + "/keys");
  }

  private ObjectNode keySet() {
    var set = Json.object();
    var list = set.putArray("keys");
    keys.forEach((id, pair) -> list.add(described(id, pair)));
    return set;
  }

  private static ObjectNode described(String id, KeyPair pair) {
    var json = Json.object().put("kid", id).put("use", "sig");
    return switch (pair.getPublic()) {
      case RSAPublicKey key ->
          json.put("kty", "RSA")
              .put("n", number(key.getModulus(), 0))
              .put("e", number(key.getPublicExponent(), 0));
      case ECPublicKey key ->
          json.put("kty", "EC")
              .put("crv", "P-256")
              .put("x", number(key.getW().getAffineX(), 32))
              .put("y", number(key.getW().getAffineY(), 32));
      case EdECPublicKey key ->
          // The last bytes of what the JDK writes are the key as everybody writes it.
          json.put("kty", "OKP")
              .put("crv", "Ed25519")
              .put(
                  "x",
                  encoded(
                      Arrays.copyOfRange(
                          key.getEncoded(),
                          key.getEncoded().length - 32,
                          key.getEncoded().length)));
      default -> throw new AssertionError(pair.getPublic().getAlgorithm());
    };
  }

  private static String number(BigInteger number, int least) {
    var bytes = number.toByteArray();
    int from = bytes[0] == 0 && bytes.length > 1 ? 1 : 0;
    int length = Math.max(least, bytes.length - from);
    var all = new byte[length];
    System.arraycopy(bytes, from, all, length - (bytes.length - from), bytes.length - from);
    return encoded(all);
  }

  private static String encoded(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /// A good token of anna, which may run.
  public String token() {
    return token(_ -> {});
  }

  /// The same, with other claims.
  public String token(Consumer<ObjectNode> changed) {
    return token("RS256", "rsa", changed);
  }

  public String token(String algorithm, String key, Consumer<ObjectNode> changed) {
    var claims = claims();
    changed.accept(claims);
    return signed(
        Json.object().put("alg", algorithm).put("kid", key).put("typ", "at+jwt"), key, claims);
  }

  public ObjectNode claims() {
    var now = Instant.now();
    return Json.object()
        .put("iss", url())
        .put("aud", AUDIENCE)
        .put("sub", "anna-1")
        .put("preferred_username", "anna")
        .put("scope", "openid retinue:run")
        .put("iat", now.getEpochSecond())
        .put("exp", now.plus(Duration.ofMinutes(10)).getEpochSecond());
  }

  /// Signed by this key, whatever the header says.
  public String signed(ObjectNode header, String key, ObjectNode claims) {
    var text = unsigned(header, claims);
    try {
      var pair = Objects.requireNonNull(keys.get(key));
      var signature = signature(header.path("alg").asString(), pair);
      signature.initSign(pair.getPrivate());
      signature.update(text.getBytes(StandardCharsets.US_ASCII));
      return text + "." + encoded(signature.sign());
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static Signature signature(String algorithm, KeyPair pair)
      throws GeneralSecurityException {
    var kind = pair.getPublic().getAlgorithm();
    if (algorithm.equals("PS256")) {
      var pss = Signature.getInstance("RSASSA-PSS");
      pss.setParameter(new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, 1));
      return pss;
    }
    return Signature.getInstance(
        switch (kind) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSAinP1363Format";
          default -> "Ed25519";
        });
  }

  public String unsigned(ObjectNode header, ObjectNode claims) {
    return encoded(header.toString().getBytes(StandardCharsets.UTF_8))
        + "."
        + encoded(claims.toString().getBytes(StandardCharsets.UTF_8));
  }

  /// With a key that both sides would have to have.
  public String hashed(byte[] secret, String keyId) {
    var text = unsigned(Json.object().put("alg", "HS256").put("kid", keyId), claims());
    try {
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret, "HmacSHA256"));
      return text + "." + encoded(mac.doFinal(text.getBytes(StandardCharsets.US_ASCII)));
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    var wait = silence;
    if (wait != null) {
      wait.countDown();
    }
    http.stop(0);
  }
}
