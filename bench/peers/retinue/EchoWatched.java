package dev.retinue.bench.peer;

import dev.retinue.cli.Household;
import dev.retinue.core.Caller;
import dev.retinue.core.staff.Limits;
import dev.retinue.core.staff.Surroundings;
import dev.retinue.core.trace.Concern;
import dev.retinue.core.trace.Tracer;
import dev.retinue.mcp.transport.Hosts;
import dev.retinue.mcp.transport.HttpEndpoint;
import dev.retinue.toolset.DefaultAgent;
import dev.retinue.toolset.Principal;
import dev.retinue.toolset.journal.Journals;
import dev.retinue.watch.Watchtower;
import dev.retinue.watch.trace.OtlpTracer;
import dev.retinue.watch.trace.TraceTarget;
import dev.retinue.web.BearerGate;
import dev.retinue.web.Gate;
import dev.retinue.web.WebServer;
import dev.retinue.web.api.Api;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.ObjLongConsumer;

/// The tool over HTTP as the daemon watches it: everything is counted, always. Where there is a
/// third argument, callers need tokens, and every call has a span that is sent to this address.
final class EchoWatched {
  private static final Duration QUIET = Duration.ofSeconds(15);

  private EchoWatched() {}

  static void main(String[] args) throws InterruptedException {
    boolean on = args.length > 2;
    var watch =
        new Watchtower(
            "1",
            System::nanoTime,
            counting -> on ? tracer(URI.create(args[2]), counting) : Tracer.OFF);
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
            new Api.House("1", Map::of, List::of, QUIET, watch, List::of),
            new DefaultAgent(null, staff.roster(), staff.crew()::runtime),
            _ -> "");
    var endpoint =
        new HttpEndpoint(
            Echo.eras(watch.calls(it -> new Concern(it.id(), null))), Hosts.LOCAL, QUIET);
    var bearers = new BearerGate(household.callers());
    Gate gate = on ? bearers : Gate.open(new Principal(Caller.owner()), bearers);
    WebServer.start("127.0.0.1", Integer.parseInt(args[0]), Map.of("", endpoint), gate, api).join();
  }

  private static Tracer tracer(URI collector, ObjLongConsumer<String> counting) {
    var target = new TraceTarget(collector, Map.of(), 1, "bench");
    return new OtlpTracer(target, "1", () -> ThreadLocalRandom.current().nextLong(), counting);
  }
}
