package dev.retinue.config.yaml;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/// The bytes of a file as text: UTF-8 and nothing else, without characters that cannot be seen.
public final class YamlText {
  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private YamlText() {}

  public static String of(byte[] bytes, Mistakes mistakes) {
    var text = CharBuffer.allocate(bytes.length);
    var result =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT)
            .decode(ByteBuffer.wrap(bytes), text, true);
    text.flip();
    if (result.isError()) {
      throw mistakes.last(Position.after(text), "this is not UTF-8; save the file as UTF-8.");
    }
    var found = withoutByteOrderMark(text.toString());
    var hidden = findHidden(found);
    if (hidden.isPresent()) {
      int index = hidden.getAsInt();
      throw mistakes.last(
          Position.after(found.substring(0, index)),
          "the character %s cannot stand here; remove it, or save the file as UTF-8 text."
              .formatted(named(found.codePointAt(index))));
    }
    return found;
  }

  /// Where the first character is that no text editor shows.
  static OptionalInt findHidden(String text) {
    for (int i = 0; i < text.length(); ) {
      int character = text.codePointAt(i);
      if (!StreamReader.isPrintable(character)) {
        return OptionalInt.of(i);
      }
      i += Character.charCount(character);
    }
    return OptionalInt.empty();
  }

  static String named(int character) {
    return "U+%04X".formatted(character);
  }

  private static String withoutByteOrderMark(String text) {
    return !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? text.substring(1) : text;
  }
}
