package dev.retinue.web.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.retinue.mcp.schema.Description;
import dev.retinue.mcp.schema.Limits;
import dev.retinue.toolset.LeftOut;
import dev.retinue.toolset.lifecycle.AgentStatus;
import dev.retinue.toolset.lifecycle.BudgetInput;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// What the API takes and gives.
final class Answers {
  static final String INVENTED =
      "True if nobody pays what it costs: the agent, or its model, plays a script.";

  private Answers() {}

  // What is given.

  record Health(
      String status,
      @JsonInclude(Include.ALWAYS) @Nullable String model,
      @JsonInclude(Include.ALWAYS) @Nullable String endpoint,
      String version,
      int agentsRunning,
      @Description("Why no work is taken now; none if it is.") List<String> reasons,
      long uptimeSeconds) {}

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
          List<String> troubles,
      @Description("The same with their places. Only the owner sees it.") List<LeftOut> leftOut) {}

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
      @Description("What it lacks to begin; missing if that is nothing.") @Nullable String needs,
      @Description("The JSON Schema of what one says to it to start it.") ObjectNode input,
      @Description(
              "contract, if that has the contract as its field; json, if the contract is the whole object as JSON.")
          String inputAs) {}

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
      @Description("What was asked for and could not be done.") @Nullable List<String> warnings,
      @Description("Where it is carried out.") String runtime,
      @Description(INVENTED) @Nullable Boolean invented,
      @Description("What it may cost, with all that it starts.") @Nullable BigDecimal maxCostUsd,
      @Description("What the word completed rests on: claimed, assumed or verified.")
          @Nullable String evidence) {}

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
      @Description(INVENTED) @Nullable Boolean invented,
      @Nullable String model,
      @Nullable String restartOf,
      @Description("The one whose conversation it goes on with.") @Nullable String follows,
      @Description("The one that went on with its conversation.") @Nullable String followedBy,
      @Description("The session in which it answers.") @Nullable String session,
      @Description("What it rests on: program, command, sandbox, model, version.")
          Map<String, String> facts,
      @Description("What it and all below it may use.") BudgetInput budget,
      @Description("Tokens that went in, those of them that a cache had, those that came out.")
          Tokens tokens,
      @Description("Where it works.") @Nullable String workingDir,
      @Description("In bytes: what it printed.") @Nullable Long outputSize,
      @Description(
              "In US dollars, with all that worked for it; null if some of it has no known price.")
          @JsonInclude(Include.ALWAYS)
          @Nullable BigDecimal treeCostUsd) {}

  record Tokens(long input, long cached, long output) {}

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

  record LimitList(List<LimitRow> limits) {}

  record LimitRow(
      @Description("Its name in the configuration; 'fixed.' and a word where nobody can set it.")
          String limit,
      @Description("Whom it bounds: house, caller:<id>, run, session, agent or call.") String whose,
      @Description("How much it allows; nothing where each thing has its own.")
          @Nullable BigDecimal bound,
      @Description("How much is used now; nothing where that is not counted, or not for you.")
          @Nullable BigDecimal used,
      @Description("Where its bound is written.") String setBy,
      @Description("What it bounds.") String about) {}

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
