package dev.retinue.runtime.scripted;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.FailureReason;
import dev.retinue.core.Nearest;
import dev.retinue.core.RetinueException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.regex.Pattern;

/// A word with which a step begins.
///
/// @param example how it is written
/// @param read makes the step of what follows the word, or nothing if that cannot be understood
record Word(String example, Function<String, Optional<Step>> read) {
  private static final Pattern FACT =
      Pattern.compile("([A-Za-z][A-Za-z0-9_.-]{0,63})\\s*=\\s*(.+)", Pattern.DOTALL);
  private static final Pattern START =
      Pattern.compile("([a-z0-9][a-z0-9_-]{0,63})\\s*:\\s*(.+)", Pattern.DOTALL);
  private static final Pattern REASON = Pattern.compile("(\\w+)\\s+(.+)", Pattern.DOTALL);
  private static final Pattern TIMES = Pattern.compile("[1-9]\\d{0,5}");

  static final SequencedMap<String, Word> ALL = all();

  private static SequencedMap<String, Word> all() {
    var all = new LinkedHashMap<String, Word>();
    all.put("say", new Word("say Good morning.", text -> some(text).map(Step.Say::new)));
    all.put("think", new Word("think Where to begin?", text -> some(text).map(Step.Think::new)));
    all.put("call", new Word("call search {\"query\": \"otters\"} -> 3 pages", Calls::read));
    all.put("take", new Word("take 2s", text -> Amounts.time(text).map(Step.Take::new)));
    all.put("ask", new Word("ask Which colour?", text -> some(text).map(Step.Ask::new)));
    all.put(
        "permission",
        new Word("permission delete the old files", text -> some(text).map(Step.Permission::new)));
    all.put(
        "spend",
        new Word("spend 0.02 in 1200 out 300", text -> Amounts.usage(text).map(Step.Spend::new)));
    all.put(
        "charge",
        new Word("charge 0.02 in 1200 out 300", text -> Amounts.usage(text).map(Step.Charge::new)));
    all.put("print", new Word("print 10mb", text -> Amounts.size(text).map(Step.Print::new)));
    all.put("deliver", new Word("deliver # Report", text -> some(text).map(Step.Deliver::new)));
    all.put("start", new Word("start researcher: find out about {prompt}", Word::start));
    all.put("await", new Word("await", text -> none(text, new Step.Await())));
    all.put("learn", new Word("learn model=small-1", Word::learn));
    all.put("complete", new Word("complete All done.", text -> some(text).map(Step.Complete::new)));
    all.put("assume", new Word("assume All done.", text -> some(text).map(Step.Assume::new)));
    all.put("fail", new Word("fail error The tests are red.", Word::fail));
    all.put("crash", new Word("crash", text -> none(text, new Step.Crash())));
    all.put("hang", new Word("hang", text -> none(text, new Step.Hang())));
    all.put(
        "ignore-stop",
        new Word("ignore-stop 3s", text -> Amounts.time(text).map(Step.IgnoreStop::new)));
    all.put("repeat", new Word("repeat 3", Word::repeat));
    return all;
  }

  private static Optional<String> some(String text) {
    return Optional.of(text).filter(it -> !it.isBlank());
  }

  private static Optional<Step> none(String text, Step step) {
    return text.isEmpty() ? Optional.of(step) : Optional.empty();
  }

  private static Optional<Step> start(String text) {
    var found = START.matcher(text);
    return found.matches()
        ? Optional.of(new Step.Start(found.group(1), found.group(2)))
        : Optional.empty();
  }

  private static Optional<Step> learn(String text) {
    var found = FACT.matcher(text);
    return found.matches()
        ? Optional.of(new Step.Learn(found.group(1), found.group(2)))
        : Optional.empty();
  }

  private static Optional<Step> fail(String text) {
    var found = REASON.matcher(text);
    return found.matches()
        ? Optional.of(new Step.Fail(reason(found.group(1)), found.group(2)))
        : Optional.empty();
  }

  private static FailureReason reason(String word) {
    var reasons = new LinkedHashMap<String, FailureReason>();
    Arrays.stream(FailureReason.values()).forEach(it -> reasons.put(it.word(), it));
    var reason = reasons.get(word);
    if (reason != null) {
      return reason;
    }
    throw new RetinueException(ErrorCode.INVALID_INPUT, notOneOf("reason to fail", word, reasons));
  }

  private static Optional<Step> repeat(String text) {
    return TIMES.matcher(text).matches()
        ? Optional.of(new Step.Repeat(Integer.parseInt(text), List.of()))
        : Optional.empty();
  }

  /// Says what was probably meant, or else all there is.
  static String notOneOf(String kind, String word, Map<String, ?> known) {
    var shown = Excerpt.of(word);
    var meant =
        Nearest.to(shown.toLowerCase(Locale.ROOT), known.keySet())
            .map("did you mean '%s'?"::formatted)
            .orElseGet(() -> "there is " + String.join(", ", known.keySet()) + ".");
    return "there is no %s '%s'; %s".formatted(kind, shown, meant);
  }
}
