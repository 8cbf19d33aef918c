package dev.retinue.runtime.cli;

import dev.retinue.core.RetinueException;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// How the lines of one program are read: a pure function of a line.
@FunctionalInterface
public interface Lines {
  List<Seen> read(String line);

  /// No more of them will come.
  default void close() {}

  /// Reads lines of JSON; what is none, or not as expected, or of impossible amounts, says nothing.
  static Lines ofJson(OfJson reader) {
    return line -> {
      // To find out by trying would cost a hundred times as much, and some programs talk a lot.
      if (!line.stripLeading().startsWith("{")) {
        return List.of();
      }
      try {
        return reader.read(Mapper.JSON.readTree(line));
      } catch (JacksonException | RetinueException e) {
        return List.of();
      }
    };
  }

  /// The same for a line that is JSON.
  @FunctionalInterface
  interface OfJson {
    List<Seen> read(JsonNode line);
  }

  /// Made when it is first needed.
  final class Mapper {
    public static final JsonMapper JSON = JsonMapper.shared();

    private Mapper() {}
  }
}
