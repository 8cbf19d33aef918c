package dev.retinue.toolset.reading;

import dev.retinue.mcp.schema.Description;
import dev.retinue.mcp.schema.ToolJson;
import java.io.IOException;
import java.io.Reader;
import java.util.List;
import java.util.Objects;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Agent text as it fits into one answer. Clients cut longer answers without a word: so it is cut
/// here, and it is said how much is left and where it is.
public final class Reading {
  /// What a client shows of one answer, in characters of JSON.
  public static final int MOST = 45_000;

  private static final int LEAST = 300;
  // What an answer has beside texts: in all, and for each thing that it tells of.
  private static final int FRAME = 1_000;
  private static final int EACH = 700;
  private static final int BUFFER = 1 << 16;

  private Reading() {}

  /// A text, or as much of it as fits.
  public record Piece(@Nullable String text, @Nullable Rest rest) {}

  /// What is left of a text.
  public record Rest(
      @Description("Which text it is.") String of,
      @Description("How many characters it has in all.") int characters,
      @Description("Where to go on: give it as `offset_in_text`.") int nextOffset,
      @Description("The resource that is all of it.") String resource) {}

  /// Where the whole of a text is read.
  ///
  /// @param name what the text is: `summary`, `error` or `payload`
  public static String address(String agent, String name) {
    return "retinue://agents/%s/%s".formatted(agent, name);
  }

  /// How many characters of JSON each of so many texts may have in one answer.
  public static int share(int texts) {
    return Math.max(LEAST, (MOST - FRAME - EACH * texts) / Math.max(1, texts));
  }

  /// The same where the answer says more than these texts.
  ///
  /// @param taken how many characters of JSON it has besides
  public static int share(int texts, int taken) {
    return Math.max(LEAST, (MOST - FRAME - EACH - taken) / Math.max(1, texts));
  }

  /// As much as fits of a text of an agent.
  ///
  /// @param name what the text is, as the resources call it
  /// @param from how many characters are passed over
  /// @param most how many characters of JSON there may be
  public static Piece piece(String agent, String name, @Nullable String text, int from, int most) {
    if (text == null) {
      return new Piece(null, null);
    }
    int begin = whole(text, Math.clamp(from, 0, text.length()));
    return piece(agent, name, new Window(text.substring(begin), begin, text.length()), most);
  }

  /// The same of a text that nobody has read whole.
  public static Piece piece(String agent, String name, Window window, int most) {
    var text = window.text;
    int end = whole(text, fitting(text, 0, most));
    int next = window.begin + end;
    return next == window.characters
        ? new Piece(text, null)
        : new Piece(
            text.substring(0, end), new Rest(name, window.characters, next, address(agent, name)));
  }

  /// A part of a text.
  ///
  /// @param begin how many characters are before it
  /// @param characters how many the text has in all
  public record Window(String text, int begin, int characters) {
    /// Reads all of a text, and keeps so many characters of it.
    public static Window of(Reader reader, int from, int most) throws IOException {
      var kept = new StringBuilder();
      var buffer = new char[BUFFER];
      int position = 0;
      for (int read = reader.read(buffer); read >= 0; read = reader.read(buffer)) {
        int begin = Math.clamp((long) from - position, 0, read);
        int end = Math.clamp((long) from + most - position, 0, read);
        kept.append(buffer, begin, Math.max(0, end - begin));
        position += read;
      }
      return new Window(kept.toString(), Math.min(from, position), position);
    }
  }

  /// The same in an answer about one agent.
  public static Piece alone(String agent, String name, @Nullable String text) {
    return piece(agent, name, text, 0, share(2));
  }

  /// What is left of them; null if nothing is.
  public static @Nullable List<Rest> rests(Piece... pieces) {
    var rests = Stream.of(pieces).map(Piece::rest).filter(Objects::nonNull).toList();
    return rests.isEmpty() ? null : rests;
  }

  /// The first of these that fit into one answer; at least one.
  public static <T> List<T> fitting(List<T> all) {
    return fitting(all, 0, _ -> 0);
  }

  /// The same where the answer says more than these.
  ///
  /// @param taken how many characters of JSON it has besides
  /// @param besides how many it has besides for each of them
  public static <T> List<T> fitting(List<T> all, int taken, ToIntFunction<T> besides) {
    int length = FRAME + taken;
    for (int i = 0; i < all.size(); i++) {
      length += length(all.get(i)) + 1 + besides.applyAsInt(all.get(i));
      if (i > 0 && length > MOST) {
        return all.subList(0, i);
      }
    }
    return all;
  }

  /// How many characters it has in JSON.
  public static int length(Object value) {
    return ToolJson.MAPPER.writeValueAsString(value).length();
  }

  /// Which part of a list an answer has.
  public record Page(
      @Description("How many there are in all.") int total,
      @Description("How many of them were passed over.") int offset,
      @Description("Where to go on, if there are more: give it as `offset`.")
          @Nullable Integer nextOffset) {

    /// Nothing if all of it is there.
    public static @Nullable Page of(int total, int offset, int shown) {
      int next = offset + shown;
      return offset == 0 && next == total
          ? null
          : new Page(total, offset, next < total ? next : null);
    }
  }

  /// Where a text must end to have so many characters in JSON.
  private static int fitting(String text, int begin, int most) {
    int left = most;
    int end = begin;
    while (end < text.length() && left > 0) {
      left -= width(text.charAt(end));
      end += left >= 0 ? 1 : 0;
    }
    return end;
  }

  private static int width(char c) {
    if (c == '"' || c == '\\' || c == '\n' || c == '\r' || c == '\t' || c == '\b' || c == '\f') {
      return 2;
    }
    return c < ' ' ? 6 : 1;
  }

  /// Not between the halves of a character.
  private static int whole(String text, int position) {
    boolean between =
        position > 0
            && position < text.length()
            && Character.isHighSurrogate(text.charAt(position - 1))
            && Character.isLowSurrogate(text.charAt(position));
    return between ? position - 1 : position;
  }
}
