package dev.retinue.web.api;

import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.staff.ChosenIds;
import dev.retinue.core.staff.Costs;
import dev.retinue.core.staff.Moves;
import dev.retinue.core.staff.PayloadLinks;
import dev.retinue.core.staff.Register;
import dev.retinue.core.staff.Seats;
import dev.retinue.core.staff.SignIns;
import dev.retinue.core.staff.Staff;
import dev.retinue.core.staff.TokenDesk;
import dev.retinue.core.tool.ServerState;
import dev.retinue.mcp.model.ToolInfo;
import dev.retinue.toolset.DefaultAgent;
import dev.retinue.toolset.Toolsets;
import dev.retinue.toolset.fleet.Fleets;
import dev.retinue.toolset.journal.Journals;
import dev.retinue.toolset.spawner.template.TemplateDesk;
import dev.retinue.watch.Watchtower;
import dev.retinue.web.http.Pulse;
import dev.retinue.web.http.Route;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Everything that programs can ask over REST.
public final class Api implements AutoCloseable {
  /// To whose vocabulary runs belong, and conversations.
  public static final Set<String> RUNS = Set.of(Toolsets.LIFECYCLE, Toolsets.SPAWNER);

  public static final Set<String> SESSIONS = Set.of(Toolsets.SESSIONS);

  private final Desk desk;
  private final Pulse pulse;
  private final DefaultAgent defaultAgent;
  private final Watchtower watch;
  private final Streams streams;
  private final AtomicInteger sockets = new AtomicInteger();
  private final BoardViews board;
  private final List<Operation> operations = new ArrayList<>();

  /// Whom the API speaks for.
  ///
  /// @param links proves who may have a payload without a token
  /// @param seats from where callers speak who come by another way, too
  /// @param journals what agents did, as text
  /// @param chosen the sessions that callers name as they like
  /// @param signIns lets people in with a browser
  public record Desk(
      Staff staff,
      Register register,
      PayloadLinks links,
      Seats seats,
      Journals journals,
      ChosenIds chosen,
      SignIns signIns) {}

  /// What the house says of itself.
  ///
  /// @param toolsets the tools, by the name of their toolset
  /// @param toolServers those whose tools agents may use
  /// @param quiet for how long a stream may be silent
  /// @param watch counts what happens
  /// @param hindrances why it takes no work now; none if it does
  public record House(
      String version,
      Supplier<Map<String, List<ToolInfo>>> toolsets,
      Supplier<List<ServerState>> toolServers,
      Duration quiet,
      Watchtower watch,
      Supplier<List<RetinueException>> hindrances) {
    /// One that always works, and that nobody else watches.
    public House(
        String version,
        Supplier<Map<String, List<ToolInfo>>> toolsets,
        Supplier<List<ServerState>> toolServers,
        Duration quiet) {
      this(
          version,
          toolsets,
          toolServers,
          quiet,
          new Watchtower(version, System::nanoTime),
          List::of);
    }
  }

  /// @param defaultAgent who works when nobody is named
  /// @param payloadUrl where the payload of a run can be fetched
  public Api(Desk desk, House house, DefaultAgent defaultAgent, Function<Run, String> payloadUrl) {
    this.desk = desk;
    this.pulse = new Pulse(house.quiet);
    this.watch = house.watch;
    this.defaultAgent = defaultAgent;
    var views = new RunViews(desk.staff, desk.register, payloadUrl);
    this.board = new BoardViews(views, desk.register);
    operations.addAll(new HouseOperations(desk, house, defaultAgent).all());
    var runs = new ArrayList<Operation>();
    runs.add(new ListOperations(desk.register, views).list());
    runs.addAll(new RunOperations(desk.staff, desk.seats, defaultAgent, views).all());
    operations.addAll(granted(RUNS, runs));
    operations.addAll(new BlobRoutes(desk.staff).all());
    operations.add(new VitalsOperation(house.watch).all());
    this.streams = new Streams(desk.staff.limits());
    operations.addAll(new FeedRoutes(desk.staff, pulse, streams).all());
    var talks = new ArrayList<Operation>();
    talks.addAll(new SessionOperations(desk.staff, desk.seats, defaultAgent).all());
    talks.addAll(new TalkOperations(desk.staff, desk.seats, pulse, streams).all());
    operations.addAll(granted(SESSIONS, talks));
    operations.add(new LimitOperations(desk.staff.limits()).list());
    operations.add(new JournalOperations(desk.journals).read());
    operations.add(new AuditOperations(desk.staff).list());
    operations.addAll(new SignInOperations(desk.signIns, desk.staff.members().grants()).all());
    operations.add(description(house.version));
  }

  /// Lets the fleet be asked, too.
  ///
  /// @param fleets null where there is no deployment, or its tools are not served
  public Api withFleet(@Nullable Fleets fleets) {
    operations.addAll(granted(Set.of(Toolsets.FLEET), new FleetOperations(fleets).all()));
    return this;
  }

  /// Lets runs and sessions leave and arrive.
  public Api withMoves(Moves moves) {
    operations.addAll(new MoveOperations(moves).all());
    return this;
  }

  /// Lets templates be begun, too.
  public Api withTemplates(TemplateDesk templates) {
    operations.addAll(
        granted(Set.of(Toolsets.SPAWNER), new TemplateOperations(templates, desk.seats).all()));
    return this;
  }

  /// Lets the doctor be asked, too.
  public Api withDoctor(Examination examination, InstantSource clock) {
    operations.add(new DoctorOperations(examination, clock).read());
    return this;
  }

  /// Lets those with the scope `admin` have to do with tokens, and everybody see what was spent.
  public Api withCallers(TokenDesk tokens, Costs costs, InstantSource clock) {
    operations.addAll(new TokenOperations(tokens, clock).all());
    operations.add(new CostOperations(costs).read());
    return this;
  }

  /// Those that only callers can ask who are granted one of these toolsets. Whoever may start
  /// something must be able to answer its questions.
  private List<Operation> granted(Set<String> toolsets, List<Operation> some) {
    var grants = desk.staff.members().grants();
    return some.stream()
        .map(it -> it.path().endsWith("/answers") ? it : it.within(toolsets, grants))
        .toList();
  }

  private Operation description(String version) {
    return Operation.json(
        "GET",
        "/api/openapi.json",
        Operation.About.answering("This document.", Answers.Document.class),
        _ -> OpenApi.document(version, operations));
  }

  public Desk desk() {
    return desk;
  }

  /// Who works when nobody is named.
  public DefaultAgent defaultAgent() {
    return defaultAgent;
  }

  /// Runs as those see them who watch all of them.
  public BoardViews board() {
    return board;
  }

  public PayloadLinks links() {
    return desk.links;
  }

  /// Counts what happens.
  public Watchtower watch() {
    return watch;
  }

  /// How many streams of events are open.
  public int streams() {
    return streams.open();
  }

  /// How many WebSockets are open.
  public int sockets() {
    return sockets.get();
  }

  /// A WebSocket was opened, or one was closed.
  public void sockets(int more) {
    sockets.addAndGet(more);
  }

  /// Looks after what stays open.
  public Pulse pulse() {
    return pulse;
  }

  public List<Route> routes() {
    return operations.stream().map(Operation::route).toList();
  }

  @Override
  public void close() {
    pulse.close();
  }
}
