package dev.retinue.toolset.spawner;

import static dev.retinue.toolset.spawner.SpawnScene.order;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Caller;
import dev.retinue.core.Manners;
import dev.retinue.core.Run;
import dev.retinue.core.Workplace;
import dev.retinue.core.group.GroupPlan;
import dev.retinue.core.staff.Limits;
import dev.retinue.core.staff.Rate;
import dev.retinue.core.staff.Roots;
import dev.retinue.core.staff.Rules;
import dev.retinue.mcp.client.ClientOptions;
import dev.retinue.mcp.rpc.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Several agents at once, and the folders in which they work.
final class SpawnParallelFoldersTest {
  @TempDir private Path temporary;
  private final AtomicInteger told = new AtomicInteger();
  private Path own;
  private Path one;
  private Path other;
  private Path gitTree;
  private SpawnScene scene;

  @BeforeEach
  void open() throws IOException {
    own = folder("own");
    one = folder("one");
    other = folder("other");
    gitTree = folder("tree");
    Files.createDirectory(gitTree.resolve(".git"));
    var roots = new Roots(List.of(own, one, other), null, null);
    var rules = new Rules(Limits.DEFAULT, Rate.ANY, Rate.ANY, roots);
    // As a page with its time does, it says something else whenever it is asked.
    scene =
        new SpawnScene(
            folder("data"),
            rules,
            Manners.USUAL,
            (_, _) -> Optional.of("told for the %d. time".formatted(told.incrementAndGet())));
  }

  @AfterEach
  void close() {
    scene.close();
  }

  private Path folder(String name) throws IOException {
    return Files.createDirectories(temporary.toRealPath().resolve(name));
  }

  /// @param where the folder of each of the agents; null for one that names none
  private JsonNode parallel(@Nullable Path from, @Nullable Path... where) {
    var order = Json.object();
    var agents = order.putArray("agents");
    for (var folder : where) {
      var errand = order("player", "complete Done.").put("include_context", false);
      agents.add(folder == null ? errand : errand.put("working_directory", folder.toString()));
    }
    return parallel(from, order);
  }

  private JsonNode parallel(@Nullable Path from, ObjectNode order) {
    var caller = Caller.owner().at(new Workplace(from, Map.of()));
    try (var edge = scene.serve(caller);
        var client = SpawnScene.at(edge, ClientOptions.named("test", "1"))) {
      return SpawnScene.structured(client.callTool("spawn_parallel", order));
    }
  }

  private Run group() {
    return scene.staff().all().stream()
        .filter(run -> run.commission().agent().name().equals(GroupPlan.AGENT))
        .findFirst()
        .orElseThrow();
  }

  private List<String> folders(JsonNode answer) {
    assertThat(answer.path("success").asBoolean(false)).as("%s", answer).isTrue();
    return scene.staff().register().errands(Caller.owner(), group().id()).stream()
        .map(run -> Objects.toString(run.commission().terms().workingDirectory()))
        .toList();
  }

  @Test
  void all_of_them_may_work_outside_of_the_folder_of_their_caller() {
    assertThat(folders(parallel(own, one))).containsExactly(one.toString());
    assertThat(group().commission().terms().workingDirectory()).isEqualTo(one.toString());
  }

  @Test
  void they_may_work_in_folders_that_have_nothing_in_common() {
    assertThat(folders(parallel(own, one, other, null)))
        .containsExactly(one.toString(), other.toString(), own.toString());
    assertThat(group().commission().terms().workingDirectory()).isNull();
  }

  @Test
  void who_speaks_from_nowhere_may_name_folders_for_some_of_them() {
    assertThat(folders(parallel(null, one, null))).containsExactly(one.toString(), "null");
  }

  @Test
  void a_work_tree_that_only_its_caller_may_use_is_not_left_by_the_same_call() {
    assertThat(folders(parallel(gitTree, gitTree, null))).hasSize(2);

    var refused = parallel(gitTree, gitTree, one);

    assertThat(refused.at("/error/message").asString())
        .contains(gitTree.toString(), one.toString(), "spawn_parallel for each");
  }

  @Test
  void what_many_of_them_are_told_is_written_once() throws IOException {
    Files.writeString(own.resolve("AGENTS.md"), "Use tabs.");
    var order = Json.object();
    var agents = order.putArray("agents");
    for (int i = 0; i < 5; i++) {
      agents.add(order("player", "complete Done."));
    }
    Files.createDirectory(own.resolve("sub"));
    agents.add(order("player", "complete Done.").put("working_directory", "sub"));

    parallel(own, order);

    var plan = scene.staff().register().work(Caller.owner(), group().id()).orElseThrow();
    assertThat(Json.WIRE.readTree(plan).path("prefaces")).hasSize(2);
  }
}
