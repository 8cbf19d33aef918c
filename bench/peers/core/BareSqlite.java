package dev.retinue.bench.peer;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;

/// The rows of a start, written to SQLite with nothing around it: as durable, with as many in one
/// commit, from as many callers.
final class BareSqlite {
  private static final String[] ROWS = {
    "INSERT INTO run (id, caller, root, state, open, is_root, created_at, sequence, progress,"
        + " commission) VALUES (?, 'owner', ?, 'queued', 1, 1, 1, 2, ?, ?)",
    "INSERT INTO prompt (run, text) VALUES (last_insert_rowid(), ?)",
    "INSERT INTO event (run, sequence, at, kind, version, body)"
        + " VALUES ((SELECT max(number) FROM run), ?, 1, 'created', 1, ?)",
    "INSERT INTO account (holder, cost, unpriced, input_tokens, output_tokens, cached_tokens, turns,"
        + " runs) VALUES (?, 0, 0, 0, 0, 0, 0, 0)"
  };
  private static final String PROGRESS =
      "{\"detail\":{},\"tenure\":{\"epoch\":0,\"occupied\":false,\"active\":\"PT0S\",\"reserved\":"
          + "{\"cost\":0,\"unpriced\":false,\"inputTokens\":0,\"outputTokens\":0,\"cachedTokens\":0,"
          + "\"turns\":0}},\"dossier\":{\"usage\":{\"cost\":0,\"unpriced\":false,\"inputTokens\":0,"
          + "\"outputTokens\":0,\"cachedTokens\":0,\"turns\":0},\"facts\":{}}}";
  private static final String COMMISSION =
      "{\"caller\":\"owner\",\"agent\":{\"name\":\"idle\",\"digest\":\""
          + "0".repeat(64)
          + "\",\"runtime\":\"idle\"},\"lineage\":{\"above\":[]},\"terms\":{\"budget\":{},"
          + "\"abortOnBudget\":true},\"labels\":{},\"createdAt\":\"2026-01-01T00:00:00.000000Z\"}";
  private static final String PROMPT =
      "Look through the repository and say what is missing. ".repeat(4);

  private final Connection connection;
  private final ArrayList<PreparedStatement> statements = new ArrayList<>();
  private final ArrayBlockingQueue<CompletableFuture<Void>> queue = new ArrayBlockingQueue<>(1024);
  private final SecureRandom random = new SecureRandom();

  private BareSqlite(Path folder, String schema) throws Exception {
    connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("bare.db"));
    try (var statement = connection.createStatement()) {
      statement.executeUpdate("PRAGMA journal_mode = WAL");
      statement.executeUpdate("PRAGMA synchronous = FULL");
      statement.executeUpdate("PRAGMA foreign_keys = ON");
      statement.executeUpdate(schema);
    }
    connection.setAutoCommit(false);
    for (var row : ROWS) {
      statements.add(connection.prepareStatement(row));
    }
    Thread.ofPlatform().daemon().start(this::write);
  }

  static void main(String[] args) throws Exception {
    var schema =
        new String(
            BareSqlite.class.getResourceAsStream("/dev/retinue/store/V1.sql").readAllBytes());
    var bare = new BareSqlite(Files.createDirectories(Path.of(args[0])), schema);
    for (var line = IO.readln(); line != null; line = IO.readln()) {
      var words = line.split(" ");
      int number = Integer.parseInt(words[1]);
      long millis = Long.parseLong(words[2]);
      IO.println(
          words[0].equals("paced")
              ? Crowd.paced(number, millis, bare::start)
              : "" + Crowd.rate(number, millis, bare::start));
    }
    System.exit(0);
  }

  private void start() {
    var done = new CompletableFuture<Void>();
    try {
      queue.put(done);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    done.join();
  }

  private void write() {
    var batch = new ArrayList<CompletableFuture<Void>>();
    try {
      while (true) {
        batch.add(queue.take());
        queue.drainTo(batch, 255);
        for (int i = 0; i < batch.size(); i++) {
          insert();
        }
        connection.commit();
        batch.forEach(done -> done.complete(null));
        batch.clear();
      }
    } catch (Exception e) {
      batch.forEach(done -> done.completeExceptionally(e));
    }
  }

  private void insert() throws Exception {
    var bytes = new byte[13];
    random.nextBytes(bytes);
    var id = "agent-" + HexFormat.of().formatHex(bytes);
    var run = statements.get(0);
    run.setString(1, id);
    run.setString(2, id);
    run.setString(3, PROGRESS);
    run.setString(4, COMMISSION);
    run.executeUpdate();
    var prompt = statements.get(1);
    prompt.setString(1, PROMPT);
    prompt.executeUpdate();
    for (int i = 1; i <= 2; i++) {
      var event = statements.get(2);
      event.setInt(1, i);
      event.setString(2, "{\"at\":\"2026-01-01T00:00:00.000000Z\",\"agent\":\"idle\"}");
      event.executeUpdate();
    }
    var account = statements.get(3);
    account.setString(1, id);
    account.executeUpdate();
  }
}
