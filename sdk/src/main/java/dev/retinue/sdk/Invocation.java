package dev.retinue.sdk;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// One call of an agent, as its work sees it.
final class Invocation implements Context {
  private final Household house;
  private final Attendant attendant;
  private final String input;
  private final ObjectNode arguments;
  private final Instant deadline;
  private final AtomicInteger steps = new AtomicInteger();
  private final AtomicInteger questions = new AtomicInteger();
  private final List<String> warnings = Collections.synchronizedList(new ArrayList<>());
  private final List<Path> written = Collections.synchronizedList(new ArrayList<>());
  private final Consumption consumption = new Consumption();

  Invocation(
      Household house, Attendant attendant, String input, ObjectNode arguments, Instant deadline) {
    this.house = house;
    this.attendant = attendant;
    this.input = input;
    this.arguments = arguments;
    this.deadline = deadline;
  }

  ObjectNode arguments() {
    return arguments;
  }

  List<Path> written() {
    return List.copyOf(written);
  }

  /// The answer with all that was said beside it.
  Answer finished(Answer answer) {
    var all = answer;
    for (var warning : List.copyOf(warnings)) {
      all = all.warning(warning);
    }
    return consumption.isEmpty() ? all : all.with("usage", consumption.json());
  }

  @Override
  public String input() {
    return input;
  }

  private JsonNode value(String name) {
    if (house.spec().options().stream().noneMatch(option -> option.name().equals(name))) {
      throw new IllegalArgumentException("The agent has no option '%s'.".formatted(name));
    }
    return arguments.path(name);
  }

  @Override
  public String option(String name) {
    return value(name).asString("");
  }

  @Override
  public boolean flag(String name) {
    return value(name).asBoolean(false);
  }

  @Override
  public long integer(String name) {
    return value(name).asLong(0);
  }

  @Override
  public List<String> list(String name) {
    return value(name).valueStream().map(JsonNode::asString).toList();
  }

  @Override
  public <T extends Record> T options(Class<T> type) {
    return RecordOptions.decode(arguments, type);
  }

  @Override
  public Optional<String> env(String name) {
    if (house.environment().declared().stream().noneMatch(it -> it.name().equals(name))) {
      throw new IllegalArgumentException(
          "The agent has not declared the variable '%s'; do so with .env(…).".formatted(name));
    }
    return house.environment().find(name);
  }

  @Override
  public void progress(String message) {
    attendant.progress(steps.incrementAndGet(), null, message);
  }

  @Override
  public void progress(double done, double total, String message) {
    attendant.progress(done, total, message);
  }

  @Override
  public void warn(String sentence) {
    warnings.add(sentence);
  }

  @Override
  public String ask(String question) {
    return attendant.ask("question-" + questions.incrementAndGet(), question);
  }

  @Override
  public boolean confirm(String question) {
    return attendant.confirm("question-" + questions.incrementAndGet(), question);
  }

  @Override
  public Duration remaining() {
    var left = Duration.between(house.world().clock().instant(), deadline);
    return left.isNegative() ? Duration.ZERO : left;
  }

  @Override
  public String sessionId() {
    return house.lineage().sessionId();
  }

  @Override
  public int depth() {
    return house.lineage().depth();
  }

  @Override
  public Path writeContext(Note note) {
    var path = house.store().write(note);
    written.add(path);
    return path;
  }

  @Override
  public List<Found> searchContext(Query query) {
    return house.store().search(query);
  }

  @Override
  public void updateContext(Path note, String body, String whatChanged) {
    house.store().update(note, body, whatChanged);
    written.add(note);
  }

  @Override
  public Answer invoke(String agent, String input) {
    return invoke(agent, input, Map.of());
  }

  @Override
  public Answer invoke(String agent, String input, Map<String, String> options) {
    return new Delegation(house, remaining(), message -> progress(message))
        .run(agent, input, options);
  }

  @Override
  public Mind llm() {
    return Minds.usual(house, consumption, this::remaining);
  }

  @Override
  public Mind llm(String model) {
    return Minds.named(model, house, consumption, this::remaining);
  }

  @Override
  public String service(String name) {
    return house.services().url(name);
  }

  /// What is said of the call in the log.
  Map<String, Object> meta(Optional<String> tool) {
    var meta = new TreeMap<String, Object>();
    tool.ifPresent(name -> meta.put("mcpTool", name));
    if (!written.isEmpty() || tool.isPresent()) {
      meta.put("contextFiles", written().stream().map(Path::toString).toList());
    }
    return meta;
  }
}
