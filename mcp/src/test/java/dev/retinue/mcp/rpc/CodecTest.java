package dev.retinue.mcp.rpc;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.Charset;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What is no message is refused with the right code, and a message is read as it was meant.
final class CodecTest {
  private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";

  static Stream<byte[]> notUtf8() {
    return Stream.of(
        PING.getBytes(UTF_16LE),
        PING.getBytes(UTF_16BE),
        ("\ufeff" + PING).getBytes(UTF_16LE),
        ("\ufeff" + PING).getBytes(UTF_16BE),
        PING.getBytes(Charset.forName("UTF-32LE")),
        PING.getBytes(Charset.forName("UTF-32BE")),
        ("\ufeff" + PING).getBytes(Charset.forName("UTF-32LE")),
        ("\ufeff" + PING).getBytes(UTF_8),
        bytes('"', 0xe9, '"'),
        bytes('"', 0x80, '"'),
        bytes('"', 0xff, '"'),
        // Longer than it need be: how a filter on the way is deceived.
        bytes('"', 0xc0, 0xaf, '"'),
        bytes('"', 0xe0, 0x80, 0xaf, '"'),
        bytes('"', 0xf0, 0x80, 0x80, 0xaf, '"'),
        // Beyond the last character, and half a character.
        bytes('"', 0xf4, 0x90, 0x80, 0x80, '"'),
        bytes('"', 0xed, 0xa0, 0x80, '"'),
        bytes('"', 0xe2, 0x82));
  }

  @ParameterizedTest
  @MethodSource("notUtf8")
  void text_in_any_other_encoding_is_unreadable(byte[] text) {
    assertThat(refusal(text)).isEqualTo(RpcError.PARSE_ERROR);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"pi",
        "{\"a\":1,\"a\":1}",
        "{\"a\":{\"b\":1,\"b\":2}}",
        "{} {}",
        "{}x",
        "{\"a\":NaN}",
        "{\"a\":1e999999999}",
        "{\"a\":-1e400}",
        "{'a':1}",
        "{\"a\":1,}",
        "// no\n{}",
        "\u0000"
      })
  void what_is_no_JSON_or_could_be_read_in_two_ways_is_unreadable(String text) {
    assertThat(refusal(text.getBytes(UTF_8))).isEqualTo(RpcError.PARSE_ERROR);
  }

  @Test
  void a_refusal_speaks_of_the_text_and_not_of_the_parser() {
    assertThatThrownBy(() -> Codec.parse("[[".getBytes(UTF_8)))
        .hasMessageEndingWith("Unexpected end-of-input: expected close marker for Array");
    assertThatThrownBy(() -> Codec.parse("[".repeat(200).getBytes(UTF_8)))
        .hasMessageEndingWith("Document nesting depth (101) exceeds the maximum allowed (100)");
  }

  @Test
  void what_is_too_deep_or_too_large_a_number_is_unreadable() {
    assertThat(refusal("[".repeat(100_000).getBytes(UTF_8))).isEqualTo(RpcError.PARSE_ERROR);
    assertThat(refusal("{\"a\":".repeat(100_000).getBytes(UTF_8))).isEqualTo(RpcError.PARSE_ERROR);
    assertThat(refusal("9".repeat(10_000).getBytes(UTF_8))).isEqualTo(RpcError.PARSE_ERROR);
    assertThat(refusal(("0." + "9".repeat(10_000)).getBytes(UTF_8)))
        .isEqualTo(RpcError.PARSE_ERROR);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "1",
        "null",
        "\"text\"",
        "{}",
        "{\"id\":1,\"method\":\"ping\"}",
        "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}",
        "{\"jsonrpc\":2.0,\"id\":1,\"method\":\"ping\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":1.0,\"method\":\"ping\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":1e2,\"method\":\"ping\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":99999999999999999999,\"method\":\"ping\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":true,\"method\":\"ping\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":[1],\"method\":\"ping\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":5}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":null}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":[1]}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":null}",
        "{\"jsonrpc\":\"2.0\",\"id\":1}",
        "{\"jsonrpc\":\"2.0\",\"result\":{}}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":\"text\"}"
      })
  void JSON_that_is_no_message_is_an_invalid_request(String text) {
    assertThat(refusal(text.getBytes(UTF_8))).isEqualTo(RpcError.INVALID_REQUEST);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1",
        "-9223372036854775808",
        "9223372036854775807",
        "\"\"",
        "\"1\"",
        "\"\\ud800\""
      })
  void an_id_comes_back_as_it_was(String id) {
    var text = "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"ping\"}".formatted(id);
    var request = (Message.Request) Codec.read(Codec.parse(text.getBytes(UTF_8)));
    var answer = Codec.write(new Message.Result(request.id(), Json.object()));
    assertThat(Codec.parse(answer).get("id"))
        .isEqualTo(Codec.parse(text.getBytes(UTF_8)).get("id"));
  }

  @Test
  void an_answer_is_one_line_whatever_it_says() {
    var result = Json.object().put("text", "a\nb\r\nc\u2028\u0085");
    var line = new String(Codec.write(new Message.Result(new RequestId.Whole(1), result)), UTF_8);
    assertThat(line).doesNotContain("\n").doesNotContain("\r");
    assertThat(Codec.parse(line.getBytes(UTF_8)).at("/result")).isEqualTo(result);
  }

  @Test
  void an_error_code_out_of_range_is_read_as_a_failure_all_the_same() {
    var text = "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":%s}}".formatted("9".repeat(300));
    assertThat(Codec.read(Codec.parse(text.getBytes(UTF_8)))).isInstanceOf(Message.Failure.class);
  }

  private static int refusal(byte[] text) {
    return catchThrowableOfType(RpcException.class, () -> Codec.read(Codec.parse(text)))
        .error()
        .code();
  }

  private static byte[] bytes(int... values) {
    var bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }
}
