package dev.retinue.cli;

import dev.retinue.core.staff.Trouble;
import dev.retinue.toolset.spawner.template.Templates;
import java.time.Duration;

/// Looks every now and then whether somebody has changed a template, so that clients hear of it who
/// call none.
final class TemplateWatch {
  private static final Duration BETWEEN = Duration.ofSeconds(5);

  private TemplateWatch() {}

  static void begin(Templates templates) {
    Thread.ofVirtual().name("templates").start(() -> run(templates));
  }

  private static void run(Templates templates) {
    try {
      while (true) {
        Thread.sleep(BETWEEN);
        try {
          templates.look();
        } catch (RuntimeException e) {
          Trouble.note("templates stay as they were", e);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
