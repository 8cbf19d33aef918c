package dev.retinue.core.permission;

import dev.retinue.core.permission.ShellReader.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The words of one command.
final class SimpleCommand {
  /// So many of them are looked at where each may be the beginning of another command.
  private static final int MOST_WORDS = 64;

  private static final Pattern ASSIGNMENT =
      Pattern.compile("[A-Za-z_][A-Za-z0-9_]*(\\[.*])?\\+?=.*", Pattern.DOTALL);

  /// Those that run what is behind them, and words of the language that stand before a command.
  private static final Set<String> BEFORE_OTHERS =
      Set.of(
          "sudo",
          "doas",
          "env",
          "nohup",
          "nice",
          "ionice",
          "time",
          "timeout",
          "setsid",
          "stdbuf",
          "xargs",
          "parallel",
          "exec",
          "command",
          "builtin",
          "find",
          "watch",
          "chroot",
          "unshare",
          "nsenter",
          "flock",
          "strace",
          "busybox",
          "toybox",
          "su",
          "runuser",
          "setpriv",
          "taskset",
          "chrt",
          "unbuffer",
          "script",
          "trap",
          "coproc",
          "if",
          "then",
          "elif",
          "else",
          "while",
          "until",
          "do",
          "case",
          "for",
          "select",
          "function",
          "in",
          "!",
          "{");

  /// Those that run text.
  private static final Set<String> SHELLS =
      Set.of(
          "sh",
          "bash",
          "dash",
          "zsh",
          "ksh",
          "ash",
          "fish",
          "eval",
          "su",
          "runuser",
          "ssh",
          "script",
          "watch",
          "parallel",
          "trap",
          "env",
          "xargs",
          "flock",
          "alias");

  /// Those that run what comes to them, where nothing else is said.
  private static final Set<String> LISTENERS =
      Set.of("sh", "bash", "dash", "zsh", "ksh", "ash", "fish");

  private final List<Word> words;
  private final boolean assigns;

  SimpleCommand(List<Word> all) {
    int first = 0;
    while (first < all.size() && isAssignment(all.get(first))) {
      first++;
    }
    assigns = first > 0;
    words = List.copyOf(all.subList(first, all.size()));
  }

  private static boolean isAssignment(Word word) {
    return ASSIGNMENT.matcher(word.text()).matches();
  }

  boolean assigns() {
    return assigns;
  }

  /// Whether it is known what runs.
  boolean plain() {
    if (words.isEmpty()) {
      return true;
    }
    boolean passesOn = BEFORE_OTHERS.contains(name()) || SHELLS.contains(name());
    return !words.getFirst().unknown()
        && !(LISTENERS.contains(name()) && listens())
        && !(passesOn && words.size() > MOST_WORDS)
        && !(passesOn && words.stream().anyMatch(Word::unknown));
  }

  /// Whether what it runs comes to it from somewhere else.
  private boolean listens() {
    return words.stream()
        .skip(1)
        .map(Word::text)
        .allMatch(it -> it.startsWith("-") || it.startsWith("/dev/") || it.startsWith("/proc/"));
  }

  private String name() {
    return base(words.getFirst().text());
  }

  private static String base(String program) {
    return program.substring(program.lastIndexOf('/') + 1);
  }

  /// As a rule may name it: with the folder of the program and without, and without those that only
  /// run it.
  List<String> forms() {
    var forms = new ArrayList<String>();
    for (int from = 0; from < Math.min(words.size(), MOST_WORDS); from++) {
      if (from > 0 && !BEFORE_OTHERS.contains(name())) {
        break;
      }
      var rest = joined(from + 1);
      var program = words.get(from).text();
      forms.add((program + " " + rest).strip());
      forms.add((base(program) + " " + rest).strip());
    }
    return forms;
  }

  private String joined(int from) {
    return words.stream().skip(from).map(Word::text).collect(Collectors.joining(" "));
  }

  /// What it runs as a line of its own.
  List<String> scripts() {
    boolean shell =
        !words.isEmpty()
            && (SHELLS.contains(name())
                || (BEFORE_OTHERS.contains(name())
                    && words.stream().anyMatch(it -> SHELLS.contains(base(it.text())))));
    if (!shell || words.size() == 1) {
      return List.of();
    }
    var scripts = new ArrayList<String>();
    words.stream().skip(1).limit(MOST_WORDS).map(Word::text).forEach(scripts::add);
    scripts.add(joined(1));
    return scripts;
  }
}
