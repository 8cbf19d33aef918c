package dev.retinue.mcp.era;

import dev.retinue.mcp.Caller;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.RpcException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.node.ObjectNode;

/// What a half-answered request carries through the client: its answers so far and the handles of
/// work begun. It is sealed, so a client can neither read nor change it, bound to the caller and to
/// the very request, and valid for a while and for one end of the request.
final class RequestState {
  private static final Duration LIFE = Duration.ofMinutes(30);
  private static final int NONCE = 12;
  private static final int TAG_BITS = 128;
  private static final int MOST_TAKEN = 100_000;

  private final Supplier<SecretKey> key;
  private final InstantSource clock;
  private final Map<String, Boolean> taken =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
          return size() > MOST_TAKEN;
        }
      };

  RequestState(Supplier<SecretKey> key, InstantSource clock) {
    this.key = key;
    this.clock = clock;
  }

  String seal(String request, CallBase call) {
    var state = Json.object().put("expires", clock.instant().plus(LIFE).toEpochMilli());
    // All the rounds of a request are one call.
    state.put("series", call.id());
    var answers = state.putObject("answers");
    call.answers().forEach(answers::set);
    var handles = state.putObject("handles");
    call.handles().forEach(handles::put);
    var nonce = Randomness.bytes(NONCE);
    try {
      var cipher = cipher(Cipher.ENCRYPT_MODE, nonce, request);
      var sealed = cipher.doFinal(Json.WIRE.writeValueAsBytes(state));
      var all = ByteBuffer.allocate(NONCE + sealed.length).put(nonce).put(sealed).array();
      return Base64.getUrlEncoder().withoutPadding().encodeToString(all);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Request state cannot be sealed", e);
    }
  }

  /// Gives the call what was sealed for it, and takes the series: nobody else gets in, at the same
  /// time or later, unless it is given back.
  String open(String text, String request, CallBase call) {
    var state = unseal(text, request);
    if (state.path("expires").asLong(0) < clock.millis()) {
      throw RpcException.invalidParams("The request state has expired; begin again without it");
    }
    var series = String.valueOf(Json.text(state, "series"));
    synchronized (taken) {
      if (taken.putIfAbsent(series, true) != null) {
        throw RpcException.invalidParams("The request state was used already");
      }
    }
    call.named(series);
    for (var answer : Json.child(state, "answers").properties()) {
      if (answer.getValue() instanceof ObjectNode object) {
        call.answers().put(answer.getKey(), object);
      }
    }
    for (var handle : Json.child(state, "handles").properties()) {
      call.handles().put(handle.getKey(), handle.getValue().asString(""));
    }
    return series;
  }

  /// The request has not come to its end: it may be gone on with.
  void giveBack(String series) {
    synchronized (taken) {
      taken.remove(series);
    }
  }

  private ObjectNode unseal(String text, String request) {
    try {
      var all = Base64.getUrlDecoder().decode(text);
      if (all.length > NONCE) {
        var nonce = ByteBuffer.wrap(all, 0, NONCE);
        var bytes = new byte[NONCE];
        nonce.get(bytes);
        var cipher = cipher(Cipher.DECRYPT_MODE, bytes, request);
        var plain = cipher.doFinal(all, NONCE, all.length - NONCE);
        return (ObjectNode) Json.WIRE.readTree(plain);
      }
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      // Changed, or made for another request: refused below.
    }
    throw RpcException.invalidParams("The request state is not one that this server gave");
  }

  private Cipher cipher(int mode, byte[] nonce, String request) throws GeneralSecurityException {
    var cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, key.get(), new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(request.getBytes(StandardCharsets.UTF_8));
    return cipher;
  }

  /// What a state belongs to: who asks, and what, without what changes from round to round.
  static String request(Caller caller, String method, ObjectNode params) {
    var constant = params.deepCopy();
    constant.remove("_meta");
    constant.remove("inputResponses");
    constant.remove("requestState");
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      digest.update(
          Json.WIRE
              .writer()
              .with(JsonNodeFeature.WRITE_PROPERTIES_SORTED)
              .writeValueAsBytes(constant));
      var text = Base64.getEncoder().encodeToString(digest.digest());
      return String.join("\n", method, text, caller.id());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("SHA-256 is missing", e);
    }
  }
}
