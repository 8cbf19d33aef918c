package dev.retinue.runtime.llm.kit.web;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/// What a web server answered, as far as it is read.
///
/// @param headers by their names in small letters; of several with one name the first
/// @param cut whether there was more
record Answer(int status, Map<String, String> headers, String text, boolean cut) {
  static final int MOST_BYTES = 2 << 20;

  private static final int MOST_HEADERS = 200;
  private static final int LONGEST_LINE = 16_000;
  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] ([1-5][0-9][0-9])(?: .*)?");
  private static final Pattern CHARSET =
      Pattern.compile("(?i)charset\\s*=\\s*\"?([A-Za-z0-9._:-]{1,40})");

  static Answer read(InputStream in) throws IOException {
    int status = status(line(in));
    var headers = headers(in);
    while (status < 200) { // It is only on the way.
      status = status(line(in));
      headers = headers(in);
    }
    var body = new ByteArrayOutputStream();
    boolean cut = copy(decoded(body(in, headers), headers), body);
    return new Answer(status, headers, text(headers, body.toByteArray()), cut);
  }

  private static int status(String line) throws IOException {
    var match = STATUS.matcher(line);
    if (!match.matches()) {
      throw new ProtocolException("it does not speak HTTP");
    }
    return Integer.parseInt(match.group(1));
  }

  private static Map<String, String> headers(InputStream in) throws IOException {
    var headers = new HashMap<String, String>();
    for (int count = 0; ; count++) {
      var line = line(in);
      if (line.isEmpty()) {
        return headers;
      }
      int colon = line.indexOf(':');
      if (colon <= 0 || count >= MOST_HEADERS) {
        throw new ProtocolException("its answer has strange headers");
      }
      headers.putIfAbsent(
          line.substring(0, colon).strip().toLowerCase(Locale.ROOT),
          line.substring(colon + 1).strip());
    }
  }

  static String line(InputStream in) throws IOException {
    var line = new ByteArrayOutputStream();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0 || line.size() > LONGEST_LINE) {
        throw new ProtocolException("its answer ends in the middle, or has endless lines");
      }
      line.write(next);
    }
    var text = line.toString(StandardCharsets.ISO_8859_1);
    return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
  }

  private static InputStream body(InputStream in, Map<String, String> headers) throws IOException {
    if (headers
        .getOrDefault("transfer-encoding", "")
        .toLowerCase(Locale.ROOT)
        .contains("chunked")) {
      return new Chunks(in);
    }
    var length = headers.get("content-length");
    if (length == null) {
      return in;
    }
    try {
      return new Bounded(in, Long.parseLong(length));
    } catch (NumberFormatException e) {
      throw new ProtocolException("its answer has a strange length");
    }
  }

  /// Nobody asked for anything else, and some send it anyway.
  private static InputStream decoded(InputStream in, Map<String, String> headers)
      throws IOException {
    return switch (headers.getOrDefault("content-encoding", "identity").toLowerCase(Locale.ROOT)) {
      case "identity", "" -> in;
      case "gzip", "x-gzip" -> new GZIPInputStream(in);
      default -> throw new ProtocolException("its answer is packed in a way that nobody asked for");
    };
  }

  /// Says whether there was more.
  private static boolean copy(InputStream in, ByteArrayOutputStream out) throws IOException {
    var buffer = new byte[8_192];
    while (out.size() < MOST_BYTES) {
      int count = in.read(buffer, 0, Math.min(buffer.length, MOST_BYTES - out.size()));
      if (count < 0) {
        return false;
      }
      out.write(buffer, 0, count);
    }
    return in.read() >= 0;
  }

  Optional<String> redirect() {
    return switch (status) {
      case 301, 302, 303, 307, 308 -> Optional.ofNullable(headers.get("location"));
      default -> Optional.empty();
    };
  }

  /// Without what stands behind it.
  String type() {
    var type = headers.getOrDefault("content-type", "");
    int end = type.indexOf(';');
    return (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT);
  }

  private static String text(Map<String, String> headers, byte[] body) {
    var match = CHARSET.matcher(headers.getOrDefault("content-type", ""));
    if (match.find()) {
      try {
        return new String(body, Charset.forName(match.group(1)));
      } catch (IllegalArgumentException e) {
        // Nobody knows it.
      }
    }
    return new String(body, StandardCharsets.UTF_8);
  }

  /// So many bytes, and then no more.
  private static final class Bounded extends InputStream {
    private final InputStream in;
    private long left;

    private Bounded(InputStream in, long left) {
      this.in = in;
      this.left = left;
    }

    @Override
    public int read() throws IOException {
      return left-- <= 0 ? -1 : in.read();
    }

    @Override
    public int read(byte[] bytes, int from, int count) throws IOException {
      if (left <= 0) {
        return -1;
      }
      int read = in.read(bytes, from, (int) Math.min(count, left));
      left -= Math.max(0, read);
      return read;
    }
  }
}
