package dev.retinue.runtime.llm.kit.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Names that the system looks up, or does not.
final class LookupTest {
  private static final InetAddress THERE = InetAddress.ofLiteral("192.0.2.1");

  @Test
  void the_system_is_asked_by_a_thread_of_its_own() throws Exception {
    var virtual = new ArrayList<Boolean>();
    var asking =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    Lookup.find(
                        "any.test",
                        _ -> {
                          virtual.add(Thread.currentThread().isVirtual());
                          return List.of(THERE);
                        });
                  } catch (UnknownHostException e) {
                    virtual.clear();
                  }
                });
    asking.join();
    assertThat(virtual).containsExactly(false);
  }

  @Test
  void what_goes_wrong_is_a_name_that_nobody_knows() {
    assertThatThrownBy(
            () ->
                Lookup.find(
                    "broken.test",
                    _ -> {
                      throw new IllegalStateException("out of order");
                    }))
        .isInstanceOf(UnknownHostException.class);
  }
}
