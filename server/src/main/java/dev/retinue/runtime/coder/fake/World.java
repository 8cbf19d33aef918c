package dev.retinue.runtime.coder.fake;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;

/// Everything that there is in the deployment. Who reads or changes it holds its monitor.
final class World {
  /// `<id>-<secret>`, 10 and 22 characters.
  static final String TOKEN = "fakeCoder0-theTokenOfTheFakeCoder";

  static final String ME = "ada";

  final Mode mode;
  final List<FakeTemplate> templates = new ArrayList<>();
  final List<FakeWorkspace> workspaces = new ArrayList<>();
  final List<FakeChat> chats = new ArrayList<>();
  private final Map<String, UUID> users = new LinkedHashMap<>();
  private final Map<String, UUID> organizations = new LinkedHashMap<>();
  private final Clock clock;
  private Instant last = Instant.EPOCH;
  private int made;

  String version;
  boolean admin;
  boolean pathApps = true;

  /// As `*.apps.example.com`; empty when apps have no hosts of their own.
  String appHost = "";

  int requestsPerMinute = 512;

  /// How many steps an agent needs for a task; 0 means that it works until it is told to end.
  int stepsOfWork;

  /// What an agent says of a task, one thing at each step; nothing for one that has no script.
  Function<String, List<FakeAgentApi.Saying>> script = _ -> List.of();

  World(Mode mode, Clock clock) {
    this.mode = mode;
    this.clock = clock;
    this.version = mode.version();
    user(ME);
    organization("coder");
  }

  /// The time, later than every time before it.
  Instant now() {
    var time = clock.instant().truncatedTo(ChronoUnit.MICROS);
    last = time.isAfter(last) ? time : last.plus(1, ChronoUnit.MICROS);
    return last;
  }

  /// The same ids in every test.
  UUID newId() {
    return UUID.nameUUIDFromBytes(("fake coder " + ++made).getBytes(StandardCharsets.UTF_8));
  }

  UUID user(String name) {
    return users.computeIfAbsent(name, _ -> newId());
  }

  UUID organization(String name) {
    return organizations.computeIfAbsent(name, _ -> newId());
  }

  Map<String, UUID> organizations() {
    return organizations;
  }

  /// By name, by id, or as `me`.
  Optional<String> findUser(String name) {
    return name.equals("me")
        ? Optional.of(ME)
        : users.keySet().stream()
            .filter(it -> it.equalsIgnoreCase(name) || user(it).toString().equals(name))
            .findFirst();
  }

  boolean mayUse(FakeWorkspace workspace) {
    return admin || workspace.owner().equals(ME);
  }

  Optional<FakeTemplate> findTemplate(Predicate<FakeTemplate> wanted) {
    return templates.stream().filter(wanted).findFirst();
  }

  Optional<FakeTemplate.Version> findVersion(UUID id) {
    return templates.stream()
        .flatMap(it -> it.versions().stream())
        .filter(it -> it.id().equals(id))
        .findFirst();
  }

  FakeTemplate templateOf(FakeTemplate.Version version) {
    return templates.stream()
        .filter(it -> it.versions().contains(version))
        .findFirst()
        .orElseThrow();
  }

  /// Names of those that are gone can be given again.
  Optional<FakeWorkspace> findWorkspace(String owner, String name, boolean deletedToo) {
    var wanted = name.toLowerCase(Locale.ROOT);
    return workspaces.reversed().stream()
        .filter(it -> it.owner().equals(owner))
        .filter(it -> it.name().toLowerCase(Locale.ROOT).equals(wanted))
        .filter(it -> deletedToo || !it.isDeleted())
        .findFirst();
  }

  boolean step() {
    boolean moved = false;
    for (var workspace : List.copyOf(workspaces)) {
      moved |= workspace.step();
    }
    for (var chat : chats) {
      moved |= chat.step();
    }
    return moved;
  }
}
