package dev.retinue.llm.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.llm.Model;
import dev.retinue.llm.ModelException;
import dev.retinue.llm.Part;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Parts that grow.
class GrowingTest {
  private final Growing growing = new Growing(Model.Listener.NONE);

  @Test
  void parts_keep_the_order_in_which_they_began() {
    growing.reasoning(0, "Hm");
    growing.text(1, "A");
    growing.call(2, "x", "look");
    growing.text(1, "B");
    growing.seal(0, "sealed");
    growing.seal(3, "hidden");
    growing.text(4, "");
    assertThat(growing.parts())
        .containsExactly(
            new Part.Reasoning("Hm", "sealed"),
            new Part.Text("AB"),
            new Part.Call("x", "look", "{}", null),
            new Part.Reasoning("", "hidden"));
  }

  @Test
  void who_listens_can_tell_one_text_from_the_next() {
    var heard = new StringBuilder();
    var told =
        new Growing(
            new Model.Listener() {
              @Override
              public void text(String more) {
                heard.append(more);
              }

              @Override
              public void nextText() {
                heard.append('|');
              }
            });
    told.text(1, "A");
    told.text(1, "B");
    told.call(2, "x", "look");
    told.text(3, "C");
    told.text(4, "");
    assertThat(heard.toString()).isEqualTo("AB|C");
  }

  @Test
  @Timeout(10)
  void many_parts_take_no_longer_each_than_few() {
    for (int i = 0; i < 9_000; i++) {
      growing.call(i, "id" + i, "look");
    }
    for (int round = 0; round < 100; round++) {
      for (int i = 0; i < 9_000; i++) {
        growing.input(i, "x");
      }
    }
    assertThat(growing.parts()).hasSize(9_000);
  }

  @Test
  void more_parts_than_any_answer_has_are_refused() {
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 100_000; i++) {
                growing.text(i, "x");
              }
            })
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("10000 parts");
  }
}
