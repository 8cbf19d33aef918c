package dev.retinue.repository;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.testing.Repository;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What docs/troubleshooting.md says that one may read somewhere is what Retinue says.
class TroubleshootingDocumentTest {
  private static final String DOCUMENT =
      Repository.text(Repository.ROOT.resolve("docs/troubleshooting.md"));

  private static final Pattern SYMPTOM = Pattern.compile("(?m)^\\| (.*?) \\|");
  private static final Pattern MESSAGE = Pattern.compile("`([^`]+)`");

  /// What clients and the web server say, and what nobody says: a command, a header, a sign.
  private static final Set<String> OTHERS =
      Set.of(
          "Failed to connect",
          "Pending approval",
          "Disabled",
          "requires approval",
          "permission denied",
          "Failed to bind",
          "connect",
          "Host",
          "*");

  /// Of messages that are put together from pieces in the code, as they are when they are put
  /// together.
  private static final String SOURCES =
      Stream.of("retinue", "server/src/main", "llm/src/main", "mcp/src/main")
          .map(Repository.ROOT::resolve)
          .flatMap(
              place ->
                  Stream.of("/retinue", ".java", ".js")
                      .flatMap(Repository::files)
                      .filter(file -> file.startsWith(place)))
          .map(Repository::text)
          .map(text -> text.replaceAll("\"\\s*\\+\\s*\"", ""))
          .collect(Collectors.joining("\n"));

  @Test
  void its_messages_are_those_of_retinue() {
    var messages = new TreeSet<>(messages());
    assertThat(messages).containsAll(OTHERS).hasSizeGreaterThan(OTHERS.size() + 15);
    messages.removeAll(OTHERS);
    assertThat(messages).allMatch(TroubleshootingDocumentTest::isSaid);
  }

  @Test
  void a_message_that_is_not_said_is_found() {
    assertThat(
            List.of(
                "the daemon of … has not started", "There is no staff 'codex'", "claimed (twice)"))
        .noneMatch(TroubleshootingDocumentTest::isSaid);
  }

  private static List<String> messages() {
    return SYMPTOM
        .matcher(DOCUMENT)
        .results()
        .flatMap(row -> MESSAGE.matcher(row.group(1)).results())
        .map(it -> it.group(1))
        .toList();
  }

  private static boolean isSaid(String message) {
    if (message.matches("\\w+( \\(\\w+\\))?")) {
      return Stream.of(message.split("\\W+")).allMatch(TroubleshootingDocumentTest::isState);
    }
    var words =
        Stream.of(message.split(" "))
            .map(TroubleshootingDocumentTest::expression)
            .collect(Collectors.joining(" "));
    return Pattern.compile(words).matcher(SOURCES).find();
  }

  /// A name may be put in, and a number; for the dots anything is.
  private static String expression(String word) {
    if (word.equals("…")) {
      return ".{1,80}?";
    }
    var itself = Pattern.quote(word);
    return word.matches(".*[\\d'].*|codex")
        ? "(?:%s|\\S*(?:%%[sd]|\\$\\w)\\S*)".formatted(itself)
        : itself;
  }

  /// States, and why a run has failed, are words or constants.
  private static boolean isState(String word) {
    return Pattern.compile("\"%s\"|\\b%s[,;(]".formatted(word, word.toUpperCase(Locale.ROOT)))
        .matcher(SOURCES)
        .find();
  }
}
