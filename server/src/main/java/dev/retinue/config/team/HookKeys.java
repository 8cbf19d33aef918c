package dev.retinue.config.team;

import dev.retinue.config.Described;
import dev.retinue.config.Items;
import dev.retinue.config.Key;
import dev.retinue.config.Kind;
import dev.retinue.config.Kinds;
import dev.retinue.config.Schemas;
import dev.retinue.config.Shape;
import dev.retinue.config.Single;
import dev.retinue.config.Values;
import dev.retinue.config.yaml.Position;
import dev.retinue.core.craft.Hook;
import dev.retinue.core.craft.Hook.Moment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// The section `hooks` of an agent: commands that hear of what it does.
final class HookKeys {
  private static final int LONGEST_COMMAND = 16_000;
  private static final int LONGEST_WAIT = 3_600;
  private static final int USUAL_WAIT = 60;

  private static final Key<String> TYPE =
      Key.required(
          "type",
          new Described<>(
              new Single<>(
                  "command",
                  scalar -> Optional.of(scalar.text()).filter("command"::equals),
                  _ -> "there is no other type"),
              () -> Schemas.oneOf(List.of("command"))),
          "What it is: a `command`.");
  private static final Key<String> COMMAND =
      Key.required(
          "command",
          Kinds.text(LONGEST_COMMAND),
          "What is run by a shell; it reads JSON about the deed.");
  private static final Key<Long> TIMEOUT =
      Key.of(
          "timeout",
          Kinds.wholeNumber(1, LONGEST_WAIT),
          (long) USUAL_WAIT,
          "How many seconds it may take.");
  private static final Shape<Command> ONE =
      new Shape<>(
          List.of(TYPE, COMMAND, TIMEOUT),
          values ->
              new Command(
                  values.at(),
                  values.require(COMMAND),
                  Duration.ofSeconds(values.require(TIMEOUT))));
  private static final Kind<List<Command>> SEVERAL = new Items<>("a list of hooks", ONE, ",", true);

  private static final Key<String> MATCHER =
      Key.of("matcher", pattern(), "", "Of which tools it hears: a regular expression, or `*`.");
  private static final Key<List<Command>> HOOKS = Key.required("hooks", SEVERAL, "What is run.");
  private static final Kind<List<Matched>> MATCHED =
      new Items<>(
          "a list of hooks with a matcher",
          new Shape<>(
              List.of(MATCHER, HOOKS),
              values -> new Matched(values.require(MATCHER), values.require(HOOKS))),
          ",",
          true);

  private static final Key<List<Matched>> PRE_TOOL_USE = about(Moment.PRE_TOOL_USE);
  private static final Key<List<Matched>> POST_TOOL_USE = about(Moment.POST_TOOL_USE);
  private static final List<Moment> OTHERS =
      List.of(Moment.SESSION_START, Moment.SESSION_END, Moment.ON_USER_INPUT);
  private static final List<Key<List<Command>>> ALWAYS =
      OTHERS.stream()
          .map(it -> Key.of(word(it), SEVERAL, List.<Command>of(), "What is run then."))
          .toList();

  static final Key<List<Placed<Hook>>> ALL =
      Key.of(
          "hooks",
          new Shape<>(Keys.of(List.of(PRE_TOOL_USE, POST_TOOL_USE), ALWAYS), HookKeys::hooks),
          List.of(),
          "Commands that hear of what the agent does; only in files of the operator.");

  private record Command(Position at, String line, Duration timeout) {
    Placed<Hook> at(Moment moment, String matcher) {
      return new Placed<>(new Hook(moment, matcher, line, timeout), at);
    }
  }

  private record Matched(String matcher, List<Command> commands) {}

  private HookKeys() {}

  private static Key<List<Matched>> about(Moment moment) {
    return Key.of(word(moment), MATCHED, List.of(), "What is run then, for some tools.");
  }

  private static String word(Moment moment) {
    return moment.name().toLowerCase(Locale.ROOT);
  }

  private static List<Placed<Hook>> hooks(Values values) {
    var hooks = new ArrayList<Placed<Hook>>();
    for (var it : values.require(PRE_TOOL_USE)) {
      it.commands().forEach(one -> hooks.add(one.at(Moment.PRE_TOOL_USE, it.matcher())));
    }
    for (var it : values.require(POST_TOOL_USE)) {
      it.commands().forEach(one -> hooks.add(one.at(Moment.POST_TOOL_USE, it.matcher())));
    }
    for (int i = 0; i < OTHERS.size(); i++) {
      var moment = OTHERS.get(i);
      values.require(ALWAYS.get(i)).forEach(one -> hooks.add(one.at(moment, "")));
    }
    return List.copyOf(hooks);
  }

  /// `*` alone means all.
  private static Kind<String> pattern() {
    return new Described<>(
        new Single<>(
            "a regular expression, or *",
            scalar ->
                Optional.of(scalar.text().equals("*") ? "" : scalar.text())
                    .filter(HookKeys::isPattern),
            _ -> ""),
        () -> Schemas.type("string"));
  }

  private static boolean isPattern(String text) {
    try {
      var _ = Pattern.compile(text);
      return text.length() <= TeamKinds.LONGEST_NAME;
    } catch (PatternSyntaxException e) {
      return false;
    }
  }
}
