package dev.retinue.core.audit;

import dev.retinue.core.Digest;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Origin;
import dev.retinue.core.RunId;
import dev.retinue.core.audit.AuditEntry.Outcome;
import dev.retinue.core.audit.AuditEntry.Result;
import dev.retinue.core.audit.AuditEntry.Who;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// An entry as a line of JSON, and its place in the chain: the hash of a line is that of the hash
/// before it and of everything else that the line says, in this order and form.
///
/// @param previous the hash of the entry before, in hexadecimal
/// @param hash SHA-256 of `previous` and the entry, in hexadecimal
public record AuditLine(AuditEntry entry, String previous, String hash) {
  /// What stands before the first entry of all.
  public static final String BEGINNING = "0".repeat(64);

  private static final JsonMapper JSON = JsonMapper.shared();

  /// The line that follows one with this hash.
  public static AuditLine after(String previous, AuditEntry entry) {
    return new AuditLine(entry, previous, hash(previous, entry));
  }

  /// Whether it says what its hash is of.
  public boolean holds() {
    return hash(previous, entry).equals(hash);
  }

  public static String hash(String previous, AuditEntry entry) {
    return Digest.ofText(previous + JSON.writeValueAsString(tree(entry)));
  }

  /// As it is exported.
  public String text() {
    return JSON.writeValueAsString(json());
  }

  public ObjectNode json() {
    return tree(entry).put("previous", previous).put("hash", hash);
  }

  private static ObjectNode tree(AuditEntry entry) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("number", entry.number()).put("at", entry.at().toString());
    put(json, "caller", entry.who().caller());
    put(json, "run", entry.who().run() == null ? null : entry.who().run().text());
    json.put("action", entry.action());
    var subject = json.putObject("subject").put("kind", entry.subject().kind());
    put(subject, "id", entry.subject().id());
    put(subject, "within", entry.subject().within());
    put(subject, "agent", entry.subject().agent());
    json.put("outcome", entry.result().outcome().word());
    put(json, "code", entry.result().code() == null ? null : entry.result().code().name());
    var origin = json.putObject("origin").put("surface", entry.origin().surface().word());
    put(origin, "address", entry.origin().address());
    put(origin, "client", entry.origin().client());
    put(origin, "tool", entry.origin().tool());
    put(json, "trace", entry.origin().trace());
    if (!entry.details().isEmpty()) {
      var details = json.putObject("details");
      entry.details().forEach(details::put);
    }
    return json;
  }

  private static void put(ObjectNode json, String name, @Nullable String value) {
    if (value != null) {
      json.put(name, value);
    }
  }

  /// The line that a text is, if it is one to the letter.
  public static Optional<AuditLine> read(String text) {
    try {
      var line = of(JSON.readTree(text));
      return line.text().equals(text) ? Optional.of(line) : Optional.empty();
    } catch (JacksonException | IllegalArgumentException | DateTimeParseException _) {
      return Optional.empty();
    }
  }

  private static AuditLine of(JsonNode json) {
    var subject = json.path("subject");
    var origin = json.path("origin");
    var run = text(json, "run");
    var code = text(json, "code");
    Map<String, String> details = new TreeMap<>();
    json.path("details")
        .properties()
        .forEach(it -> details.put(it.getKey(), it.getValue().asString("")));
    var entry =
        new AuditEntry(
            json.path("number").asLong(0),
            Instant.parse(json.path("at").asString("")),
            new Who(
                text(json, "caller"),
                run == null ? null : RunId.find(run).orElseThrow(IllegalArgumentException::new)),
            json.path("action").asString(""),
            new Subject(
                subject.path("kind").asString(""),
                text(subject, "id"),
                text(subject, "within"),
                text(subject, "agent")),
            new Result(
                Outcome.valueOf(json.path("outcome").asString("").toUpperCase(Locale.ROOT)),
                code == null ? null : ErrorCode.valueOf(code)),
            new Origin(
                Origin.Surface.valueOf(
                    origin.path("surface").asString("").toUpperCase(Locale.ROOT)),
                text(origin, "address"),
                text(origin, "client"),
                text(origin, "tool"),
                text(json, "trace")),
            details);
    return new AuditLine(entry, json.path("previous").asString(""), json.path("hash").asString(""));
  }

  private static @Nullable String text(JsonNode json, String name) {
    var value = json.path(name);
    return value.isString() ? value.asString() : null;
  }
}
