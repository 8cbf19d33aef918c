package dev.retinue.store.files;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.port.SignOuts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Those who signed out, a line each, in a file that is always written whole: they are few, and
/// each is over after some days.
public final class SignOutFile implements SignOuts {
  private static final int MOST = 10_000;

  private final Path file;
  private final InstantSource clock;
  private @Nullable Map<String, Instant> ended;

  public SignOutFile(Path folder, InstantSource clock) {
    this.file = folder.resolve("signed-out");
    this.clock = clock;
  }

  @Override
  public synchronized boolean contains(String id) {
    return ended().containsKey(id);
  }

  @Override
  public synchronized void add(String id, Instant until) {
    var all = ended();
    all.values().removeIf(clock.instant()::isAfter);
    if (all.size() >= MOST) {
      all.remove(all.keySet().iterator().next());
    }
    all.put(id, until);
    var text = new StringBuilder();
    all.forEach((it, end) -> text.append(it).append(' ').append(end).append('\n'));
    try {
      PrivateFiles.replace(file, text.toString().getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw trouble("written", e);
    }
  }

  /// Read when somebody is first asked about: most daemons never see a browser.
  private Map<String, Instant> ended() {
    var known = ended;
    if (known == null) {
      known = read();
      ended = known;
    }
    return known;
  }

  private Map<String, Instant> read() {
    var found = new LinkedHashMap<String, Instant>();
    try {
      for (var line : Files.readAllLines(file)) {
        int space = line.indexOf(' ');
        if (space > 0) {
          found.put(line.substring(0, space), Instant.parse(line.substring(space + 1)));
        }
      }
    } catch (NoSuchFileException _) {
      return found;
    } catch (IOException | java.time.DateTimeException e) {
      throw trouble("read", e);
    }
    return found;
  }

  /// Who signed out must not come back because a file cannot be read.
  private RetinueException trouble(String verb, Exception e) {
    return RetinueException.at(
        file,
        ErrorCode.SERVICE_UNAVAILABLE,
        "%s cannot be %s: %s. Nobody comes in by a browser until it can; delete it if it is damaged."
            .formatted(file, verb, e.getMessage()),
        e);
  }
}
