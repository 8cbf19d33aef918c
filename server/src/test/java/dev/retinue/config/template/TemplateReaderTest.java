package dev.retinue.config.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.template.Template;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TemplateReaderTest {
  private static final String KEYS =
      """
      ---
      name: greet
      description: Greets somebody.
      arguments:
        who: {description: Whom to greet.}
        loud: {description: Whether it is heard., type: boolean}
        times: {description: How often., type: integer, default: 1}
      ---
      """;

  private static Template read(String text) {
    return new TemplateReader(
            schema -> {
              if (schema.contains("nonsense")) {
                throw new RetinueException(ErrorCode.INVALID_INPUT, "This is no schema.");
              }
            })
        .read("t.md", text.getBytes(StandardCharsets.UTF_8));
  }

  private static String filled(String body, Map<String, String> given) {
    return read(KEYS + body + "{{#who}}{{#loud}}{{#times}}{{/times}}{{/loud}}{{/who}}")
        .filled(given);
  }

  private static void assertSays(String file, String sentences) {
    assertThatThrownBy(() -> read(file))
        .isInstanceOfSatisfying(
            RetinueException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_INPUT))
        .hasMessage(sentences);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Hello {{who}}! | Hello Ada!",
        "Hello {{ who }}! | Hello Ada!",
        "Hello{{#who}} {{who}}{{/who}}! | Hello Ada!",
        "Hello{{^who}} nobody{{/who}}! | Hello!",
        "Hello{{#loud}} LOUD{{/loud}}! | Hello!",
        "Hello{{#times}} {{times}} times{{/times}}! | Hello 1 times!",
        "A{{#who}}B{{^loud}}C{{/loud}}D{{/who}}E | ABCDE",
        "\\{{who}} is {{who}} | {{who}} is Ada",
        "{who} {} }} | {who} {} }}",
      })
  void places_and_blocks_are_filled_in(String body, String text) {
    assertThat(filled(body, Map.of("who", "Ada", "loud", "false"))).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{{times}}", "{{#loud}}x{{/loud}}", "\\{{who}}", "$1 \\Q {{", "---\nname: x"})
  void what_is_given_is_data_and_stays_as_it_is(String value) {
    assertThat(filled("Hello {{who}}!", Map.of("who", value))).isEqualTo("Hello " + value + "!");
  }

  @Test
  void a_mark_alone_on_its_line_takes_the_line_with_it() {
    var body = "One\n  {{#who}}  \nTwo {{who}}\n{{/who}}\nThree\n\n{{^who}}\nFour\n{{/who}}\n";
    assertThat(filled(body, Map.of("who", "2"))).isEqualTo("One\nTwo 2\nThree");
    assertThat(filled(body, Map.of())).isEqualTo("One\nThree\n\nFour");
  }

  @Test
  void an_empty_text_is_nothing_given() {
    assertThat(filled("Hello{{#who}} {{who}}{{/who}}!", Map.of("who", " "))).isEqualTo("Hello!");
  }

  @Test
  void lines_may_end_as_on_windows_and_a_rule_in_the_text_is_text() {
    var text = KEYS + "{{who}}\n---\n{{loud}}{{times}}\n";
    assertThat(read(text.replace("\n", "\r\n")).filled(Map.of("who", "a"))).isEqualTo("a\n---\n1");
  }

  @Test
  void every_mistake_is_told_with_its_place_and_remedy() {
    assertSays(
        """
        ---
        nme: greet
        description: Greets.
        tools: shell
        arguments:
          who: {descripton: Whom.}
          model: {description: Which., }
          Who: {description: Whom.}
        ---
        Hello {{who} and {{
        """,
        """
        t.md:2:1: there is no key 'nme' in the template; did you mean 'name'?
        t.md:4:8: 'tools' in the template must be a list of names, but is the text 'shell'; write it as [one, two].
        t.md:6:9: there is no key 'descripton' in arguments 'who'; did you mean 'description'?
        t.md:7:3: every template has an argument 'model' already; choose another name.
        t.md:8:3: the name of an argument has at most 40 lower-case letters, digits and '_', and begins with a letter: 'Who' does not.
        t.md:10:7: '{{who} and {{' is no place of an argument; write {{name}}, or \\{{ for two braces.
        t.md:10:18: '{{' is no place of an argument; write {{name}}, or \\{{ for two braces.""");
  }

  @Test
  void places_and_arguments_belong_together() {
    assertSays(
        KEYS + "Hello {{whom}}, é{{colour}} {{times}}\n{{#loud}}\n",
        """
        t.md:5:3: the text never uses the argument 'who'; write {{who}} there, or remove it.
        t.md:9:7: there is no argument 'whom'; did you mean 'who'?
        t.md:9:18: there is no argument 'colour'; declare it in 'arguments'.
        t.md:10:1: this block has no end; write {{/loud}} behind it.""");
    assertSays(
        KEYS + "{{times}}{{#who}}{{#loud}}{{/who}}{{/loud}}{{/who}}{{/who}}",
        """
        t.md:9:27: this ends 'who', but the block of 'loud' in line 9 is still open; end that one first.
        t.md:9:52: no block of 'who' begins above; write {{#who}} there.""");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          read-only: true | 'read-only' is a promise to clients, so 'tools' may have only read, search and web then.
          {read-only: true, tools: [read, shell]} | 'read-only' is a promise to clients, so 'tools' may have only read, search and web then.
          model: sonnet | 'model' is that of the first 'agent', and none is named; name one, or remove 'model'.
          timeout: 2h | 'timeout' in the template must be a time from 30s to 30m, such as 30s, 5m or 2h, but is the text '2h'.
          structured-output: text | 'structured-output' in the template must be a JSON Schema, written as YAML, but is the text 'text'.
          structured-output: {nonsense: 1} | this is no schema.
          arguments: {a: {description: A., required: true, default: x}} | an argument that is required needs no 'default'; remove one of the two.
          arguments: {a: {description: A., type: integer, default: x}} | the 'default' must be a whole number; its default is 'x'.
          arguments: {a: {description: A., type: integer, enum: [a]}} | only an argument of the type 'string' has an 'enum'; remove it.
          arguments: {a: {description: A., enum: [a, b], default: c}} | the 'default' must be one of a, b; its default is 'c'.
          """)
  void what_does_not_go_together_is_refused(String more, String sentence) {
    var lines =
        more.startsWith("{")
            ? more.substring(1, more.length() - 1).replace(", tools", "\ntools")
            : more;
    assertThatThrownBy(
            () ->
                read("---\nname: greet\ndescription: Greets.\n%s\n---\nHello.\n".formatted(lines)))
        .hasMessageStartingWith("t.md:")
        .hasMessageEndingWith(": " + sentence);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Greet", "a__b", "_a", "a-b", "a_", "9a", "a b"})
  void a_name_is_fit_for_a_tool_and_a_prompt(String name) {
    assertThatThrownBy(
            () -> read("---\nname: '%s'\ndescription: Greets.\n---\nHello.\n".formatted(name)))
        .hasMessageContaining("the name of a template has at most 40")
        .hasMessageContaining("'" + name + "'");
  }

  @Test
  void a_file_without_keys_or_text_is_none() {
    assertSays(
        "Hello.\n",
        "t.md:1:1: a template begins with its keys between two lines of '---'; write them above its text.");
    assertSays(
        "---\nname: a\ndescription: Greets.\n---\n \n",
        "t.md:5:1: the template has no text; write what the agent is to do.");
    assertThatThrownBy(() -> read("---\n---\nHello.\n"))
        .hasMessageContaining("the template has no 'name'")
        .hasMessageContaining("the template has no 'description'");
  }

  @Test
  void what_is_not_text_is_refused_with_its_place() {
    assertThatThrownBy(() -> read(KEYS + "a\u0007"))
        .hasMessageContaining("t.md:9:2: the character U+0007 cannot stand here");
  }

  @Test
  void a_required_argument_is_asked_for_by_its_name() {
    var template =
        read(
            "---\nname: a\ndescription: B.\narguments: {who: {description: Whom., required: true}}\n---\n{{who}}");
    assertThatThrownBy(() -> template.filled(Map.of()))
        .hasMessage("'a' needs the argument 'who': Whom.");
    assertThatThrownBy(() -> template.filled(Map.of("who", " "))).hasMessageContaining("'who'");
    assertThatThrownBy(() -> template.filled(Map.of("who", "x".repeat(50_001))))
        .hasMessageContaining("must have at most 50000 characters");
  }
}
