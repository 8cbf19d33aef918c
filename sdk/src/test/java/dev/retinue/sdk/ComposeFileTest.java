package dev.retinue.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ComposeFileTest {
  private static ComposeFile compose(Map<String, String> values, Service... services) {
    return new ComposeFile("reviewer", "1.2.0", List.of(services), new Variables(values));
  }

  @Test
  void what_an_author_wrote_stays_as_it_is_written_but_for_variables_and_labels() {
    var service =
        Service.ofCompose(
            "db",
            """
            version: "3"
            name: mine
            x-common: &common
              restart: "no"
            services:
              db:
                <<: *common
                image: postgres:${TAG:-17}
                environment:
                  MODE: "0755"
                  PASSWORD: ${PASSWORD}
                  DOLLAR: a$$b
                configs: [{source: c, mode: 0440}]
                labels: [mine=1]
              init:
                <<: *common
                image: busybox
                labels:
                  mine: yes
            volumes:
              data:
            """,
            5432);

    assertThat(compose(Map.of("PASSWORD", "0123"), service).text())
        .isEqualTo(
            """
            services:
              db:
                <<: &id001
                  restart: "no"
                image: "postgres:17"
                environment:
                  MODE: "0755"
                  PASSWORD: "0123"
                  DOLLAR: "a$$b"
                configs: [{source: c, mode: 0440}]
                labels:
                - mine=1
                - "sfa.agent=reviewer"
                - "sfa.version=1.2.0"
              init:
                <<: *id001
                image: busybox
                labels:
                  mine: yes
                  sfa.agent: "reviewer"
                  sfa.version: "1.2.0"
            volumes:
              data:
            """);
    assertThat(compose(Map.of("PASSWORD", "x"), service).image("db")).isEqualTo("postgres:17");
    assertThat(compose(Map.of("PASSWORD", "x"), service).services())
        .containsExactlyInAnyOrder("db", "init");
  }

  @Test
  void a_value_cannot_become_more_than_a_value() {
    var hostile = "x\"\nprivileged: true\n#${HOME}";

    var text =
        compose(Map.of("V", hostile), Service.of("db", "postgres", 0).with("V", "${V}")).text();

    assertThat(text)
        .contains("V: \"x\\\"\\nprivileged: true\\n#$${HOME}\"")
        .doesNotContain("\nprivileged");
  }

  @Test
  void it_is_the_same_text_every_time() {
    var one = Service.of("db", "postgres", 1).with("B", "2").with("A", "1");
    var other = Service.of("db", "postgres", 1).with("A", "1").with("B", "2");

    assertThat(compose(Map.of(), one).text()).isEqualTo(compose(Map.of(), other).text());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "- a list",
        "services: [",
        "services: {}",
        "services: {other: {image: x}}",
        "services: {db: image}",
        "services: {db: &a {x: *a}}",
        "just words",
      })
  void a_compose_file_that_cannot_be_is_refused(String text) {
    assertThatExceptionOfType(AgentException.class)
        .isThrownBy(() -> compose(Map.of(), Service.ofCompose("db", text, 1)))
        .satisfies(refusal -> assertThat(refusal.exitCode()).isEqualTo(1));
  }

  @Test
  void two_services_of_one_name_are_refused() {
    var service = Service.of("db", "postgres", 1);

    assertThatExceptionOfType(AgentException.class)
        .isThrownBy(() -> compose(Map.of(), service, service))
        .withMessage("This agent has two services named 'db'.");
  }

  @Test
  void a_service_that_cannot_be_is_refused() {
    for (Runnable wrong :
        List.<Runnable>of(
            () -> Service.of("../x", "postgres", 1),
            () -> Service.of("DB", "postgres", 1),
            () -> Service.of("db", "", 1),
            () -> Service.of("db", "postgres", 70_000),
            () -> Service.ofCompose("db", "services: {}", 1).with("A", "1"))) {
      assertThatExceptionOfType(AgentException.class).isThrownBy(wrong::run);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "a ${A} b, a 1 b",
    "${A}${A}, 11",
    "${B:-x}, x",
    "${B-x}, ''",
    "${C-x}, x",
    "${C:-}, ''",
    "$$ $A ${, $ $A ${",
    "$${A}, ${A}",
  })
  void variables_are_filled_in(String text, String filled) {
    var variables = new Variables(Map.of("A", "1", "B", ""));

    assertThat(variables.filled(text)).isEqualTo(filled);
    variables.requireAll();
  }

  @Test
  void variables_that_are_missing_are_gathered() {
    var variables = new Variables(Map.of());
    variables.filled("${B} ${A} ${B} ${bad name}");

    assertThatExceptionOfType(AgentException.class)
        .isThrownBy(variables::requireAll)
        .withMessageContaining("not set: A, B, bad name.")
        .satisfies(refusal -> assertThat(refusal.exitCode()).isEqualTo(2));
  }
}
