package dev.retinue.toolset.journal;

import java.io.IOException;
import java.io.Reader;
import java.util.Locale;

/// A text, or as much of its beginning and its end as somebody wants to read. What is left out is
/// counted.
///
/// @param end nothing if the beginning is all of it
/// @param characters how many there are in all
record Clipped(String beginning, String end, long characters) {
  private static final int CHUNK = 8192;

  static Clipped of(String text, int most) {
    if (text.length() <= most) {
      return new Clipped(text, "", text.length());
    }
    int half = most / 2;
    return new Clipped(
        text.substring(0, whole(text, half)),
        text.substring(whole(text, text.length() - half)),
        text.length());
  }

  /// Reads all of it, and keeps no more than it needs.
  static Clipped of(Reader reader, int most) throws IOException {
    var beginning = new StringBuilder();
    var end = new StringBuilder();
    long characters = 0;
    var chunk = new char[CHUNK];
    for (int read = reader.read(chunk); read >= 0; read = reader.read(chunk)) {
      characters += read;
      int first = Math.min(read, Math.max(0, most - beginning.length()));
      beginning.append(chunk, 0, first);
      end.append(chunk, first, read - first);
      if (end.length() > most + CHUNK) {
        end.delete(0, end.length() - most);
      }
    }
    if (characters <= most) {
      return new Clipped(beginning.toString(), "", characters);
    }
    int half = most / 2;
    // The end alone may be shorter than what is wanted of it.
    var last = beginning.append(end);
    return new Clipped(
        last.substring(0, whole(last, half)),
        last.substring(whole(last, last.length() - half)),
        characters);
  }

  /// Once more, with less of it.
  Clipped to(int most) {
    if (beginning.length() + end.length() <= most) {
      return this;
    }
    int half = most / 2;
    var last = end.isEmpty() ? beginning : end;
    return new Clipped(
        beginning.substring(0, whole(beginning, Math.min(half, beginning.length()))),
        last.substring(whole(last, Math.max(0, last.length() - half))),
        characters);
  }

  int length() {
    return beginning.length() + end.length();
  }

  boolean isWhole() {
    return end.isEmpty();
  }

  String text() {
    if (isWhole()) {
      return beginning;
    }
    long left = characters - length();
    return beginning + "\n\n[... %s characters left out ...]\n\n".formatted(count(left)) + end;
  }

  /// With a comma between thousands.
  static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /// Not between the halves of a character.
  private static int whole(CharSequence text, int position) {
    boolean between =
        position > 0
            && position < text.length()
            && Character.isHighSurrogate(text.charAt(position - 1))
            && Character.isLowSurrogate(text.charAt(position));
    return between ? position - 1 : position;
  }
}
