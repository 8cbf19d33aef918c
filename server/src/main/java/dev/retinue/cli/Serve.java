package dev.retinue.cli;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// `retinue serve`: the daemon that supervises.
@Command(
    name = "serve",
    description = "Run the daemon that supervises agents (not in this version yet).")
final class Serve implements Callable<Integer> {
  @Override
  public Integer call() {
    throw new RetinueException(
        ErrorCode.SERVICE_UNAVAILABLE, "this version has no daemon yet; see CHANGELOG.md");
  }
}
