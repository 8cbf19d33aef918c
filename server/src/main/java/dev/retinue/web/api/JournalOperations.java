package dev.retinue.web.api;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import dev.retinue.toolset.journal.Journals;
import dev.retinue.web.api.Operation.About;
import dev.retinue.web.api.Operation.Parameter;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What agents did in a project, as text.
final class JournalOperations {
  private static final String LOG = "log";
  private static final String CONTEXT = "context";

  private final Journals journals;

  JournalOperations(Journals journals) {
    this.journals = journals;
  }

  Operation read() {
    return Operation.json(
        "GET",
        "/api/journal",
        About.answering("What agents did in a project, as Markdown.", Answers.Journal.class)
            .with(
                new Parameter("folder", "string", "The project; all of the caller's if left out."),
                new Parameter("page", "string", "log (IAC.md), or context (CONTEXT.md).")),
        this::journal);
  }

  private Answers.Journal journal(ApiCall call) {
    var folder = folder(call.word("folder"));
    var caller = call.caller();
    var page = call.word("page");
    if (page == null || page.equals(LOG)) {
      return new Answers.Journal(
          folder == null ? journals.log(caller) : journals.log(caller, folder));
    }
    if (page.equals(CONTEXT)) {
      return new Answers.Journal(
          folder == null ? journals.context(caller) : journals.context(caller, folder));
    }
    throw refused(
        "'page' is '%s'; it must be one of %s.", page, String.join(", ", List.of(CONTEXT, LOG)));
  }

  private static @Nullable Path folder(@Nullable String text) {
    if (text == null) {
      return null;
    }
    try {
      var folder = Path.of(text);
      if (folder.isAbsolute()) {
        return folder;
      }
    } catch (InvalidPathException _) {
      // Refused as one that begins nowhere.
    }
    throw refused(
        "'folder' is '%s'; it must be a folder, named from the top of the file system.", text, "");
  }

  private static RetinueException refused(String sentence, String given, String known) {
    return new RetinueException(
        ErrorCode.INVALID_INPUT, sentence.formatted(Excerpt.of(given, 200), known));
  }
}
