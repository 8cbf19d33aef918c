package dev.retinue.cli;

import java.util.Map;

/// What has to be said to tools and routes besides the id of which it is about. JSON with ' for ".
final class Besides {
  /// What a tool wants besides the id, so that it looks for what is named.
  static final Map<String, String> TOOLS =
      Map.ofEntries(
          Map.entry("agent_complete", "{'summary':'x'}"),
          Map.entry("agent_start", "{'contract':'x'}"),
          Map.entry("agent_status", "{}"),
          Map.entry("agent_stop", "{}"),
          Map.entry("answer", "{'answer':'yes'}"),
          Map.entry("append_payload", "{'payload':'x'}"),
          Map.entry("claude_code", "{'prompt':'x'}"),
          Map.entry("codex-reply", "{'prompt':'x'}"),
          Map.entry("close_session", "{}"),
          Map.entry("followup", "{'message':'x'}"),
          Map.entry("fork_session", "{}"),
          Map.entry("get_result", "{}"),
          Map.entry("get_session_history", "{}"),
          Map.entry("get_session_info", "{}"),
          Map.entry("interrupt_session", "{}"),
          Map.entry("send_message", "{'message':'x'}"),
          Map.entry("spawn_agent", "{'prompt':'x','agent':'player','async':true}"),
          Map.entry("spawn_claude", "{'prompt':'x','async':true}"),
          Map.entry("spawn_codex", "{'prompt':'x','async':true}"),
          Map.entry("steer", "{'message':'x'}"),
          Map.entry("stop_spawn", "{}"),
          Map.entry("transfer_session", "{'target_agent':'mate'}"),
          Map.entry("wait_for_agents", "{}"));

  /// What a route wants in its body, so that it looks for what its path names.
  static final Map<String, String> BODIES =
      Map.ofEntries(
          Map.entry("POST /api/agents/{id}/contract", "{'contract':'x'}"),
          Map.entry("POST /api/agents/{id}/complete", "{'summary':'x'}"),
          Map.entry("POST /api/agents/{id}/answers", "{'need':'NEED','answer':'yes'}"),
          Map.entry("POST /api/agents/{id}/budget", "{'max_runs':5}"),
          Map.entry("PATCH /api/sessions/{id}/title", "{'title':'x'}"),
          Map.entry("POST /api/sessions/{id}/messages", "{'message':'x'}"),
          Map.entry("POST /api/sessions/{id}/followup", "{'message':'x'}"),
          Map.entry("POST /api/sessions/{id}/steer", "{'message':'x'}"),
          Map.entry("POST /api/sessions/{id}/transfer", "{'agent':'mate'}"),
          Map.entry("POST /api/sessions/{id}/resume", "{'confirmation':'approve'}"),
          Map.entry("POST /api/sessions/{id}/elicitation", "{'action':'accept','content':{}}"),
          Map.entry("POST /api/sessions/{id}/agent/{name}", "[{'role':'user','content':'x'}]"),
          Map.entry(
              "POST /api/sessions/{id}/agent/{name}/{member}", "[{'role':'user','content':'x'}]"));

  /// What is said to tools that take no id.
  static final Map<String, String> WITHOUT_IDS =
      Map.ofEntries(
          Map.entry("analyze_code", "{'agent':'player','async':true}"),
          Map.entry("analyze_deps", "{'agent':'player','async':true}"),
          Map.entry("cancel_agent_task", "{'agent_name':'amy'}"),
          Map.entry("codex", "{'prompt':'complete ok'}"),
          Map.entry("create_agent", "{'name':'amy','project':'None','task':'x'}"),
          Map.entry("create_session", "{'agent':'player'}"),
          Map.entry("delete_agent", "{'agent_name':'amy'}"),
          Map.entry("find_security_issues", "{'agent':'player','async':true}"),
          Map.entry("fix_failing_test", "{'test':'x','agent':'player','async':true}"),
          Map.entry("invoke_agent", "{'agent':'player','message':'complete ok'}"),
          Map.entry("invoke_with_config", "{'config':'x','message':'x'}"),
          Map.entry("list_agent_projects", "{}"),
          Map.entry("list_agent_roles", "{'project':'None'}"),
          Map.entry("list_agents", "{}"),
          Map.entry("list_pending", "{}"),
          Map.entry("list_running", "{}"),
          Map.entry("list_sessions", "{'include_closed':true}"),
          Map.entry("restart_agent", "{'agent_name':'amy'}"),
          Map.entry("retinue_status", "{}"),
          Map.entry("review_code", "{'agent':'player','async':true}"),
          Map.entry("run_tests", "{'agent':'player','async':true}"),
          Map.entry("show_agent", "{'agent_name':'amy'}"),
          Map.entry("show_agent_log", "{'agent_name':'amy'}"),
          Map.entry("show_agent_task_history", "{'agent_name':'amy'}"),
          Map.entry(
              "spawn_parallel",
              "{'agents':[{'prompt':'complete ok','agent':'player'}],'async':true}"),
          Map.entry("start_agent_task", "{'agent_name':'amy','task_description':'x'}"),
          Map.entry("summarize_changes", "{'agent':'player','async':true}"),
          Map.entry("write_tests", "{'target':'x','agent':'player','async':true}"));

  private Besides() {}

  static String json(String text) {
    return text.replace('\'', '"');
  }
}
