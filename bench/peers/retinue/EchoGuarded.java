package dev.retinue.bench.peer;

import dev.retinue.cli.Household;
import dev.retinue.core.staff.Limits;
import dev.retinue.core.staff.Surroundings;
import dev.retinue.mcp.transport.Hosts;
import dev.retinue.mcp.transport.HttpEndpoint;
import dev.retinue.toolset.DefaultAgent;
import dev.retinue.toolset.journal.Journals;
import dev.retinue.web.BearerGate;
import dev.retinue.web.WebServer;
import dev.retinue.web.api.Api;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/// The tool over HTTP for those who have a token of the data directory that is the second argument,
/// with all that stands before a call in the daemon: callers in the store, and their rates.
final class EchoGuarded {
  private static final Duration QUIET = Duration.ofSeconds(15);

  private EchoGuarded() {}

  static void main(String[] args) throws InterruptedException {
    var settings =
        new Household.Settings(
            Path.of(args[1]), Limits.DEFAULT, 0, Surroundings.real(), () -> System.exit(9));
    var household = Household.open(settings, List::of, List.of(), _ -> {});
    var staff = household.staff();
    var register = household.register();
    var clock = InstantSource.system();
    var journals = new Journals(staff, register, clock, Path.of(args[1], "journals"), null);
    var api =
        new Api(
            new Api.Desk(
                staff,
                register,
                household.links(),
                household.seats(),
                journals,
                household.chosenIds(),
                household.signIns()),
            new Api.House("1", Map::of, List::of, QUIET),
            new DefaultAgent(null, staff.roster(), staff.crew()::runtime),
            _ -> "");
    var endpoint = new HttpEndpoint(Echo.eras(), Hosts.LOCAL, QUIET);
    WebServer.start(
            "127.0.0.1",
            Integer.parseInt(args[0]),
            Map.of("", endpoint),
            new BearerGate(household.callers()),
            api)
        .join();
  }
}
