package dev.retinue.web.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.retinue.mcp.schema.Description;
import dev.retinue.mcp.schema.Limits;
import dev.retinue.toolset.lifecycle.AgentStatus;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// What the API takes and gives.
final class Answers {
  private Answers() {}

  // What is given.

  record Health(
      String status,
      @JsonInclude(Include.ALWAYS) @Nullable String model,
      @JsonInclude(Include.ALWAYS) @Nullable String endpoint,
      String version,
      int agentsRunning) {}

  record Tools(List<Server> servers, List<ObjectNode> tools) {}

  record Server(
      String name,
      @Description("active or broken") String status,
      @Description("How many.") int tools,
      @Description("Of an MCP server whose tools agents use; null for Retinue's own toolsets.")
          @Nullable ServerDetails details) {}

  record ServerDetails(
      @Description("stdio or http") String transport,
      @Description("idle, starting, ready, backing_off or failed") String state,
      @Description("How many runs have its tools just now.") int runs,
      @Description("How often it was begun again after it had broken.") int restarts,
      @Description("What was left out of its tools, and why.") List<String> warnings,
      @Description("Why it was not well the last time. Only the owner sees it.")
          @Nullable String error,
      @Description("Of its program, while that runs. Only the owner sees it.")
          @Nullable Long pid) {}

  record StaffList(
      List<Member> agents,
      @Description("What is wrong with files of agents. Only the owner sees it.")
          List<String> troubles) {}

  record Member(
      String name,
      String description,
      String runtime,
      @Nullable String model,
      @JsonProperty("default") boolean isDefault,
      @Description("Whether the operator answers for it; not for the file of a project.")
          boolean trusted,
      @Description("What it lacks to begin; missing if that is nothing.") @Nullable String needs) {}

  /// What somebody is told who wants to speak with one of the staff.
  record Reception(
      @Description("What it says to somebody who comes.") @Nullable String welcome,
      @Description("What it lacks to begin; missing if that is nothing.") @Nullable String needs) {}

  /// A run that was made, started or made anew.
  record Begun(
      String id,
      String status,
      @Nullable String agent,
      @Nullable Instant startedAt,
      @Nullable String restartOf) {}

  record Runs(List<Row> agents, @JsonInclude(Include.ALWAYS) @Nullable Long next) {}

  record Row(
      String id,
      @Description("ready, running, completed or stopped.") String status,
      @Description("ready, queued, running, waiting, completed, failed or stopped.") String state,
      String agent,
      @Description("Its beginning.") @Nullable String contract,
      Instant startedAt,
      @Nullable Instant endedAt,
      @Nullable BigDecimal costUsd,
      @Description("Those that went in and those that came out.") long tokens,
      @Nullable String parent,
      String root,
      @Nullable List<AgentStatus.Waiting> waitingFor,
      @Description("Why it has not begun, if it waits in line.") @Nullable String queueReason,
      @Description("When something was last heard of its program.") @Nullable Instant lastOutputAt,
      @Description("active, waiting or stalled.") @Nullable String liveness,
      @Nullable Boolean ending,
      @Description("The beginning of the last text it said, while it runs.")
          @Nullable String recentOutput,
      @Description("What was asked for and could not be done.") @Nullable List<String> warnings) {}

  /// What is told of one run besides what `agent_status` tells.
  record More(
      String id,
      String state,
      @JsonInclude(Include.ALWAYS) @Nullable String contract,
      @Description("The last of what it said and did.") List<Output> output,
      @Description("Whether it said or did more before that; 'events' has all of it.")
          boolean outputTruncated,
      @Description("The number of its last event.") long seq,
      @Nullable String parent,
      String root,
      String runtime,
      @Nullable String model,
      @Nullable String restartOf,
      @Description("The one whose conversation it goes on with.") @Nullable String follows,
      @Description("The one that went on with its conversation.") @Nullable String followedBy,
      @Description(
              "In US dollars, with all that worked for it; null if some of it has no known price.")
          @JsonInclude(Include.ALWAYS)
          @Nullable BigDecimal treeCostUsd) {}

  record Output(
      @Description("assistant, tool, system or error.") String type,
      String content,
      @Nullable String toolCall) {}

  /// Where a run stands after something was asked of it.
  record Standing(String id, String status, String state, @Nullable Instant endedAt) {}

  record ContractSet(String id, String status, String contract) {}

  record Deleted(String id, String status) {}

  record Events(
      List<ObjectNode> events, @Description("The cursor: what to send as 'after'.") long next) {}

  record PendingList(List<Pending> pending) {}

  record Pending(String agentId, String need, String kind, String text, Instant since) {}

  record Journal(
      @Description("IAC.md, or CONTEXT.md if that was asked for: Markdown.") String text) {}

  record Document(
      String openapi,
      ObjectNode info,
      List<ObjectNode> security,
      ObjectNode paths,
      ObjectNode components) {}

  // What is taken.

  record Contract(@Limits(minLength = 1) String contract) {}

  record Completion(String summary, @Nullable String payload) {}

  record Answer(@Limits(minLength = 1) String need, String answer) {}
}
