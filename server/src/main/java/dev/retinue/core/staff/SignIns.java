package dev.retinue.core.staff;

import dev.retinue.core.Caller;
import dev.retinue.core.Digest;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.port.SignOuts;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import javax.crypto.SecretKey;

/// Lets people in with a browser. Whoever has a token gets a link, whose code is good once and not
/// for long, and for the code a pass that the browser keeps. A pass is signed with the key of the
/// data directory, so that it outlives the process, and good only as long as the token that stands
/// behind it.
public final class SignIns {
  /// How long a link is good.
  public static final Duration LINK_GOOD_FOR = Duration.ofMinutes(10);

  /// How long somebody stays signed in, whatever he does meanwhile.
  public static final Duration PASS_GOOD_FOR = Duration.ofDays(7);

  /// What those hear whose tokens an authorization server makes: they end too soon to stay signed
  /// in with, and are kept by whoever has them.
  public static final String ISSUED_ELSEWHERE =
      "An access token of an authorization server does not sign in to the console; 'retinue token create' makes a token that does, which can be pasted.";

  private static final String CODE = "rtl_";
  private static final int MOST_CODES = 100;
  private static final int MOST_OF_TOKEN = 10;
  private static final int RANDOM_BYTES = 32;
  private static final int ID_BYTES = 12;
  private static final Pattern PASS =
      Pattern.compile(
          "(rtc_([A-Za-z0-9_-]{16})\\.([0-9]{1,12})\\.([0-9a-f]{64}))\\.([A-Za-z0-9_-]{43})");

  private final Seal seal;
  private final Function<String, Optional<Caller>> callers;
  private final SignOuts signOuts;
  private final Surroundings surroundings;
  private final Map<String, Code> codes = new LinkedHashMap<>();
  private volatile String address = "";
  private volatile Function<String, Optional<Instant>> ends = _ -> Optional.empty();

  /// @param callers whom the token with this digest stands for, as long as it is good
  public SignIns(
      SecretKey key,
      Function<String, Optional<Caller>> callers,
      SignOuts signOuts,
      Surroundings surroundings) {
    this.seal = new Seal(key);
    this.callers = callers;
    this.signOuts = signOuts;
    this.surroundings = surroundings;
  }

  /// With who knows when a token ends by itself.
  public SignIns knowing(Function<String, Optional<Instant>> endOfTokens) {
    ends = endOfTokens;
    return this;
  }

  /// When the token with this digest ends by itself, if it does.
  public Optional<Instant> endOf(String token) {
    return ends.apply(token);
  }

  /// @param token the digest of the token of whoever asked for it
  private record Code(String token, Instant until) {}

  /// A link as it is shown, once.
  public record Link(String url, Instant until) {
    @Override
    public String toString() {
      return "a link until " + until;
    }
  }

  /// What a browser keeps.
  public record Pass(String text, Instant until) {
    @Override
    public String toString() {
      return "a pass until " + until;
    }
  }

  /// Who came with a genuine pass.
  ///
  /// @param id of this one sign-in
  /// @param token the digest of the token that stands behind it
  public record SignedIn(String id, String token, Caller caller, Instant until) {}

  /// Where those who are given a link will find us.
  public void reachableAt(String url) {
    address = url;
  }

  /// A name for what a browser keeps, which two daemons on one machine do not share: a browser
  /// tells hosts apart and not ports.
  public String name() {
    return "retinue-" + seal.of("sign-in/name").substring(0, 8).replaceAll("[^A-Za-z0-9]", "0");
  }

  /// A link for somebody with a token, so that he comes in by a browser, too.
  ///
  /// @param token the digest of his token
  public Link link(String token) {
    var code = CODE + random(RANDOM_BYTES);
    var until = surroundings.now().plus(LINK_GOOD_FOR);
    synchronized (codes) {
      codes.values().removeIf(it -> !surroundings.now().isBefore(it.until));
      makeRoom(token);
      codes.put(Digest.ofText(code), new Code(token, until));
    }
    // Behind a '#', so that it comes into no log of a server, and into no preview of a link.
    return new Link(address + "/sign-in#code=" + code, until);
  }

  /// Whoever asks for too many loses the oldest of his own, and nobody else's.
  private void makeRoom(String token) {
    var own = codes.entrySet().stream().filter(it -> it.getValue().token.equals(token)).toList();
    if (own.size() >= MOST_OF_TOKEN) {
      codes.remove(own.getFirst().getKey());
    } else if (codes.size() >= MOST_CODES) {
      codes.remove(codes.keySet().iterator().next());
    }
  }

  /// Lets in who has a code, which is good no more then, or a token.
  public Pass signIn(String secret) {
    if (secret.startsWith("eyJ")) {
      throw refused(ISSUED_ELSEWHERE);
    }
    if (!secret.startsWith(CODE)) {
      return pass(Digest.ofText(secret))
          .orElseThrow(
              () ->
                  refused(
                      "This is no token of this daemon, or one that is good no more. 'retinue"
                          + " console' prints a link that signs you in."));
    }
    Code code;
    synchronized (codes) {
      code = codes.remove(Digest.ofText(secret));
    }
    if (code == null || !surroundings.now().isBefore(code.until)) {
      throw refused(
          "This link is good no more: it is good once, and for %d minutes. 'retinue console' prints a new one."
              .formatted(LINK_GOOD_FOR.toMinutes()));
    }
    return pass(code.token)
        .orElseThrow(
            () ->
                refused(
                    "The token behind this link is good no more. With another one in RETINUE_TOKEN,"
                        + " 'retinue console' prints a new link."));
  }

  private static RetinueException refused(String sentence) {
    return new RetinueException(ErrorCode.UNAUTHORIZED, sentence);
  }

  private Optional<Pass> pass(String token) {
    return callers.apply(token).map(_ -> pass(token, surroundings.now()));
  }

  private Pass pass(String token, Instant now) {
    var claim = "rtc_%s.%d.%s".formatted(random(ID_BYTES), now.getEpochSecond(), token);
    return new Pass(claim + "." + seal.of(claim), endOf(now));
  }

  /// Who comes with this pass, as long as he is signed in.
  public Optional<SignedIn> find(String pass) {
    var matcher = PASS.matcher(pass);
    if (!matcher.matches() || !seal.isOn(matcher.group(1), matcher.group(5))) {
      return Optional.empty();
    }
    var until = endOf(Instant.ofEpochSecond(Long.parseLong(matcher.group(3))));
    var id = matcher.group(2);
    if (!surroundings.now().isBefore(until) || signOuts.contains(id)) {
      return Optional.empty();
    }
    var token = matcher.group(4);
    return callers.apply(token).map(caller -> new SignedIn(id, token, caller, until));
  }

  private static Instant endOf(Instant issued) {
    return Instant.ofEpochSecond(issued.getEpochSecond()).plus(PASS_GOOD_FOR);
  }

  /// Ends this one sign-in; others of the same caller stay.
  public void signOut(SignedIn signedIn) {
    signOuts.add(signedIn.id(), signedIn.until());
  }

  private String random(int length) {
    var bytes = new byte[length];
    surroundings.random().nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
