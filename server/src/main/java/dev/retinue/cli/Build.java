package dev.retinue.cli;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// `retinue build`: the launcher of a clone does it, and never comes here.
@Command(name = "build", description = "Build a clone anew; -Pimage adds a Java runtime.")
final class Build implements Callable<Integer> {
  @Override
  public Integer call() {
    throw new RetinueException(
        ErrorCode.INVALID_INPUT, "only a clone can be built; this is a distribution.");
  }
}
