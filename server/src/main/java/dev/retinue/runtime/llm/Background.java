package dev.retinue.runtime.llm;

import dev.retinue.core.Isolated;
import dev.retinue.core.port.Work;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// What a model is told of the day and the place, where its agent wants that: never a secret.
final class Background {
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("EEEE, d MMMM yyyy", Locale.ENGLISH)
          .withZone(ZoneId.systemDefault());

  private Background() {}

  /// The day on which the run was made, its surroundings, and files of its folder.
  ///
  /// @param free whether no rule keeps a file from being read
  static List<String> of(Work work, Predicate<Path> free) throws InterruptedException {
    var wanted = work.agent().craft().background();
    var told = new ArrayList<String>();
    var directory = Isolated.workplace(work.now()).orElse(null);
    if (wanted.date()) {
      told.add("Today is %s.".formatted(DAY.format(work.run().commission().createdAt())));
    }
    if (wanted.environment()) {
      told.add(environment(directory));
    }
    if (!wanted.files().isEmpty()) {
      told.addAll(PromptFiles.read(directory, wanted.files(), free));
    }
    return told;
  }

  private static String environment(@Nullable Path directory) {
    var git = directory != null && Files.exists(directory.resolve(".git"));
    return """
        Your surroundings:
        - working directory: %s
        - a git work tree: %s
        - operating system: %s (%s)
        """
        .formatted(
            directory == null ? "none" : directory,
            git ? "yes" : "no",
            System.getProperty("os.name"),
            System.getProperty("os.arch"));
  }
}
