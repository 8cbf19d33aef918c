package dev.retinue.cli;

import dev.retinue.cli.daemon.Api;
import dev.retinue.cli.daemon.Daemons;
import dev.retinue.cli.text.Style;
import dev.retinue.store.files.DataFolder;
import picocli.CommandLine.Mixin;

/// The way to the daemon, as every command has it that needs one.
final class Reach {
  @Mixin private DataOption data = new DataOption();

  Daemons daemons() {
    return new Daemons(
        data.place(),
        () -> Install.of(System.getProperties()).launcher(),
        Version.number(),
        Version.build(),
        System.getenv());
  }

  /// The daemon, started if there is none.
  Api require(Terminal terminal) throws InterruptedException {
    return Api.to(daemons().require(sentence -> tell(terminal, sentence)));
  }

  /// Whether anything can be there to look at: nobody needs a daemon to learn that there is not.
  boolean isNew() {
    var daemons = daemons();
    return daemons.find().isEmpty() && !new DataFolder(daemons.data()).hasDatabase();
  }

  static void tell(Terminal terminal, String sentence) {
    terminal.err().println("retinue: " + Called.in(sentence));
    terminal.err().flush();
  }

  static Style style(Terminal terminal) {
    return Style.of(terminal.isWatched(), System.getenv());
  }
}
