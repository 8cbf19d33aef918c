package dev.retinue.runtime.llm.kit.file;

import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import dev.retinue.runtime.llm.tool.Input;
import dev.retinue.runtime.llm.tool.Tool.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/// What the tools do that change something.
final class Changing {
  private static final int LONGEST_PATH = 4_096;
  private static final int MOST_PATHS = 50;
  private static final int MOST_EDITS = 200;

  private final Files files;

  /// A model may edit one file twice at once.
  private final ReentrantLock editing = new ReentrantLock();

  Changing(Files files) {
    this.files = files;
  }

  Result write(Input input) throws InterruptedException {
    var path = input.text("path", LONGEST_PATH);
    if (!input.node().has("content")) {
      throw input.refusal("'content' is missing.");
    }
    var content = input.text("content", "", Contents.MOST_BYTES);
    return one(
        path,
        spot -> {
          boolean fresh = spot.isMissing();
          Contents.write(spot, content, files.folders());
          return Result.of(
              "%s '%s' with %d characters."
                  .formatted(fresh ? "Made" : "Replaced", Excerpt.of(path, 200), content.length()));
        });
  }

  Result edit(Input input) throws InterruptedException {
    var path = input.text("path", LONGEST_PATH);
    var edits = input.objects("edits", MOST_EDITS);
    return one(
        path,
        spot -> {
          var text = Contents.read(spot);
          for (int i = 0; i < edits.size(); i++) {
            text = edited(text, edits.get(i), i + 1);
          }
          Contents.write(spot, text, files.folders());
          return Result.of("Made %d edits in '%s'.".formatted(edits.size(), Excerpt.of(path, 200)));
        });
  }

  private static String edited(String text, Input edit, int number) {
    var old = edit.text("oldText", "", Contents.MOST_BYTES);
    if (old.isEmpty()) {
      throw edit.refusal("'oldText' of edit %d is empty. Nothing was changed.".formatted(number));
    }
    int at = text.indexOf(old);
    if (at < 0) {
      throw edit.refusal(
          "'oldText' of edit %d is not in the file; read it, and write exactly what is there. Nothing was changed."
              .formatted(number));
    }
    if (text.indexOf(old, at + 1) >= 0) {
      throw edit.refusal(
          "'oldText' of edit %d is more than once in the file; write more of what is around it. Nothing was changed."
              .formatted(number));
    }
    var fresh = edit.text("newText", "", Contents.MOST_BYTES);
    return text.substring(0, at) + fresh + text.substring(at + old.length());
  }

  Result makeFolders(Input input) throws InterruptedException {
    return each(
        input,
        spot -> {
          if (!spot.isMissing() && !spot.isFolder()) {
            throw Refusal.of(spot.given(), "is a file.");
          }
          boolean fresh = spot.isMissing();
          spot.make(true, files.folders());
          return fresh ? "was made." : "was there before.";
        });
  }

  Result removeFolders(Input input) throws InterruptedException {
    return each(
        input,
        spot -> {
          if (spot.isMissing()) {
            throw Refusal.missing(spot.given());
          }
          if (!spot.isFolder() || spot.isRoot()) {
            throw Refusal.of(
                spot.given(), spot.isRoot() ? "is your working directory." : "is no folder.");
          }
          spot.above().deleteDirectory(spot.name());
          return "was removed.";
        });
  }

  private Result one(String path, Files.Use<Result> use) throws InterruptedException {
    editing.lockInterruptibly();
    try {
      return Apart.call(() -> files.change(path, use), Files.LIMIT);
    } finally {
      editing.unlock();
    }
  }

  /// What became of each of them. It has failed if any of them has.
  private Result each(Input input, Files.Use<String> use) throws InterruptedException {
    var paths = input.texts("paths", MOST_PATHS, LONGEST_PATH);
    return Apart.call(
        () -> {
          var sentences = new ArrayList<String>();
          boolean failed = false;
          for (var path : paths) {
            try {
              var done = files.change(path, use);
              sentences.add("'%s' %s".formatted(Excerpt.of(path, 200), done));
            } catch (RetinueException e) {
              failed = true;
              sentences.add(e.getMessage());
            }
          }
          return result(sentences, failed);
        },
        Files.LIMIT);
  }

  private static Result result(List<String> sentences, boolean failed) {
    return new Result(String.join("\n", sentences), failed);
  }
}
