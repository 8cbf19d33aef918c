package dev.retinue.config.team.key;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// The section `hooks` of an agent: commands that hear of what it does.
final class HookKeys {
  private static final Kind<List<OneHook.Written>> LISTENERS =
      new Items<>("a list of hooks", OneHook.listener(), ",", true);

  /// In the order in which docker agent asks them.
  private static final List<Key<List<Matched>>> GUARDS =
      List.of(
          matched("tool_input_transform", OneHook.guard()),
          matched("tool_guard", OneHook.guard()),
          matched(word(Moment.PRE_TOOL_USE), OneHook.guard()));

  private static final Key<List<Matched>> POST_TOOL_USE =
      matched(word(Moment.POST_TOOL_USE), OneHook.listener());
  private static final List<Moment> OTHERS =
      List.of(Moment.SESSION_START, Moment.SESSION_END, Moment.ON_USER_INPUT);
  private static final List<Key<List<OneHook.Written>>> ALWAYS =
      OTHERS.stream()
          .map(it -> Key.of(word(it), LISTENERS, List.<OneHook.Written>of(), "What is run then."))
          .toList();

  private static final List<Key<Position>> UNSUPPORTED =
      Unsupported.keys(
          "permission_request",
          "user_prompt_submit",
          "user_steering_messages_submit",
          "user_followup_submit",
          "turn_start",
          "turn_end",
          "before_llm_call",
          "after_llm_call",
          "pre_compact",
          "before_compaction",
          "after_compaction",
          "subagent_stop",
          "stop",
          "notification",
          "on_error",
          "on_max_iterations",
          "on_agent_switch",
          "on_session_resume",
          "on_tool_approval_decision",
          "tool_response_transform",
          "skill_content_guard",
          "worktree_create");
  private static final List<Key<Position>> REFUSED =
      List.of(
          Refused.key("before_agent_run", AgentKeys.ROUTE),
          Refused.key("after_agent_complete", AgentKeys.ROUTE),
          Refused.key("prompt_file_guard", "look at the files yourself, and remove it"));

  static final Key<Written> ALL =
      Key.of(
          "hooks",
          new Shape<>(
              Keys.of(
                  Keys.of(Keys.of(Keys.of(List.of(), GUARDS), List.of(POST_TOOL_USE)), ALWAYS),
                  Keys.of(List.copyOf(UNSUPPORTED), REFUSED)),
              HookKeys::written),
          new Written(List.of(), List.of()),
          "Commands that hear of what the agent does; only in files of the operator.");

  /// The hooks of one agent.
  record Written(List<Placed<Hook>> hooks, List<Remark> remarks) {}

  private record Matched(String matcher, List<OneHook.Written> hooks) {}

  private HookKeys() {}

  private static Key<List<Matched>> matched(String name, Shape<OneHook.Written> one) {
    var matcher =
        Key.of("matcher", pattern(), "", "Of which tools it hears: a regular expression, or `*`.");
    var hooks =
        Key.required(
            "hooks", new Items<OneHook.Written>("a list of hooks", one, ",", true), "What is run.");
    var always =
        Key.optional("preempt_yolo", Kinds.truth(), "Not used: hooks always come before rules.");
    return Key.of(
        name,
        new Items<>(
            "a list of hooks with a matcher",
            new Shape<>(
                List.of(matcher, hooks, always),
                values -> new Matched(values.require(matcher), values.require(hooks))),
            ",",
            true),
        List.of(),
        "What is run then, for some tools.");
  }

  private static String word(Moment moment) {
    return moment.name().toLowerCase(Locale.ROOT);
  }

  private static Written written(Values values) {
    var written =
        new Written(
            new ArrayList<>(), new ArrayList<>(Unsupported.among(UNSUPPORTED, values, "'hooks'")));
    for (var guard : GUARDS) {
      values
          .require(guard)
          .forEach(it -> add(written, it.hooks(), Moment.PRE_TOOL_USE, it.matcher()));
    }
    values
        .require(POST_TOOL_USE)
        .forEach(it -> add(written, it.hooks(), Moment.POST_TOOL_USE, it.matcher()));
    for (int i = 0; i < OTHERS.size(); i++) {
      add(written, values.require(ALWAYS.get(i)), OTHERS.get(i), "");
    }
    return new Written(List.copyOf(written.hooks()), List.copyOf(written.remarks()));
  }

  private static void add(
      Written written, List<OneHook.Written> hooks, Moment moment, String matcher) {
    for (var it : hooks) {
      written.remarks().addAll(it.remarks());
      if (it.line() != null) {
        written
            .hooks()
            .add(new Placed<>(new Hook(moment, matcher, it.line(), it.timeout()), it.at()));
      }
    }
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
