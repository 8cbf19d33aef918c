package dev.retinue.toolset.sessions;

import dev.retinue.core.staff.SessionList;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.schema.Default;
import dev.retinue.mcp.schema.Description;
import dev.retinue.mcp.schema.Limits;
import dev.retinue.toolset.Principal;
import dev.retinue.toolset.reading.Reading;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The tool `list_sessions`: the conversations of a caller.
@Tool.Spec(
    name = "list_sessions",
    title = "List sessions",
    description = "Lists your sessions, the one first that was used last.",
    version = 2,
    readOnly = true,
    openWorld = false)
public final class ListSessions implements Tool<ListSessions.Input, ListSessions.Output> {
  /// More rows than this are never in one answer.
  private static final int MOST = Reading.MOST / 200;

  /// What it takes.
  public record Input(
      @Description("Whether closed ones are listed, too.") @Default("false") boolean includeClosed,
      @Description("How many at most; without it as many as fit into one answer.") @Limits(min = 1)
          @Nullable Integer limit,
      @Description("Only those after this place: the next_before of another answer.")
          @Limits(minLength = 1, maxLength = 100)
          @Nullable String before) {}

  /// What it answers.
  public record Output(
      List<SessionViews.Row> sessions,
      @Description("How many there are in all.") long totalCount,
      @Description("Give this as before to get those after these; missing if there are none.")
          @Nullable String nextBefore) {}

  private final Talks talks;
  private final SessionViews views;

  ListSessions(Talks talks) {
    this.talks = talks;
    this.views = new SessionViews(talks.staff());
  }

  @Override
  public Output call(Input input, Call call) {
    var caller = Principal.of(call);
    int most = input.limit == null ? MOST : Math.min(MOST, input.limit);
    var page = talks.sessions().list(caller, input.includeClosed, input.before, most);
    var shown = Reading.fitting(page.sessions().stream().map(it -> views.row(caller, it)).toList());
    boolean all = shown.size() == page.sessions().size();
    return new Output(
        shown,
        page.total(),
        all ? page.next() : SessionList.after(page.sessions().get(shown.size() - 1)));
  }
}
