package dev.retinue.toolset.sessions;

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
    readOnly = true,
    openWorld = false)
public final class ListSessions implements Tool<ListSessions.Input, ListSessions.Output> {
  private static final int MOST = 10_000;

  /// What it takes.
  public record Input(
      @Description("Whether closed ones are listed, too.") @Default("false") boolean includeClosed,
      @Description("How many are passed over, where an answer had a next_offset.")
          @Default("0")
          @Limits(min = 0)
          int offset) {}

  /// What it answers.
  public record Output(
      List<SessionViews.Row> sessions,
      @Description("How many there are in all.") int totalCount,
      @Description("Only if the answer would be too long: what is missing.")
          Reading.@Nullable Page page) {}

  private final Talks talks;
  private final SessionViews views;

  ListSessions(Talks talks) {
    this.talks = talks;
    this.views = new SessionViews(talks.staff());
  }

  @Override
  public Output call(Input input, Call call) {
    var caller = Principal.of(call);
    var all = talks.sessions().list(caller, input.includeClosed, MOST);
    int offset = Math.min(input.offset, all.size());
    var rows =
        all.subList(offset, Math.min(all.size(), offset + Reading.MOST / 200)).stream()
            .map(it -> views.row(caller, it))
            .toList();
    var shown = Reading.fitting(rows);
    return new Output(shown, all.size(), Reading.Page.of(all.size(), offset, shown.size()));
  }
}
