package dev.retinue.toolset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Agent;
import dev.retinue.core.Conduct;
import dev.retinue.core.Program;
import java.util.List;
import org.junit.jupiter.api.Test;

final class StartFormTest {
  private static Agent agent(Program.Parameter... parameters) {
    var usual = Conduct.USUAL;
    var program =
        new Program(
            "/agents/Tea.java",
            List.of(),
            List.of(),
            Program.Format.TEXT,
            false,
            new Program.Description("tea", "0".repeat(64), List.of(parameters)));
    return new Agent(
        "tea",
        "Makes tea.",
        new Agent.Means("javafile", null),
        "",
        List.of(),
        Agent.Limits.NONE,
        new Conduct(usual.permissions(), usual.confinement(), usual.vigilance(), program));
  }

  @Test
  void who_has_no_options_is_given_a_contract() {
    var form = StartForm.of(agent());
    assertThat(form.as()).isEqualTo("contract");
    assertThat(form.schema().path("properties").propertyNames()).containsExactly("contract");
    assertThat(form.schema().path("required").toString()).isEqualTo("[\"contract\"]");
  }

  @Test
  void options_of_a_file_are_fields_with_their_types_defaults_and_choices() {
    var form =
        StartForm.of(
            agent(
                new Program.Parameter("sugar", "integer", "How much", true),
                new Program.Parameter(
                    "leaves", "string", "Which", false, "\"green\"", List.of("green", "black"))));
    assertThat(form.as()).isEqualTo("json");
    assertThat(form.schema().path("required").toString()).isEqualTo("[\"context\",\"sugar\"]");
    assertThat(form.schema().at("/properties/sugar/type").asString()).isEqualTo("integer");
    assertThat(form.schema().at("/properties/leaves/default").asString()).isEqualTo("green");
    assertThat(form.schema().at("/properties/leaves/enum").size()).isEqualTo(2);
  }

  @Test
  void what_came_later_changes_no_digest_of_who_was_there_before() {
    assertThat(new Program.Parameter("sugar", "integer", "How much", true).toString())
        .isEqualTo("Parameter[name=sugar, type=integer, description=How much, required=true]");
  }
}
