package dev.retinue.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PresetServicesTest {
  private static final Service DB = Service.of("my-db", "postgres:17", 5432);

  @TempDir Path temporary;
  private ServerSocket listening;
  private ScriptedDocker docker;

  @BeforeEach
  void listen() throws IOException {
    listening = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    docker = new ScriptedDocker(temporary.resolve("bin"));
  }

  @AfterEach
  void close() throws IOException {
    listening.close();
  }

  private Map<String, String> up(Service service, Map<String, String> variables)
      throws InterruptedException {
    var environment = new HashMap<>(docker.environment());
    environment.putAll(variables);
    return new Services(
            temporary.resolve("services"),
            new Services.Owner("reviewer", "1.2.0"),
            List.of(service),
            environment,
            Pace.USUAL,
            _ -> {})
        .up();
  }

  @Test
  void a_url_that_is_set_needs_no_docker() throws Exception {
    var url = "postgresql://me:p@ssw0rd@127.0.0.1:" + port() + "/app";

    var variables = up(DB, Map.of("SFA_SVC_MY_DB_URL", url));

    assertThat(variables)
        .containsExactly(
            Map.entry("SFA_SVC_MY_DB_HOST", "127.0.0.1"),
            Map.entry("SFA_SVC_MY_DB_PORT", port()),
            Map.entry("SFA_SVC_MY_DB_URL", url));
    assertThat(docker.calls()).isEmpty();
    assertThat(temporary.resolve("services")).doesNotExist();
  }

  private String port() {
    return Integer.toString(listening.getLocalPort());
  }

  @Test
  void a_host_and_a_port_that_are_set_make_the_url() throws Exception {
    var address = Map.of("SFA_SVC_MY_DB_HOST", "127.0.0.1", "SFA_SVC_MY_DB_PORT", port());

    assertThat(up(DB, address))
        .containsEntry("SFA_SVC_MY_DB_URL", "postgresql://127.0.0.1:" + port());
    var own = DB.connectedBy("jdbc:postgresql://${host}:${port}/app?password=${PASSWORD}");
    var known = new HashMap<>(address);
    known.put("PASSWORD", "${port}");
    assertThat(up(own, known))
        .containsEntry(
            "SFA_SVC_MY_DB_URL",
            "jdbc:postgresql://127.0.0.1:%s/app?password=${port}".formatted(port()));
    refused(
        2, own, address, "The services of this agent need variables that are not set: PASSWORD.");
  }

  @Test
  void nobody_listening_is_said_without_the_password() throws Exception {
    var port = port();
    listening.close();

    assertThatExceptionOfType(AgentException.class)
        .isThrownBy(
            () -> up(DB, Map.of("SFA_SVC_MY_DB_URL", "postgresql://u:pw-pw@127.0.0.1:" + port)))
        .withMessage(
            "The service 'my-db' does not answer at 127.0.0.1:%s. Start it, or unset SFA_SVC_MY_DB_URL and SFA_SVC_MY_DB_HOST so that it is started here."
                .formatted(port))
        .satisfies(refusal -> assertThat(refusal.exitCode()).isEqualTo(1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"nonsense", "postgresql:///app", "://x", "http://h:99999", "http://h:0"})
  void what_is_no_url_is_refused(String url) {
    refused(2, DB, Map.of("SFA_SVC_MY_DB_URL", url), "");
  }

  @Test
  void what_is_no_port_is_refused() {
    refused(
        2,
        DB,
        Map.of("SFA_SVC_MY_DB_HOST", "h", "SFA_SVC_MY_DB_PORT", "many"),
        "'many' is no port; look at SFA_SVC_MY_DB_PORT and SFA_SVC_MY_DB_URL.");
  }

  private void refused(
      int exitCode, Service service, Map<String, String> variables, String beginning) {
    assertThatExceptionOfType(AgentException.class)
        .isThrownBy(() -> up(service, variables))
        .withMessageStartingWith(beginning)
        .satisfies(refusal -> assertThat(refusal.exitCode()).isEqualTo(exitCode));
  }

  @ParameterizedTest
  @CsvSource({
    "postgresql://db, db, 5432",
    "postgres://u:p@db/app, db, 5432",
    "redis://:a@b:c@cache:1234/0, cache, 1234",
    "'mongodb://a:1,b:2/x', a, 1",
    "mongodb+srv://cluster.example/x, cluster.example, 0",
    "http://[::1]:9200/, ::1, 9200",
    "jdbc:mysql://db/app, db, 3306",
    "tcp://db, db, 5432",
  })
  void the_host_and_the_port_are_taken_from_the_url(String url, String host, int port) {
    var environment = Map.of("SFA_SVC_MY_DB_URL", url);

    assertThat(Address.preset(DB, environment, new Variables(environment)))
        .contains(new Address(host, port, url));
  }

  @ParameterizedTest
  @CsvSource({
    "postgres:17, postgresql",
    "pgvector/pgvector:pg16, postgresql",
    "redis:8, redis",
    "mariadb:12, mysql",
    "mongo:8, mongodb",
    "docker.elastic.co/elasticsearch/elasticsearch:9.0.0, http",
    "something/else, tcp",
  })
  void the_scheme_is_guessed_from_the_image(String image, String scheme) {
    var service = Service.of("x", image, 1);

    assertThat(Address.of(service, image, "h", 7, new Variables(Map.of())).url())
        .isEqualTo(scheme + "://h:7");
    assertThat(Address.of(service, image, "::1", 7, new Variables(Map.of())).url())
        .isEqualTo(scheme + "://[::1]:7");
  }
}
