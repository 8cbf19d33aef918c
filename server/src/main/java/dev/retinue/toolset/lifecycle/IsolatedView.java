package dev.retinue.toolset.lifecycle;

import dev.retinue.core.Commission.Isolation;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.Isolated;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.mcp.schema.Description;
import dev.retinue.toolset.reading.Reading;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The clone of an agent as callers see it.
public record IsolatedView(
    @Description("The repository in which its branch is kept until it is fetched.") String folder,
    String branch,
    @Description("The commit it began from; what was not committed then is not in it.") String base,
    @Description("The repository it was cloned from.") String origin,
    @Nullable Long commits,
    @Nullable List<String> changedFiles,
    @Description("How much it changed in each file.") @Nullable String diffStat,
    @Description("The beginning of its changes.") @Nullable String diff,
    @Description("What brings the branch into a repository, typed there.") String fetch) {

  /// Nothing if it has none.
  public static @Nullable IsolatedView of(Run run) {
    return Isolated.of(run).map(IsolatedView::of).orElse(null);
  }

  private static IsolatedView of(Isolated it) {
    var result = it.result();
    return new IsolatedView(
        it.folder().toString(),
        it.branch(),
        it.base(),
        it.origin().toString(),
        result == null ? null : result.commits(),
        result == null ? null : result.files(),
        result == null ? null : result.stat(),
        result == null ? null : result.diff(),
        it.command());
  }

  /// The same, with so few characters of JSON that there is room for more: the changes go first,
  /// because they are all in the branch.
  public IsolatedView within(int most) {
    if (Reading.length(this) <= most) {
      return this;
    }
    if (diff != null) {
      return changed(changedFiles, diffStat, null).within(most);
    }
    if (diffStat != null) {
      return changed(changedFiles, null, null).within(most);
    }
    int fewer = changedFiles == null ? 0 : changedFiles.size() / 2;
    return changedFiles == null || changedFiles.isEmpty()
        ? this
        : changed(List.copyOf(changedFiles.subList(0, fewer)), null, null).within(most);
  }

  private IsolatedView changed(
      @Nullable List<String> files, @Nullable String stat, @Nullable String text) {
    return new IsolatedView(folder, branch, base, origin, commits, files, stat, text, fetch);
  }

  /// What a caller asks for.
  public static Isolation parse(@Nullable String asked) {
    if (asked == null) {
      return Isolation.NONE;
    }
    return switch (asked) {
      case "none" -> Isolation.NONE;
      case "clone" -> Isolation.CLONE;
      default ->
          throw new RetinueException(
              ErrorCode.INVALID_INPUT,
              "isolation is 'none' or 'clone', and not '%s'.".formatted(Excerpt.of(asked)));
    };
  }
}
