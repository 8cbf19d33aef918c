package dev.retinue.bench;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Optional;
import java.util.regex.Pattern;

/// The bytes of an HTTP reply that have come so far. On a connection there is never more than one.
final class Reply {
  private static final int LONGEST = 256 * 1024;
  private static final byte[] LENGTH = "\r\ncontent-length:".getBytes(ISO_8859_1);
  private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(ISO_8859_1);
  private static final int STATUS = "HTTP/1.1 ".length();

  final byte[] bytes = new byte[LONGEST];
  int length;

  void clear() {
    length = 0;
  }

  boolean isOk() {
    return length > STATUS && bytes[STATUS] == '2';
  }

  /// Where the body begins, or -1 while the headers have not all come.
  int body() {
    for (int i = 3; i < length; i++) {
      if (bytes[i] == '\n' && bytes[i - 1] == '\r' && bytes[i - 2] == '\n') {
        return i + 1;
      }
    }
    return -1;
  }

  /// Whether all has come: as many bytes as were announced, or the last chunk.
  boolean isComplete() {
    int body = body();
    if (body < 0) {
      return false;
    }
    int announced = announced(body);
    if (announced >= 0) {
      return length >= body + announced;
    }
    return length == body ? hasNoBody() : endsWith(LAST_CHUNK);
  }

  private boolean hasNoBody() {
    return bytes[STATUS] == '2' && bytes[STATUS + 1] == '0' && bytes[STATUS + 2] == '4';
  }

  private int announced(int body) {
    for (int i = 0; i < body - LENGTH.length; i++) {
      if (startsAt(i, LENGTH)) {
        int number = 0;
        for (int at = i + LENGTH.length; bytes[at] != '\r'; at++) {
          number = bytes[at] == ' ' ? number : number * 10 + bytes[at] - '0';
        }
        return number;
      }
    }
    return -1;
  }

  boolean contains(byte[] text) {
    for (int i = 0; i <= length - text.length; i++) {
      if (startsAt(i, text)) {
        return true;
      }
    }
    return false;
  }

  private boolean endsWith(byte[] text) {
    return length >= text.length && startsAt(length - text.length, text);
  }

  /// Compares with lower case text, whatever the case of the letters here.
  private boolean startsAt(int at, byte[] text) {
    for (int i = 0; i < text.length; i++) {
      byte here = bytes[at + i];
      if (here != text[i] && (here | 0x20) != text[i]) {
        return false;
      }
    }
    return true;
  }

  Optional<String> header(String name) {
    var line = Pattern.compile("(?imd)^" + Pattern.quote(name) + ": *(.*?)\r$");
    return line.matcher(toString()).results().map(found -> found.group(1)).findFirst();
  }

  @Override
  public String toString() {
    return new String(bytes, 0, length, ISO_8859_1);
  }
}
