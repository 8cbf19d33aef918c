package dev.retinue.cli.agentapi;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A form with a file in it, as browsers send it.
final class Form {
  private static final Pattern BOUNDARY =
      Pattern.compile(
          "(?i)multipart/form-data\\s*;.*?\\bboundary=(?:\"([^\"]{1,70})\"|([^;\\s]{1,70})).*");
  private static final Pattern FIELD = Pattern.compile("(?i);\\s*name=\"([^\"]*)\"");
  private static final Pattern FILE = Pattern.compile("(?i);\\s*filename=\"([^\"]*)\"");
  private static final String LINE = "\r\n";

  private Form() {}

  /// A file of it.
  ///
  /// @param name as its sender calls it
  @SuppressWarnings("ArrayRecordComponent") // Nobody compares them.
  record Part(String name, byte[] content) {}

  /// The file of the field `file`; nothing if there is none.
  static Optional<Part> file(@Nullable String contentType, byte[] body) {
    var boundary = BOUNDARY.matcher(contentType == null ? "" : contentType);
    if (!boundary.matches()) {
      return Optional.empty();
    }
    var word = boundary.group(1) != null ? boundary.group(1) : boundary.group(2);
    // One character for each byte: nothing is lost, and places are places in the body.
    var text = LINE + new String(body, StandardCharsets.ISO_8859_1);
    var mark = LINE + "--" + word;
    for (int at = text.indexOf(mark); at >= 0; ) {
      int begin = at + mark.length();
      int end = text.indexOf(mark, begin);
      if (end < 0) {
        return Optional.empty();
      }
      var part = part(text.substring(begin, end));
      if (part.isPresent()) {
        return part;
      }
      at = end;
    }
    return Optional.empty();
  }

  private static Optional<Part> part(String text) {
    int head = text.indexOf(LINE + LINE);
    if (head < 0) {
      return Optional.empty();
    }
    for (var line : text.substring(0, head).split(LINE, -1)) {
      var field = FIELD.matcher(line);
      var file = FILE.matcher(line);
      if (line.regionMatches(true, 0, "content-disposition:", 0, 20)
          && field.find()
          && field.group(1).equals("file")
          && file.find()) {
        var name = bytes(file.group(1));
        var content = bytes(text.substring(head + 2 * LINE.length()));
        return Optional.of(new Part(new String(name, StandardCharsets.UTF_8), content));
      }
    }
    return Optional.empty();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
