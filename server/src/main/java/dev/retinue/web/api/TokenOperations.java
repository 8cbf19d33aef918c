package dev.retinue.web.api;

import dev.retinue.core.Caller.Scope;
import dev.retinue.core.Credential;
import dev.retinue.core.Credential.Terms;
import dev.retinue.core.audit.Action;
import dev.retinue.core.staff.Callers.Issued;
import dev.retinue.core.staff.TokenDesk;
import dev.retinue.mcp.schema.Description;
import dev.retinue.mcp.schema.ToolJson;
import dev.retinue.toolset.TokenView;
import dev.retinue.toolset.TokenWish;
import dev.retinue.web.api.Operation.About;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Who may call, for those with the scope `admin`.
final class TokenOperations {
  private final TokenDesk desk;
  private final InstantSource clock;

  record Input(
      @Description("Who calls with it. What a caller starts belongs to this name.") String name,
      @Description("read, watch, run or admin; run if nothing is said.") @Nullable String scope,
      @Description("The toolsets that it may use; all if none is named.")
          @Nullable List<String> toolsets,
      @Description("The agents that it may use; all if none is named.")
          @Nullable List<String> agents,
      @Description("The folders in which its runs may work.") @Nullable List<String> roots,
      @Description("How many requests a second.") @Nullable Integer rate,
      @Description("How many trees of runs at work at once.") @Nullable Integer concurrency,
      @Description("What it may spend on one day, by UTC.") @Nullable BigDecimal budgetPerDayUsd,
      @Description("What it may spend in one month, by UTC.")
          @Nullable BigDecimal budgetPerMonthUsd,
      @Description("When it ends by itself: a time like 30d, a date or a moment.")
          @Nullable String expires) {
    TokenWish wish() {
      return new TokenWish(
          scope,
          toolsets,
          agents,
          roots,
          rate,
          concurrency,
          budgetPerDayUsd,
          budgetPerMonthUsd,
          expires,
          Set.of());
    }
  }

  record Change(
      @Nullable String scope,
      @Nullable List<String> toolsets,
      @Nullable List<String> agents,
      @Nullable List<String> roots,
      @Nullable Integer rate,
      @Nullable Integer concurrency,
      @Nullable BigDecimal budgetPerDayUsd,
      @Nullable BigDecimal budgetPerMonthUsd,
      @Nullable String expires,
      @Description(
              "What is to be limited no more: toolsets, agents, roots, rate, concurrency,"
                  + " budget_per_day_usd, budget_per_month_usd, expires.")
          @Nullable List<String> clear) {
    TokenWish wish() {
      return new TokenWish(
          scope,
          toolsets,
          agents,
          roots,
          rate,
          concurrency,
          budgetPerDayUsd,
          budgetPerMonthUsd,
          expires,
          clear == null ? Set.of() : Set.copyOf(clear));
    }
  }

  record Rotation(
      @Description(
              "For how long the old one still counts, like 15m; it ends at once if nothing is"
                  + " said.")
          @Nullable String grace,
      @Description("When the new one ends by itself; when the old one would if nothing is said.")
          @Nullable String expires) {}

  record TokenList(List<TokenView> tokens) {}

  /// @param token shown this once, and kept nowhere
  record Made(
      @Description("The token itself. It is shown this once, and kept nowhere.") String token,
      @Description("What is odd about it, but may be meant so.") List<String> warnings) {}

  record Revoked(String name, boolean revoked) {}

  record Warned(@Description("What is odd about it, but may be meant so.") List<String> warnings) {}

  TokenOperations(TokenDesk desk, InstantSource clock) {
    this.desk = desk;
    this.clock = clock;
  }

  List<Operation> all() {
    return List.of(
        Operation.json(
            "GET",
            "/api/tokens",
            About.answering("Who may call; only for the scope admin.", TokenList.class),
            call -> new TokenList(desk.all(call.caller()).stream().map(this::view).toList())),
        Operation.json(
            "POST",
            "/api/tokens",
            About.answering("Makes a token, and shows it once.", TokenView.class, Made.class)
                .taking(Input.class),
            this::create),
        Operation.json(
            "GET",
            "/api/tokens/{name}",
            About.answering("What a token allows.", TokenView.class),
            call -> view(desk.require(call.caller(), name(call)))),
        Operation.json(
            "PATCH",
            "/api/tokens/{name}",
            About.answering(
                    "Lets a token allow something else, at once.", TokenView.class, Warned.class)
                .taking(Change.class),
            this::change),
        Operation.json(
            "POST",
            "/api/tokens/{name}/rotate",
            About.answering(
                    "Makes another token for the same caller, and shows it once.",
                    TokenView.class,
                    Made.class)
                .taking(Rotation.class),
            this::rotate),
        Operation.json(
            "DELETE",
            "/api/tokens/{name}",
            About.answering("Ends a token at once.", Revoked.class),
            call -> {
              desk.revoke(call.caller(), name(call));
              return new Revoked(name(call), true);
            }));
  }

  private Object create(ApiCall call) {
    desk.refuseOthers(call.caller(), Action.TOKEN_CREATE, null);
    var input = Bodies.INPUT.require(call);
    var terms = input.wish().over(Terms.of(Scope.RUN), clock.instant());
    return made(desk.create(call.caller(), proof(call), input.name(), terms));
  }

  private Object change(ApiCall call) {
    desk.refuseOthers(call.caller(), Action.TOKEN_CHANGE, name(call));
    var wish = Bodies.CHANGE.require(call).wish();
    var changed =
        desk.change(
            call.caller(), proof(call), name(call), terms -> wish.over(terms, clock.instant()));
    return together(view(changed), new Warned(desk.doubts(changed.terms().grant())));
  }

  private Object rotate(ApiCall call) {
    desk.refuseOthers(call.caller(), Action.TOKEN_ROTATE, name(call));
    var wish = Bodies.ROTATION.find(call).orElse(new Rotation(null, null));
    var expires = wish.expires() == null ? null : TokenWish.moment(wish.expires(), clock.instant());
    var grace = wish.grace() == null ? Duration.ZERO : TokenWish.span(wish.grace());
    return made(desk.rotate(call.caller(), proof(call), name(call), expires, grace));
  }

  /// Made when they are first needed, and not while the daemon starts.
  private static final class Bodies {
    static final BodyReader<Input> INPUT = new BodyReader<>(Input.class);
    static final BodyReader<Change> CHANGE = new BodyReader<>(Change.class);
    static final BodyReader<Rotation> ROTATION = new BodyReader<>(Rotation.class);
  }

  private static ObjectNode together(Record first, Record second) {
    ObjectNode json = ToolJson.MAPPER.valueToTree(first);
    json.setAll((ObjectNode) ToolJson.MAPPER.valueToTree(second));
    return json;
  }

  private Object made(Issued issued) {
    var grant = issued.credential().terms().grant();
    return together(view(issued.credential()), new Made(issued.token(), desk.doubts(grant)));
  }

  private TokenView view(Credential credential) {
    return TokenView.of(credential, clock.instant());
  }

  /// Of a caller who has two tokens for a while, the one with which he asks.
  private static @Nullable String proof(ApiCall call) {
    return call.visit().admission().proof();
  }

  private static String name(ApiCall call) {
    return call.visit().name("name");
  }
}
