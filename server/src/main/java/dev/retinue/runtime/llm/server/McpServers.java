package dev.retinue.runtime.llm.server;

import dev.retinue.core.Permissions;
import dev.retinue.core.RunEvent;
import dev.retinue.core.port.Work;
import dev.retinue.core.tool.ServerState;
import dev.retinue.core.tool.ToolServer;
import dev.retinue.runtime.llm.tool.Permits;
import dev.retinue.runtime.llm.tool.Toolbox;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The MCP servers that the operator named, as a box of tools. Nothing of them is begun before a
/// run needs it, and nothing is left of them once this is closed.
public final class McpServers implements Toolbox, AutoCloseable {
  private static final Duration ROUND = Duration.ofSeconds(15);
  private static final Duration TO_CLOSE = Duration.ofSeconds(30);

  private final List<Post> posts;
  private final Permissions house;
  private final InstantSource clock;
  private @Nullable Thread rounds;
  private boolean closed;

  /// @param house the operator's rules about tools
  public McpServers(
      List<ToolServer> servers, Grounds grounds, Permissions house, InstantSource clock) {
    this(servers, new Opening(grounds, clock, Opening.USUAL_LIMIT), house);
  }

  McpServers(List<ToolServer> servers, Opening opening, Permissions house) {
    this.posts = servers.stream().map(server -> new Post(server, opening)).toList();
    this.house = house;
    this.clock = opening.clock();
  }

  /// How all of them are.
  public List<ServerState> states() {
    return posts.stream().map(Post::state).toList();
  }

  @Override
  public Lent lend(Work work) throws InterruptedException {
    return lend(work, work.agent().tools());
  }

  /// The same for a run that is to have other tools than its agent names.
  ///
  /// @param named servers, and single tools as `server/tool`; all of them where nothing is named
  public Lent lend(Work work, List<String> named) throws InterruptedException {
    var choice = new Choice(named);
    var chosen = posts.stream().filter(post -> choice.has(post.name())).toList();
    choice
        .unknown(posts.stream().map(Post::name).collect(Collectors.toSet()))
        .forEach(name -> note(work, "There is no tool server for '%s'.".formatted(name)));
    if (chosen.isEmpty() || !begin()) {
      return List::of;
    }
    var lending = new Lending(chosen, choice, Seat.of(work), Permits.of(work, house, clock));
    try {
      lending.prepare().forEach(sentence -> note(work, sentence));
      return lending;
    } catch (InterruptedException | RuntimeException e) {
      lending.close();
      throw e;
    }
  }

  private void note(Work work, String sentence) {
    work.tell(new RunEvent.Noted(clock.instant().truncatedTo(ChronoUnit.MICROS), sentence));
  }

  /// Looks after them from now on, unless all is over.
  private synchronized boolean begin() {
    if (rounds == null && !closed) {
      rounds = Thread.ofVirtual().name("tool-servers").start(this::goRound);
    }
    return !closed;
  }

  private void goRound() {
    try {
      while (true) {
        Thread.sleep(ROUND);
        tidy();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Ends what nobody needs any more.
  void tidy() {
    posts.forEach(Post::tidy);
  }

  /// Ends all of them at the same time.
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      if (rounds != null) {
        rounds.interrupt();
      }
    }
    var endings = new ArrayList<Thread>();
    posts.forEach(
        post -> endings.add(Thread.ofVirtual().name("close-tool-server").start(post::close)));
    endings.forEach(ending -> Uninterrupted.join(ending, TO_CLOSE));
  }
}
