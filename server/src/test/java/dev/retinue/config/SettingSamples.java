package dev.retinue.config;

import dev.retinue.config.SettingsTest.Sample;
import java.util.List;

/// What settings may be, and what not.
final class SettingSamples {
  /// For each key its variable, another value than its default, and one that is wrong.
  static final List<Sample> ALL =
      List.of(
          new Sample("server.host", "RETINUE_SERVER_HOST", "localhost", "local host"),
          new Sample("server.port", "RETINUE_SERVER_PORT", "9000", "many"),
          new Sample("server.toolsets", "RETINUE_SERVER_TOOLSETS", "[relay]", "[relai]"),
          new Sample("server.auth", "RETINUE_SERVER_AUTH", "false", "no"),
          new Sample(
              "server.allowed-hosts",
              "RETINUE_SERVER_ALLOWED_HOSTS",
              "[retinue.example.org, 10.0.0.7]",
              "[*]"),
          new Sample("server.idle-exit", "RETINUE_SERVER_IDLE_EXIT", "1h", "soon"),
          new Sample("server.metrics-open", "RETINUE_SERVER_METRICS_OPEN", "true", "yes"),
          new Sample("server.url", "RETINUE_SERVER_URL", "https://retinue.example.org", "retinue"),
          new Sample(
              "server.tls.certificate",
              "RETINUE_SERVER_TLS_CERTIFICATE",
              ToolServersTest.FILE.toString(),
              "such.pem"),
          new Sample(
              "server.tls.key",
              "RETINUE_SERVER_TLS_KEY",
              ToolServersTest.FILE.toString(),
              "key.pem"),
          new Sample(
              "server.trusted-proxies",
              "RETINUE_SERVER_TRUSTED_PROXIES",
              "[10.0.0.7, fd00::/8]",
              "[proxy.example.org]"),
          new Sample(
              "server.oauth.issuer",
              "RETINUE_SERVER_OAUTH_ISSUER",
              "https://issuer.example.org/it",
              "issuer"),
          new Sample(
              "server.oauth.audience",
              "RETINUE_SERVER_OAUTH_AUDIENCE",
              "[https://retinue.example.org/mcp]",
              "[%s]".formatted("n".repeat(501))),
          new Sample(
              "server.oauth.jwks-uri",
              "RETINUE_SERVER_OAUTH_JWKS_URI",
              "https://issuer.example.org/keys",
              "keys"),
          new Sample(
              "server.oauth.scopes.read",
              "RETINUE_SERVER_OAUTH_SCOPES_READ",
              "[look, see]",
              "[two words]"),
          new Sample(
              "server.oauth.scopes.watch",
              "RETINUE_SERVER_OAUTH_SCOPES_WATCH",
              "[watch]",
              "[two words]"),
          new Sample(
              "server.oauth.scopes.run",
              "RETINUE_SERVER_OAUTH_SCOPES_RUN",
              "[work]",
              "[two words]"),
          new Sample(
              "server.oauth.scopes.admin",
              "RETINUE_SERVER_OAUTH_SCOPES_ADMIN",
              "[rule]",
              "[two words]"),
          new Sample(
              "server.oauth.limits.toolsets",
              "RETINUE_SERVER_OAUTH_LIMITS_TOOLSETS",
              "[relay]",
              "[relai]"),
          new Sample(
              "server.oauth.limits.agents",
              "RETINUE_SERVER_OAUTH_LIMITS_AGENTS",
              "[worker]",
              "[%s]".formatted("n".repeat(101))),
          new Sample(
              "server.oauth.limits.roots",
              "RETINUE_SERVER_OAUTH_LIMITS_ROOTS",
              "[/usr]",
              "[/there/is/no/such/folder]"),
          new Sample("server.oauth.limits.rate", "RETINUE_SERVER_OAUTH_LIMITS_RATE", "5", "0"),
          new Sample(
              "server.oauth.limits.concurrency",
              "RETINUE_SERVER_OAUTH_LIMITS_CONCURRENCY",
              "2",
              "many"),
          new Sample(
              "server.oauth.limits.budget-per-day-usd",
              "RETINUE_SERVER_OAUTH_LIMITS_BUDGET_PER_DAY_USD",
              "5",
              "five"),
          new Sample(
              "server.oauth.limits.budget-per-month-usd",
              "RETINUE_SERVER_OAUTH_LIMITS_BUDGET_PER_MONTH_USD",
              "50",
              "-1"),
          new Sample("default-agent", "RETINUE_DEFAULT_AGENT", "worker", "No Body"),
          new Sample("hire-programs", "RETINUE_HIRE_PROGRAMS", "false", "maybe"),
          new Sample("roots", "RETINUE_ROOTS", "[/usr]", "[/there/is/no/such/folder]"),
          new Sample("trusted", "RETINUE_TRUSTED", "[/usr]", "[/there/is/no/such/folder]"),
          new Sample("templates", "RETINUE_TEMPLATES", "[/usr]", "[/there/is/no/such/folder]"),
          new Sample("agents", "RETINUE_AGENTS", "[/usr]", "[/there/is/no/such/folder]"),
          new Sample("journal-folder", "RETINUE_JOURNAL_FOLDER", ".retinue", "../elsewhere"),
          new Sample("limits.slots", "RETINUE_LIMITS_SLOTS", "7", "0"),
          new Sample("limits.runs-at-work", "RETINUE_LIMITS_RUNS_AT_WORK", "64", "1e3"),
          new Sample("limits.depth", "RETINUE_LIMITS_DEPTH", "3", "-1"),
          new Sample("limits.descendants", "RETINUE_LIMITS_DESCENDANTS", "12", "1.5"),
          new Sample(
              "limits.open-runs-per-caller", "RETINUE_LIMITS_OPEN_RUNS_PER_CALLER", "40", "none"),
          new Sample("limits.runs-per-caller", "RETINUE_LIMITS_RUNS_PER_CALLER", "5", "0"),
          new Sample("limits.requests-per-second", "RETINUE_LIMITS_REQUESTS_PER_SECOND", "9", "0"),
          new Sample("limits.requests-burst", "RETINUE_LIMITS_REQUESTS_BURST", "90", "x"),
          new Sample("limits.starts-per-second", "RETINUE_LIMITS_STARTS_PER_SECOND", "8", "0.5"),
          new Sample("limits.starts-burst", "RETINUE_LIMITS_STARTS_BURST", "80", "0"),
          new Sample("limits.disk-reserve", "RETINUE_LIMITS_DISK_RESERVE", "1GiB", "1GB"),
          new Sample("limits.memory-reserve", "RETINUE_LIMITS_MEMORY_RESERVE", "2GiB", "2G"),
          new Sample("limits.answer-deadline", "RETINUE_LIMITS_ANSWER_DEADLINE", "2h", "2"),
          new Sample("waiting.patience", "RETINUE_WAITING_PATIENCE", "50s", "2"),
          new Sample("waiting.long-patience", "RETINUE_WAITING_LONG_PATIENCE", "5m", "2h"),
          new Sample(
              "waiting.patient-clients",
              "RETINUE_WAITING_PATIENT_CLIENTS",
              "[cursor]",
              "[nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn]"),
          new Sample("waiting.stop-on-cancel", "RETINUE_WAITING_STOP_ON_CANCEL", "false", "maybe"),
          new Sample("waiting.disconnect-grace", "RETINUE_WAITING_DISCONNECT_GRACE", "2m", "2d"),
          new Sample("sessions.max-sessions", "RETINUE_SESSIONS_MAX_SESSIONS", "50", "0"),
          new Sample("sessions.max-per-caller", "RETINUE_SESSIONS_MAX_PER_CALLER", "5", "none"),
          new Sample(
              "sessions.max-kept-per-caller", "RETINUE_SESSIONS_MAX_KEPT_PER_CALLER", "70", "0"),
          new Sample("sessions.idle-timeout", "RETINUE_SESSIONS_IDLE_TIMEOUT", "2h", "2"),
          new Sample("sessions.queue", "RETINUE_SESSIONS_QUEUE", "0", "101"),
          new Sample("sessions.max-messages", "RETINUE_SESSIONS_MAX_MESSAGES", "20", "0"),
          new Sample("sessions.max-bytes", "RETINUE_SESSIONS_MAX_BYTES", "1MiB", "1MB"),
          new Sample("sessions.tool-time", "RETINUE_SESSIONS_TOOL_TIME", "1m", "2d"),
          new Sample(
              "sessions.allow-inline-agents",
              "RETINUE_SESSIONS_ALLOW_INLINE_AGENTS",
              "true",
              "maybe"),
          new Sample("retention.age", "RETINUE_RETENTION_AGE", "7d", "7"),
          new Sample("retention.runs", "RETINUE_RETENTION_RUNS", "1000", "1_000"),
          new Sample("retention.bytes", "RETINUE_RETENTION_BYTES", "512MiB", "half"),
          new Sample("retention.unseen-age", "RETINUE_RETENTION_UNSEEN_AGE", "14d", "-14d"),
          new Sample("retention.clone-age", "RETINUE_RETENTION_CLONE_AGE", "2d", "2"),
          new Sample("audit.keep", "RETINUE_AUDIT_KEEP", "30d", "1h"),
          new Sample("audit.prompts", "RETINUE_AUDIT_PROMPTS", "true", "maybe"),
          new Sample("audit.file", "RETINUE_AUDIT_FILE", "/var/log/audit.jsonl", "audit.jsonl"),
          new Sample("sandbox.tier", "RETINUE_SANDBOX_TIER", "2", "4"),
          new Sample("sandbox.readable", "RETINUE_SANDBOX_READABLE", "[/usr]", "[usr]"),
          new Sample("sandbox.writable", "RETINUE_SANDBOX_WRITABLE", "[/usr]", "[/nowhere]"),
          new Sample(
              "permissions.allow", "RETINUE_PERMISSIONS_ALLOW", "[Read, Bash(git *)]", "[Bash(]"),
          new Sample("permissions.ask", "RETINUE_PERMISSIONS_ASK", "[Bash(git push *)]", "[a b]"),
          new Sample("permissions.deny", "RETINUE_PERMISSIONS_DENY", "[mcp__github__*]", "[(x)]"),
          new Sample("permissions.otherwise", "RETINUE_PERMISSIONS_OTHERWISE", "deny", "allow"),
          new Sample("permissions.deadline", "RETINUE_PERMISSIONS_DEADLINE", "2m", "2"),
          new Sample(
              "mcp-config", "RETINUE_MCP_CONFIG", ToolServersTest.FILE.toString(), "/no/such.json"),
          new Sample(
              "fetch-networks",
              "RETINUE_FETCH_NETWORKS",
              "[wiki.intern, 10.1.0.0/16]",
              "[10.1.0.0/33]"),
          new Sample("fleet.default", "RETINUE_FLEET_DEFAULT", "lab", "The Lab"),
          new Sample(
              "fleet.projects",
              "RETINUE_FLEET_PROJECTS",
              "[Setup, Data]",
              "[nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn]"),
          new Sample("fleet.app", "RETINUE_FLEET_APP", "ccw", "a b"),
          new Sample("fleet.interrupt", "RETINUE_FLEET_INTERRUPT", "escape", "stop"),
          new Sample("fleet.longest-name", "RETINUE_FLEET_LONGEST_NAME", "32", "33"),
          new Sample(
              "tracing.endpoint",
              "RETINUE_TRACING_ENDPOINT",
              "http://otel.example/v1/traces",
              "nowhere"),
          new Sample("tracing.headers-env", "RETINUE_TRACING_HEADERS_ENV", "MY_HEADERS", "a=b"),
          new Sample("tracing.sample", "RETINUE_TRACING_SAMPLE", "0.25", "1.5"),
          new Sample("tracing.service-name", "RETINUE_TRACING_SERVICE_NAME", "house", "two words"),
          new Sample("log.format", "RETINUE_LOG_FORMAT", "json", "xml"));

  private SettingSamples() {}
}
