package dev.retinue.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ServicesTest {
  private static final Service DB =
      Service.of("db", "postgres:17", 5432)
          .with("POSTGRES_PASSWORD", "${DB_PASSWORD}")
          .volume("data:/var/lib/postgresql/data")
          .healthyWhen("pg_isready -U postgres");

  private static final String HEALTHY =
      "{\"Service\":\"db\",\"State\":\"running\",\"Health\":\"healthy\"}\n";
  private static final String STARTING =
      "{\"Service\":\"db\",\"State\":\"running\",\"Health\":\"starting\"}\n";

  @TempDir Path temporary;
  private final List<String> said = Collections.synchronizedList(new ArrayList<>());
  private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
  private ScriptedDocker docker;

  @BeforeEach
  void scripted() {
    docker =
        new ScriptedDocker(temporary.resolve("bin"))
            .says("ps", HEALTHY)
            .says("port", "127.0.0.1:49153\n");
  }

  private Path folder() {
    return temporary.resolve("services/reviewer");
  }

  private Services services(Service... services) {
    return services(Map.of("DB_PASSWORD", "pa$$w\"0rd", "SECRET", "s3cret-value"), services);
  }

  private Services services(Map<String, String> variables, Service... services) {
    var environment = new HashMap<>(docker.environment());
    environment.putAll(variables);
    var pace =
        new Pace(
            now::get,
            time -> now.updateAndGet(instant -> instant.plus(time)),
            Duration.ofSeconds(2),
            Duration.ofSeconds(60));
    return new Services(
        temporary.resolve("services"),
        new Services.Owner("reviewer", "1.2.0"),
        Arrays.asList(services),
        environment,
        pace,
        said::add);
  }

  @Test
  void services_are_started_waited_for_and_found_by_variables() throws Exception {
    docker.says("ps", 1, "").says("ps", 2, STARTING);

    var variables = services(DB).up();

    assertThat(variables)
        .containsExactly(
            Map.entry("SFA_SVC_DB_HOST", "127.0.0.1"),
            Map.entry("SFA_SVC_DB_PORT", "49153"),
            Map.entry("SFA_SVC_DB_URL", "postgresql://127.0.0.1:49153"));
    assertThat(docker.calls())
        .containsExactly(
            "compose version",
            "version --format {{.Server.Version}}",
            "compose.yaml up -d --remove-orphans",
            "compose.yaml ps --all --format json",
            "compose.yaml ps --all --format json",
            "compose.yaml ps --all --format json",
            "compose.yaml port db 5432");
    assertThat(docker.wholeCalls())
        .contains("compose --ansi never -p sfa-reviewer -f " + folder() + "/compose.yaml up");
    assertThat(now.get()).isEqualTo(Instant.EPOCH.plusSeconds(4));
  }

  @Test
  void the_compose_file_has_labels_and_is_for_its_owner_alone() throws Exception {
    services(DB).up();

    assertThat(folder().resolve("compose.yaml"))
        .hasContent(
            """
            services:
              db:
                image: "postgres:17"
                ports:
                - "127.0.0.1::5432"
                environment:
                  POSTGRES_PASSWORD: "pa$$$$w\\"0rd"
                volumes:
                - "data:/var/lib/postgresql/data"
                healthcheck:
                  test:
                  - "CMD-SHELL"
                  - "pg_isready -U postgres"
                  interval: "2s"
                  timeout: "5s"
                  retries: 30
                labels:
                  sfa.agent: "reviewer"
                  sfa.version: "1.2.0"
            volumes:
              data: {}
            """);
    assertThat(rights(folder())).isEqualTo("rwx------");
    assertThat(rights(folder().resolve("compose.yaml"))).isEqualTo("rw-------");
    assertThat(Files.readString(folder().resolve(".template-hash"))).matches("[0-9a-f]{64}");
  }

  private static String rights(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  void docker_hears_nothing_of_the_secrets_of_the_agent() throws Exception {
    services(DB).up();

    assertThat(docker.lastEnvironment()).contains("PATH=").doesNotContain("s3cret", "w\"0rd");
  }

  @Test
  void what_runs_unchanged_is_used_again() throws Exception {
    services(DB).up();
    docker.forget();

    var variables = services(DB).up();

    assertThat(variables).hasSize(3);
    assertThat(verbs()).containsExactly("ps", "ps", "port");
  }

  private List<String> verbs() {
    return docker.calls().stream()
        .filter(call -> call.startsWith("compose.yaml"))
        .map(call -> call.split(" ", 3)[1])
        .toList();
  }

  @Test
  void what_does_not_run_any_more_is_started_again() throws Exception {
    services(DB).up();
    docker.forget();
    docker.says("ps", 1, "{\"Service\":\"db\",\"State\":\"exited\",\"ExitCode\":1}\n");

    services(DB).up();

    assertThat(verbs()).containsExactly("ps", "up", "ps", "port");
  }

  @Test
  void what_has_changed_is_stopped_with_its_former_file_and_started_again() throws Exception {
    services(DB).up();
    docker.forget();
    docker.does("down", "cp \"$here/../services/reviewer/compose.yaml\" \"$here/former\"");

    services(DB.with("POSTGRES_DB", "app")).up();

    assertThat(verbs()).containsExactly("ps", "down", "up", "ps", "port");
    assertThat(docker.calls()).contains("compose.yaml down --remove-orphans");
    assertThat(temporary.resolve("bin/former")).content().doesNotContain("POSTGRES_DB");
    assertThat(folder().resolve("compose.yaml")).content().contains("POSTGRES_DB: \"app\"");
  }

  @Test
  void a_file_of_former_days_is_stopped_and_replaced() throws Exception {
    Files.createDirectories(folder());
    Files.writeString(folder().resolve("docker-compose.yml"), "services: {}\n");

    services(DB).up();

    assertThat(docker.wholeCalls()).contains("compose -f " + folder() + "/docker-compose.yml down");
    assertThat(folder().resolve("docker-compose.yml")).doesNotExist();
    assertThat(rights(folder())).isEqualTo("rwx------");
  }

  @Test
  void what_is_not_healthy_in_60_seconds_is_stopped_after_its_last_50_lines() {
    docker.says("ps", STARTING);
    docker.says(
        "logs",
        String.join("\n", IntStream.rangeClosed(1, 70).mapToObj(i -> "line " + i).toList()));

    refused(
        1,
        services(DB),
        "These services did not become healthy within 60 seconds: db. Their last lines are above.");

    assertThat(said).hasSize(51).endsWith("line 70").contains("line 21").doesNotContain("line 20");
    assertThat(docker.calls()).filteredOn(call -> call.contains(" ps ")).hasSize(31);
    assertThat(docker.calls())
        .endsWith(
            "compose.yaml logs --no-color --tail 50 db", "compose.yaml down --remove-orphans");
  }

  @Test
  void what_has_ended_is_not_waited_for() {
    docker.says("ps", "[{\"Service\":\"db\",\"State\":\"exited\",\"ExitCode\":1}]");

    refused(
        1, services(DB.ephemeral()), "These services have ended: db. Their last lines are above.");

    assertThat(now.get()).isEqualTo(Instant.EPOCH);
    assertThat(docker.calls()).endsWith("compose.yaml down --remove-orphans -v");
  }

  @Test
  void what_cannot_be_started_says_why() {
    docker.fails("up", 1, "pulling\nError: no such image: postgres:17.\n");

    refused(
        1,
        services(DB),
        "The services of this agent could not be started: Error: no such image: postgres:17.");

    assertThat(docker.calls()).endsWith("compose.yaml down --remove-orphans");
  }

  @Test
  void all_variables_that_are_missing_are_named_before_docker_is_asked() {
    var cache =
        Service.of("cache", "redis:${TAG}", 6379)
            .connectedBy("redis://:${CACHE_KEY}@${host}:${port}/${N:-0}");

    refused(
        2,
        services(Map.of(), DB, cache),
        "The services of this agent need variables that are not set: CACHE_KEY, DB_PASSWORD, TAG. Set them in the environment, or declare them with a default.");

    assertThat(docker.calls()).isEmpty();
    assertThat(folder()).doesNotExist();
  }

  @Test
  void without_docker_it_says_what_to_do() {
    var services = services(Map.of("PATH", "/nowhere", "DB_PASSWORD", "x"), DB);

    refused(
        1,
        services,
        "This agent requires Docker for its service dependencies. Install Docker: https://docs.docker.com/get-docker/ Or say where they are already: set SFA_SVC_DB_URL.");
  }

  @Test
  void without_compose_it_says_what_to_do() {
    docker.fails("compose", 1, "docker: unknown command: docker compose\n");

    refused(
        1,
        services(DB),
        "This agent requires Docker Compose for its service dependencies. Install Docker Compose: https://docs.docker.com/compose/install/ Or say where they are already: set SFA_SVC_DB_URL.");
  }

  @Test
  void without_an_engine_it_says_what_to_do() {
    docker.fails("engine", 1, "Cannot connect to the Docker daemon.\n");

    refused(
        1,
        services(DB),
        "Docker is installed, but its engine does not answer: Cannot connect to the Docker daemon. Start it (see 'docker version'). Or say where they are already: set SFA_SVC_DB_URL.");
  }

  @Test
  void ephemeral_services_are_removed_with_their_data_and_their_file() throws Exception {
    var services = services(DB.ephemeral());
    services.up();

    Thread.currentThread().interrupt();
    services.end();
    assertThat(Thread.interrupted()).isTrue();
    services.end();

    assertThat(docker.calls())
        .endsWith("compose.yaml port db 5432", "compose.yaml down --remove-orphans -v");
    assertThat(folder().resolve("compose.yaml")).doesNotExist();
  }

  @Test
  void persistent_services_stay() throws Exception {
    var services = services(DB);
    services.up();
    services.end();

    assertThat(docker.calls()).endsWith("compose.yaml port db 5432");
  }

  @Test
  void of_both_kinds_only_the_ephemeral_are_removed() throws Exception {
    docker.says("ps", HEALTHY + "{\"Service\":\"cache\",\"State\":\"running\",\"Health\":\"\"}\n");
    var services = services(DB, Service.of("cache", "redis:8", 6379).ephemeral());
    services.up();
    services.end();

    assertThat(docker.calls()).endsWith("compose.yaml rm --stop --force --volumes cache");
    assertThat(folder().resolve("compose.yaml")).exists();
  }

  @Test
  void an_end_that_fails_is_said_and_not_thrown() throws Exception {
    docker.fails("down", 1, "no\n");
    var services = services(DB.ephemeral());
    services.up();
    services.end();

    assertThat(said).last().asString().startsWith("The services [db] were not removed: ");
  }

  @Test
  void all_services_can_be_taken_down() throws Exception {
    assertThat(services(DB).down()).isEqualTo("No services of 'reviewer' are set up.");
    assertThat(docker.calls()).isEmpty();
    services(DB).up();

    assertThat(services(DB).down())
        .isEqualTo("The services of 'reviewer' are stopped and removed with their data.");

    assertThat(docker.calls()).endsWith("compose.yaml down --remove-orphans -v");
    assertThat(folder().resolve("compose.yaml")).doesNotExist();
    assertThat(services(DB).down()).isEqualTo("No services of 'reviewer' are set up.");
  }

  @Test
  @Timeout(60)
  void an_interruption_ends_docker_too() throws Exception {
    var told = temporary.resolve("bin/told");
    assertThat(Programs.ended(new ProcessBuilder("mkfifo", told.toString()).start())).isEmpty();
    docker.does("up", "echo $$ > \"$here/told\"; exec sleep 600");
    var outcome = new AtomicReference<Throwable>();
    var starting =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    var _ = services(DB).up();
                  } catch (InterruptedException | RuntimeException e) {
                    outcome.set(e);
                  }
                });
    var pid = Long.parseLong(Files.readString(told).strip()); // Waits until it is told.

    starting.interrupt();

    assertThat(starting.join(Duration.ofSeconds(30))).isTrue();
    assertThat(outcome.get()).isInstanceOf(InterruptedException.class);
    assertThat(ProcessHandle.of(pid)).isEmpty();
  }

  private static void refused(int exitCode, Services services, String sentence) {
    assertThatExceptionOfType(AgentException.class)
        .isThrownBy(services::up)
        .withMessage(sentence)
        .satisfies(refusal -> assertThat(refusal.exitCode()).isEqualTo(exitCode));
  }
}
